// The page's hands: carries out what the engine's page (package dom) asks for. It decides nothing.
// A list of changes is numbers in one shared buffer and strings in one NUL-separated text; wasm/vdom/patch.go has the
// same numbers. No markup is ever parsed.
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const nodes = [null, document.getElementById("app")]; // by id; 1 is the container
  const wanted = new WeakMap(); // element → properties as the page wants them
  const touched = new Set(); // elements whose properties the user has changed since

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
      if (value && !node.open) node.showModal();
      if (!value && node.open) node.close();
    } else if (node[name] !== value) node[name] = value;
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
    (at, s) => { nodes[ints[at]].style.removeProperty(s[ints[at + 1]]); return 2; },
    (at, s) => { property(nodes[ints[at]], s[ints[at + 1]], s[ints[at + 2]]); return 3; },
    (at, s) => { property(nodes[ints[at]], s[ints[at + 1]], ints[at + 2] === 1); return 3; },
    (at) => { place(nodes[ints[at]], nodes[ints[at + 1]], ints[at + 2] ? nodes[ints[at + 2]] : null); return 3; },
    (at) => { nodes[ints[at]].remove(); nodes[ints[at]] = null; return 1; },
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
    restore(focus);
  }

  /** What has the focus, and the selection in it: older browsers lose both when an element moves. */
  function remember() {
    const node = document.activeElement;
    if (!node || node === document.body) return null;
    let range = null;
    try { range = [node.selectionStart, node.selectionEnd, node.selectionDirection]; } catch { /* has none */ }
    return { node, range };
  }

  function restore(focus) {
    if (!focus || !focus.node.isConnected || document.activeElement === focus.node) return;
    focus.node.focus({ preventScroll: true });
    if (focus.range && focus.range[0] != null) focus.node.setSelectionRange(...focus.range);
  }

  for (const type of ["input", "change"]) {
    document.addEventListener(type, (event) => wanted.has(event.target) && touched.add(event.target), true);
  }

  globalThis.inflight = Object.assign(globalThis.inflight ?? {}, {
    room, apply,
    node: (id) => nodes[id] ?? null,
    ints: () => ints,
    doubles: () => doubles,
    /** Why the browser keeps no files here, "" if it does as far as one can see. */
    storage() { try { return globalThis.indexedDB ? "" : "absent"; } catch (error) { return "denied: " + error.message; } },
    /** Where a start of the engine begins anew: an empty page. */
    empty() { nodes.length = 2; nodes[1].replaceChildren(); touched.clear(); },
  });
})();
