// Starts the engine: fetches it with real progress, compiles it while it arrives, runs it, and says what to do when that
// fails. What happens when a running engine stops is in crash.js.
"use strict";
(() => {
  const root = document.documentElement;
  const $ = (id) => document.getElementById(id);
  const SLOW = 10_000; // ms until reading without the engine is offered

  // The language and theme of the last visit, for the moments before the engine knows them.
  const last = (name) => { try { return localStorage.getItem("inflight." + name); } catch { return null; } };
  root.dataset.js = "";
  root.lang = last("lang") ?? ((navigator.languages ?? []).find((l) => /^(ja|en)\b/.test(l)) ?? "en").slice(0, 2);
  root.dataset.theme = last("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

  const say = (en, ja) => (root.lang === "ja" ? ja : en);
  const megabytes = (n) => (n / 1e6).toFixed(1);
  let module = null;
  let slow = 0;

  function progress(got, all) {
    const bar = $("loading-bar");
    if (all) bar.max = all;
    if (all) bar.value = Math.min(got, all);
    $("loading-bytes").textContent = all
      ? say(`${megabytes(got)} of ${megabytes(all)} MB.`, `${megabytes(all)} MB 中 ${megabytes(got)} MB。`)
      : say(`${megabytes(got)} MB.`, `${megabytes(got)} MB。`);
  }

  /** The bytes of an answer, counted as they pass. */
  function counted(answer, all) {
    let got = 0;
    progress(0, all);
    const count = new TransformStream({
      transform(chunk, out) { progress((got += chunk.byteLength), all); out.enqueue(chunk); },
      flush() { performance.mark("inflight:fetched"); },
    });
    return new Response(answer.body.pipeThrough(count), { headers: { "Content-Type": "application/wasm" } });
  }

  async function compile() {
    if (typeof WebAssembly !== "object") throw new Failure("wasm");
    let answer;
    try { answer = await fetch(root.dataset.app); } catch (cause) { throw new Failure("network", cause); }
    if (!answer.ok) throw new Failure("server", `${answer.status} ${answer.statusText}`);
    try {
      return await WebAssembly.compileStreaming(counted(answer, Number(root.dataset.appBytes)));
    } catch (cause) {
      throw new Failure(cause instanceof WebAssembly.CompileError ? "compile" : "network", cause);
    }
  }

  class Failure extends Error {
    constructor(kind, cause) { super(String(cause?.message ?? cause ?? kind)); this.kind = kind; }
  }

  const advice = {
    wasm: ["This browser cannot run WebAssembly. Open the page in a current Firefox, Chrome, Edge or Safari.",
      "このブラウザーは WebAssembly を実行できません。新しい Firefox、Chrome、Edge、Safari で開いてください。"],
    network: ["The engine did not arrive. Check the connection to the server, then try again.",
      "エンジンを受信できませんでした。サーバーとの接続を確かめてから、もう一度お試しください。"],
    server: ["The server has no engine to give. If you run the server yourself, build the page first (make run), then try again.",
      "サーバーにエンジンがありません。ご自分でサーバーを動かしている場合は、先にページをビルドして（make run）、もう一度お試しください。"],
    compile: ["The engine arrived damaged, or a rule of the browser forbids it. Load the page again without its cache (Ctrl+Shift+R).",
      "エンジンが壊れて届いたか、ブラウザーの設定で禁止されています。キャッシュを使わずに読み込み直してください（Ctrl+Shift+R）。"],
    start: ["The engine did not start. Try again; if it stays so, report the details.",
      "エンジンが起動しませんでした。もう一度お試しください。繰り返す場合は、詳細を添えてご報告ください。"],
  };

  function failed(failure) {
    clearTimeout(slow);
    const text = advice[failure.kind] ?? advice.start;
    $("loading").hidden = true;
    $("failed").hidden = false;
    $("failed").replaceChildren(
      inflight.make("h2", { id: "failed-title" }, say("The engine is not here", "エンジンを利用できません")),
      inflight.make("p", {}, say(...text)),
      inflight.make("p", {}, inflight.make("button", { type: "button", class: "btn btn--fill", onclick: begin }, say("Try again", "もう一度試す"))),
      inflight.make("details", {}, inflight.make("summary", {}, say("Details", "詳細")), inflight.make("code", {}, failure.message)));
    $("before").hidden = false;
    root.dataset.ready = "failed";
  }

  /** The lessons' archive, if the page names one; the engine mounts it. */
  function lessons() {
    const address = root.dataset.lessons;
    if (!address) return null;
    const sent = fetch(address).then((answer) => (answer.ok ? answer.arrayBuffer() : Promise.reject(new Error(`${address}: ${answer.status}`))));
    sent.catch(() => {}); // the engine asks for it later
    return sent;
  }

  async function begin() {
    inflight.lessons ??= lessons();
    $("failed").hidden = true;
    $("loading").hidden = false;
    slow = setTimeout(() => { $("loading-slow").hidden = false; }, SLOW);
    try {
      module ??= await compile();
      await inflight.run(module, null);
    } catch (failure) {
      failed(failure);
    }
  }

  Object.assign(inflight, {
    say, failed,
    /** The first picture is on the page. */
    ready() {
      inflight.drawn();
      performance.mark("inflight:picture");
      clearTimeout(slow);
      $("before").hidden = true;
      root.dataset.ready = "true";
    },
    /** Language and theme for the next visit's first moments. */
    remember(name, value) { try { localStorage.setItem("inflight." + name, value); } catch { /* as private as it likes */ } },
  });

  $("loading-read").addEventListener("click", () => {
    root.dataset.reading = "";
    $("loading-slow").hidden = true;
  });
  begin();
})();
