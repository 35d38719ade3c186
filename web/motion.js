// The page's motion: measures elements, keeps those that leave, and plays what package motion has planned. Only
// translate, rotate, scale and opacity change, through the Web Animations API; the page itself is never touched.
"use strict";
(() => {
  const { node, ints, doubles } = inflight;
  const host = document.getElementById("flights");
  let sky = null; // where copies fly: nobody who reads the page finds them in it
  const kept = []; // elements that leave with the next patch, and where they were
  let playing = [];

  /** A pod's token stands for its row when it flies: a negative id is the token in that element. */
  const element = (id) => (id < 0 ? node(-id)?.querySelector(".tok") ?? node(-id) : node(id));

  /** The part of the window in which an element can be seen: inside all that scrolls around it. */
  function opening(e) {
    let { left, top, right, bottom } = document.documentElement.getBoundingClientRect();
    for (let up = e.parentElement; up && up !== document.body; up = up.parentElement) {
      if (getComputedStyle(up).overflow === "visible") continue;
      const r = up.getBoundingClientRect();
      [left, top, right, bottom] = [Math.max(left, r.left), Math.max(top, r.top), Math.min(right, r.right), Math.min(bottom, r.bottom)];
    }
    return { left, top, right, bottom };
  }

  /** Where a token is, or the nearest place where one would see it: what is scrolled out of sight flies from the edge. */
  function seen(e) {
    const r = e.getBoundingClientRect(), o = opening(e);
    const inside = (at, size, from, to) => Math.max(from, Math.min(at, to - size));
    return new DOMRect(inside(r.x, r.width, o.left, o.right), inside(r.y, r.height, o.top, o.bottom), r.width, r.height);
  }

  function outOfSight(e) {
    const r = e.getBoundingClientRect(), o = opening(e);
    return r.right <= o.left || r.left >= o.right || r.bottom <= o.top || r.top >= o.bottom;
  }

  /** Measures the first n ids of the buffer; leaves x, y, width, height and angle (degrees) of each in its place. */
  function measure(n) {
    const ids = Array.from(ints().subarray(0, n));
    inflight.room(n * 40);
    const out = doubles();
    ids.forEach((id, i) => {
      const e = element(id);
      const r = e && (id < 0 ? seen(e) : e.getBoundingClientRect());
      const t = e && getComputedStyle(e).transform;
      const m = t && t !== "none" ? new DOMMatrixReadOnly(t) : null;
      out.set(r ? [r.x, r.y, r.width, r.height, m ? Math.atan2(m.b, m.a) * 180 / Math.PI : 0] : [0, 0, 0, 0, 0], i * 5);
    });
  }

  /** The sky has the page's style sheets and symbols, which do not reach into a shadow tree by themselves. */
  function flights() {
    if (sky) return sky;
    sky = host.attachShadow({ mode: "open" });
    sky.adoptedStyleSheets = [...document.styleSheets].map((sheet) => {
      const copy = new CSSStyleSheet({ media: sheet.media });
      copy.replaceSync([...sheet.cssRules].map((rule) => rule.cssText).join("\n"));
      return copy;
    });
    return sky;
  }

  function symbols() {
    return [...document.querySelectorAll("#app svg:has(> symbol)")].map((svg) => svg.cloneNode(true));
  }

  /** The clothes of an element: its ancestors without content, so that styles that come from them still apply. */
  function dressed(e, copy) {
    let inner = copy;
    const app = document.getElementById("app");
    for (let up = e.parentElement; up && up !== app && up !== document.body; up = up.parentElement) {
      const shell = bare(up.cloneNode(false));
      shell.style.display = "contents";
      shell.append(inner);
      inner = shell;
    }
    return inner;
  }

  function bare(e) {
    for (const name of ["id", "data-key", "role", "data-msg", "name"]) e.removeAttribute(name);
    return e;
  }

  /** A copy of an element as it is now, to be put over the page at the same place. */
  function copyOf(e) {
    const copy = bare(e.cloneNode(true));
    for (const inner of copy.querySelectorAll("[id], [data-key], [role], [name]")) bare(inner);
    const style = getComputedStyle(e);
    const own = { width: e.offsetWidth ?? 0, height: e.offsetHeight ?? 0 };
    const r = e.getBoundingClientRect();
    copy.classList.add("flight");
    const left = r.x + r.width / 2 - own.width / 2, top = r.y + r.height / 2 - own.height / 2;
    for (const [name, value] of [["left", left + "px"], ["top", top + "px"], ["width", own.width + "px"], ["height", own.height + "px"], ["display", style.display]]) {
      copy.style.setProperty(name, value);
    }
    return dressed(e, copy);
  }

  /** Copies the elements whose ids are the first n numbers; play refers to them by their order. */
  function keep(n) {
    kept.length = 0;
    for (const id of Array.from(ints().subarray(0, n))) {
      const e = element(id);
      kept.push(e && (id < 0 || !outOfSight(e)) ? copyOf(e) : null);
    }
  }

  /** Ends what is playing at once. */
  function settle() {
    for (const animation of playing) animation.cancel();
    playing = [];
    sky?.replaceChildren();
  }

  const OWN = 0, KEPT = 1, COPY = 2, STILL = 3, RING = 4;

  /**
   * Plays n records of the buffer: kind, id, slot among the kept or -1, delay, duration, backwards, times, frames, and
   * 7 numbers a frame.
   */
  function play(n, easings) {
    const list = Array.from(doubles().subarray(0, n));
    const ease = easings.split("\0");
    for (let at = 0; at < n; ) {
      const [kind, id, slot, delay, duration, backwards, times, frames] = list.slice(at, at + 8);
      at += 8;
      const keyframes = [];
      for (let f = 0; f < frames; f++, at += 7) keyframes.push(frame(list.slice(at, at + 7), ease));
      start(kind, id, slot, keyframes, { delay, duration, iterations: times, direction: backwards ? "reverse" : "normal", fill: "backwards" });
    }
  }

  function frame([offset, x, y, angle, scale, opacity, easing], ease) {
    const f = { offset, translate: `${x}px ${y}px`, rotate: `${angle}deg`, scale: String(scale), easing: ease[easing] };
    if (opacity >= 0) f.opacity = opacity;
    return f;
  }

  function start(kind, id, slot, keyframes, timing) {
    const e = element(id);
    let box = null;
    if (kind === STILL) return outline(e);
    if (kind === KEPT) box = kept[slot];
    if (kind === RING && e && !outOfSight(e)) box = ring(e);
    if (kind === COPY && e) {
      box = token(e, kept[slot]);
      playing.push(e.animate([{ opacity: 0 }, { opacity: 0 }], { duration: timing.delay + timing.duration }));
    }
    if (box) {
      if (!flights().firstChild) sky.append(...symbols());
      sky.append(box);
    }
    const target = kind === OWN ? e : box && flying(box);
    if (!target) return;
    const animation = target.animate(keyframes, timing);
    playing.push(animation);
    if (box) animation.finished.then(() => box.remove(), () => {});
  }

  const flying = (box) => (box.classList.contains("flight") ? box : box.querySelector(".flight"));

  /** What flies is the token, even where the pod is drawn as something else before or after: part of a node, say. */
  function token(e, old) {
    const box = e.matches(".tok") || !old || !flying(old).matches(".tok") ? copyOf(e) : old;
    const r = seen(e), style = flying(box).style;
    style.setProperty("left", r.x + (r.width - parseFloat(style.width)) / 2 + "px");
    style.setProperty("top", r.y + (r.height - parseFloat(style.height)) / 2 + "px");
    return box;
  }

  /** The lens: a ring as large as the cell that it rests on. */
  function ring(e) {
    const r = e.getBoundingClientRect();
    const box = inflight.make("div", { class: "flight flight--ring" });
    for (const [name, value] of [["left", r.x], ["top", r.y], ["width", r.width], ["height", r.height]]) box.style.setProperty(name, value + "px");
    return box;
  }

  /** Under reduced motion nothing flies: what changed is outlined until the next step. */
  function outline(e) {
    if (!e) return;
    const look = { outline: "2px solid var(--scan-ink)", outlineOffset: "2px" };
    playing.push(e.animate([look, look], { duration: 1, fill: "forwards" }));
  }

  /** A jump: the page fades in. */
  function fade(duration) {
    const app = document.getElementById("app").firstElementChild;
    if (app) playing.push(app.animate([{ opacity: 0.3 }, { opacity: 1 }], { duration }));
  }

  Object.assign(inflight, { measure, keep, settle, play, fade });
})();
