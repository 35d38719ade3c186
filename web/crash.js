// Runs the engine and stays when it stops: the recording is kept outside of it, the stage stays in sight, and a restart
// replays to the step before.
"use strict";
(() => {
  const root = document.documentElement;
  let recording = { text: "", at: "", before: "" };
  let printed = []; // what the engine last wrote to its error output

  /** make("p", {class: "x", onclick: f}, ...children) is an element. */
  function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === "function") element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  }

  function listen() {
    const decoder = new TextDecoder();
    let rest = "";
    globalThis.fs.writeSync = (fd, bytes) => {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop();
      for (const line of lines) {
        if (fd === 1) console.log(line);
        printed.push(line);
      }
      printed = printed.slice(-200);
      return bytes.length;
    };
  }

  /** Runs a compiled engine; resume is a recording to replay, or null. Rejects if it never drew a picture. */
  async function run(module, resume) {
    listen();
    printed = [];
    inflight.resume = resume;
    const go = new Go();
    const instance = await WebAssembly.instantiate(module, go.importObject);
    await new Promise((resolve, reject) => {
      let drawn = false, told = false;
      const stopped = (why) => {
        if (told) return;
        told = true;
        go.exited = true;
        for (const id of go._scheduledTimeouts.values()) clearTimeout(id);
        if (!drawn && !resume) return reject(Object.assign(new Error(why), { kind: "start" }));
        crashed(module, why, !drawn);
        resolve();
      };
      deafen(go, stopped);
      inflight.drawn = () => { drawn = true; };
      go.exit = (code) => { if (code === 0) printed.push("exit"); };
      go.run(instance).catch((error) => printed.push(String(error?.stack ?? error))).then(() => stopped(printed.join("\n")));
    });
  }

  /** An engine that has stopped hears nothing more, and one that traps in a callback has stopped. */
  function deafen(go, stopped) {
    const wrap = go._makeFuncWrapper.bind(go);
    go._makeFuncWrapper = (id) => {
      const call = wrap(id);
      return function (...args) {
        if (go.exited) return undefined;
        try { return call.apply(this, args); } catch (error) { stopped(String(error?.stack ?? error)); return undefined; }
      };
    };
  }

  function crashed(module, details, again) {
    const { say } = inflight;
    const { at, before, text } = recording;
    console.error(details);
    inflight.settle();
    document.getElementById("crash")?.remove();
    document.getElementById("app").inert = true;
    document.getElementById("before").hidden = true;
    root.dataset.ready = "crashed";
    const restart = (resume) => () => {
      document.getElementById("crash").remove();
      document.getElementById("app").inert = false;
      root.dataset.ready = "";
      inflight.empty();
      run(module, resume).catch(inflight.failed);
    };
    const first = details.split("\n").find((line) => /^(panic|fatal error|runtime|RangeError|RuntimeError)/.test(line)) ?? details.split("\n")[0];
    const buttons = [];
    if (text) {
      buttons.push(
        make("button", { type: "button", class: "btn btn--fill", onclick: restart({ text, at: before }) },
          before ? say(`Restart at step ${before}`, `ステップ ${before} から再開`) : say("Restart", "再開")),
        make("button", { type: "button", class: "btn btn--line", onclick: () => save(text) }, say("Recording", "記録をダウンロード")));
    }
    if (!text || again) {
      buttons.push(make("button", { type: "button", class: text ? "btn btn--line" : "btn btn--fill", onclick: restart(null) }, say("Start over", "最初から始める")));
    }
    const box = make("section", { class: "crash", role: "alert", "aria-labelledby": "crash-title" },
      make("h1", { id: "crash-title" }, at
        ? say(`The engine stopped at step ${at}`, `エンジンがステップ ${at} で停止しました`)
        : say("The engine stopped", "エンジンが停止しました")),
      make("p", {}, text
        ? say(`Your steps are safe. Restart to replay them up to step ${before || "1"}, or download the recording to report it.`,
          `ここまでの操作は保存されています。再開するとステップ ${before || "1"} まで再生します。報告するときは記録をダウンロードしてください。`)
        : say("Nothing was recorded yet. Start over.", "まだ記録はありません。最初から始めてください。")),
      make("div", { class: "btn-row" }, ...buttons),
      make("details", {}, make("summary", {}, say("Details", "詳細")), make("p", {}, make("code", {}, first)), make("pre", {}, details)));
    document.body.append(make("main", { id: "crash" }, box));
    buttons[0].focus();
  }

  function save(text) {
    const url = URL.createObjectURL(new Blob([text], { type: "text/yaml" }));
    const link = make("a", { href: url, download: "inflight-recording.yaml" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }

  Object.assign(inflight, {
    run, make,
    /** Called by the engine on every step. */
    record(text, at, before) { recording = { text, at, before }; },
  });
})();
