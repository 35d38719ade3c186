// The page's hands: carries out what the engine's page (package dom) asks for. It decides nothing.
// A list of changes is numbers in one shared buffer and strings in one NUL-separated text; wasm/vdom/patch.go has the
// same numbers. No markup is ever parsed.
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const nodes = [null, document.getElementById("app")]; // by id; 1 is the container
  const wanted = new WeakMap(); // element → properties as the page wants them
  const touched = new Set(); // elements whose properties the user has changed since
  const modals = new Set(); // open dialogs
  const opening = []; // dialogs to open

  let ints = new Int32Array(1024);
  let doubles = new Float64Array(ints.buffer);

  /** Room for n bytes; the engine writes there before it calls. */
  function room(n) {
    if (n > ints.byteLength) {
      ints = new Int32Array(new ArrayBuffer(2 ** Math.ceil(Math.log2(n))));
      doubles = new Float64Array(ints.buffer);
    }
    return new Uint8Array(ints.buffer);
  }

  /** Moves an element without losing focus, selection, scroll position or running animations, where the browser can. */
  function place(parent, node, before) {
    if (parent.moveBefore && node.isConnected && parent.isConnected) parent.moveBefore(node, before);
    else parent.insertBefore(node, before);
  }

  function property(node, name, value) {
    let all = wanted.get(node);
    if (!all) wanted.set(node, (all = {}));
    all[name] = value;
    set(node, name, value);
  }

  function set(node, name, value) {
    if (name === "modal") {
      if (value) opening.push(node); // once it is in the page
      else shut(node);
    } else if (node[name] !== value) node[name] = value;
  }

  /** An element without styles has no empty style attribute either: the same page is the same markup. */
  function unstyle(node, name) {
    node.style.removeProperty(name);
    if (node.style.length === 0) node.removeAttribute("style");
  }

  /** Closing gives the focus back to where it was before the dialog; removing does not. */
  function shut(dialog) {
    modals.delete(dialog);
    if (dialog.open) dialog.close();
  }

  function remove(node) {
    for (const dialog of modals) if (node.contains(dialog)) shut(dialog);
    node.remove();
  }

  const ops = [
    null,
    (at, s) => { nodes[ints[at]] = document.createElement(s[ints[at + 1]]); return 2; },
    (at, s) => { nodes[ints[at]] = document.createElementNS(SVG, s[ints[at + 1]]); return 2; },
    (at, s) => { nodes[ints[at]] = document.createTextNode(s[ints[at + 1]]); return 2; },
    (at, s) => { nodes[ints[at]].data = s[ints[at + 1]]; return 2; },
    (at, s) => { nodes[ints[at]].setAttribute(s[ints[at + 1]], s[ints[at + 2]]); return 3; },
    (at, s) => { nodes[ints[at]].removeAttribute(s[ints[at + 1]]); return 2; },
    (at, s) => { nodes[ints[at]].style.setProperty(s[ints[at + 1]], s[ints[at + 2]]); return 3; },
    (at, s) => { unstyle(nodes[ints[at]], s[ints[at + 1]]); return 2; },
    (at, s) => { property(nodes[ints[at]], s[ints[at + 1]], s[ints[at + 2]]); return 3; },
    (at, s) => { property(nodes[ints[at]], s[ints[at + 1]], ints[at + 2] === 1); return 3; },
    (at) => { place(nodes[ints[at]], nodes[ints[at + 1]], ints[at + 2] ? nodes[ints[at + 2]] : null); return 3; },
    (at) => { remove(nodes[ints[at]]); nodes[ints[at]] = null; return 1; },
    (at) => { nodes[ints[at]] = null; return 1; },
  ];

  /** Carries out the first n numbers of the buffer. */
  function apply(n, text) {
    const strings = text.split("\0");
    const focus = remember();
    for (let at = 0; at < n; ) at += 1 + ops[ints[at]](at + 1, strings);
    for (const node of touched) {
      const all = wanted.get(node);
      for (const name in all) if (node.isConnected) set(node, name, all[name]);
    }
    touched.clear();
    for (const dialog of opening.splice(0)) {
      if (dialog.open || !dialog.isConnected) continue;
      dialog.showModal();
      modals.add(dialog);
    }
    restore(focus);
  }

  /** What has the focus, the selection in it, and what it stands in. */
  function remember() {
    const node = document.activeElement;
    if (!node || node === document.body) return null;
    let range = null;
    try { range = [node.selectionStart, node.selectionEnd, node.selectionDirection]; } catch { /* has none */ }
    const around = [];
    for (let up = node.parentElement; up && up !== nodes[1]; up = up.parentElement) around.push(up);
    return { node, range, around };
  }

  /** Older browsers lose focus and selection when an element moves. When it is gone, the focus stays near. */
  function restore(focus) {
    if (!focus || document.activeElement !== document.body) return;
    if (focus.node.isConnected) {
      focus.node.focus({ preventScroll: true });
      if (focus.range && focus.range[0] != null) focus.node.setSelectionRange(...focus.range);
      return;
    }
    const key = focus.node.dataset?.key;
    const again = key && nodes[1].querySelector(`[data-key="${CSS.escape(key)}"]`);
    const near = focus.around.find((e) => e.isConnected);
    (again || near?.querySelector("button:not(:disabled), a[href], [tabindex='0']"))?.focus({ preventScroll: true });
  }

  for (const type of ["input", "change"]) {
    document.addEventListener(type, (event) => wanted.has(event.target) && touched.add(event.target), true);
  }

  globalThis.inflight = Object.assign(globalThis.inflight ?? {}, {
    room, apply,
    node: (id) => nodes[id] ?? null,
    /** What the page wants a property to be. */
    wants: (node, name) => wanted.get(node)?.[name] ?? null,
    ints: () => ints,
    doubles: () => doubles,
    /** Why the browser keeps no files here, "" if it does as far as one can see. */
    storage() { try { return globalThis.indexedDB ? "" : "absent"; } catch (error) { return "denied: " + error.message; } },
    /** Where a start of the engine begins anew: an empty page. */
    empty() { nodes.length = 2; nodes[1].replaceChildren(); touched.clear(); modals.clear(); },
  });
})();
