// Only on a page served with -dev: takes over new builds as they come.
"use strict";
{
  const base = new URL("events", document.currentScript.src);
  const source = new EventSource(base);

  source.addEventListener("reload", () => location.reload());

  source.addEventListener("css", () => {
    for (const link of document.querySelectorAll('link[rel="stylesheet"]')) {
      const url = new URL(link.href);
      url.searchParams.set("t", Date.now());
      link.href = url.href;
    }
    hide();
  });

  source.addEventListener("failed", (e) => show(e.data));

  // The server was started again: its page may be another one.
  let greeted = false;
  source.addEventListener("hello", () => {
    if (greeted) location.reload();
    greeted = true;
  });

  let box = null;
  function show(text) {
    hide();
    box = document.createElement("pre");
    box.setAttribute("role", "alert");
    box.textContent = text;
    Object.assign(box.style, {
      position: "fixed", inset: "auto 0 0 0", maxHeight: "60vh", overflow: "auto",
      margin: "0", padding: "1em", zIndex: "2147483647",
      background: "#7a1420", color: "#fff", font: "13px/1.5 monospace", whiteSpace: "pre-wrap",
    });
    document.body.append(box);
  }
  function hide() {
    if (box) box.remove();
    box = null;
  }
}
