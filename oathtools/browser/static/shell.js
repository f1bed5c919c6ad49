// The page: it shows what the worker answers, keeps the address after #, and tells how things stand.
// Addresses are those of `oathtools serve`, after a #: no host need know them, and what they carry is sent to nobody.
"use strict";

const here = new URL(".", import.meta.url);
const body = document.body;
const LOCK = "oathtools-sagas";

// -- the worker -----------------------------------------------------------------------------------------------------

let worker;
let ready; // settled once the worker answers
let waits = new Map();
let counter = 0;
let mine = false; // the sagas are open in this tab

function call(act, given = {}) {
  const id = ++counter;
  return new Promise((done, failed) => {
    waits.set(id, { done, failed });
    worker.postMessage({ id, act, ...given });
  });
}

function begin() {
  worker = new Worker(new URL("worker.js", here), { type: "module" });
  worker.addEventListener("message", ({ data }) => {
    if (data.loaded !== undefined) return loading(data.loaded);
    const { done, failed } = waits.get(data.id) ?? {};
    waits.delete(data.id);
    if (data.fault !== undefined) failed?.(new Error(data.fault));
    else done?.(data.came);
  });
  worker.addEventListener("error", (event) => say("broken", `This went wrong: ${event.message}`, "Begin anew", () => location.reload()));
  const columns = Math.max(40, Math.min(100, Math.floor((innerWidth - 60) / 7.6)));
  ready = call("begin", { sagas: mine, columns });
  ready.then(
    () => unsay("loading"),
    (fault) => say("loading", `It could not be loaded (${fault.message}).`, "Try again", () => location.reload()),
  );
  return ready;
}

function stop() {
  worker.terminate();
  const stopped = [...waits.values()];
  waits = new Map();
  say("loading", "Stopped. Nothing was changed.");
  begin();
  stopped.forEach(({ failed }) => failed(new Stopped()));
}

class Stopped extends Error {}

async function ask(path, { method = "GET", body: sent, kind = "application/x-www-form-urlencoded" } = {}) {
  await ready;
  const bytes = typeof sent === "string" ? new TextEncoder().encode(sent) : sent;
  const slow = setTimeout(() => say("slow", "This takes a while.", "Stop", stop), 1500);
  try {
    const came = await call("ask", { method, path, body: bytes, kind });
    if (came.unkept !== undefined) kept(came.unkept);
    return came;
  } finally {
    clearTimeout(slow);
    unsay("slow");
  }
}

function kept(fault) {
  if (!fault) return unsay("unkept");
  const why = fault === "QuotaExceededError" ? "the browser's storage is full" : `the browser does not keep it (${fault})`;
  say("unkept", `What was said last is on this page only: ${why}. Make room, or save the saga to a file.`, "Try again", async () =>
    kept((await call("keep")).unkept),
  );
}

addEventListener("beforeunload", (event) => {
  if (told.has("unkept")) event.preventDefault();
});

// -- what is told above the page: one thing at a time, the gravest first ---------------------------------------------

const GRAVEST = ["broken", "unkept", "slow", "loading", "version"];
const told = new Map();

function say(what, words, label, act, share) {
  told.set(what, { words, label, act, share });
  tell();
}

function unsay(what) {
  if (told.delete(what)) tell();
}

function tell() {
  const box = document.querySelector("#device");
  const now = told.get(GRAVEST.find((each) => told.has(each)));
  box.hidden = !now;
  if (!now) return;
  const [words, bar, button] = box.children;
  words.textContent = now.words;
  bar.hidden = now.share === undefined;
  if (now.share !== undefined) bar.value = now.share;
  button.hidden = !now.label;
  button.disabled = false; // whatever form is on its way
  button.textContent = now.label ?? "";
  button.onclick = now.act ?? null;
}

function loading(bytes) {
  const all = Number(body.dataset.bytes);
  const of = (count) => (count / 1e6).toFixed(1);
  if (bytes < all) say("loading", `Loading ${of(bytes)} of ${of(all)} MB`, undefined, undefined, bytes / all);
  else say("loading", "Getting ready");
}

// -- pages ------------------------------------------------------------------------------------------------------------

const decoder = new TextDecoder();
let turn = 0;
let early = {}; // look-ups that were made with the folder: there before the worker is

const carried = {
  card: (name) => `/card/${encodeURIComponent(name)}`,
  law: (ref) => `/law/${encodeURIComponent(ref)}`,
  ruling: (ref) => `/ruling/${encodeURIComponent(ref)}`,
  search: (words) => `/rules?q=${encodeURIComponent(words)}`,
  position: (text, rest) => `/position?${new URLSearchParams({ position: text, ...rest })}`,
  command: (line) => `/command?line=${encodeURIComponent(line)}`,
  odds(numbers, rest) {
    const [force = "", defense = "", defenders = "0"] = numbers.split("-");
    return `/odds?${new URLSearchParams({ force, defense, defenders, ...rest })}`;
  },
};

// The page that an address stands for: #/law/5.5.2, or what a link carries: #card=Longbows, #odds=6-4-3.
function asked() {
  const given = location.hash.slice(1);
  if (given.startsWith("/")) return given;
  const told = Object.fromEntries(new URLSearchParams(given));
  const kind = Object.keys(carried).find((each) => each in told);
  if (!kind) return "/";
  const { [kind]: value, ...rest } = told;
  return carried[kind](value, rest);
}

function open(where, instead = false) {
  if (instead) history.replaceState(null, "", `#${where}`);
  else if (`#${where}` !== location.hash) history.pushState(null, "", `#${where}`);
  return go(where);
}

async function go(where, sent) {
  const now = ++turn;
  const [path, spot] = where.split("#");
  const there = sent ? undefined : early[path];
  if (there) show(there, spot);
  body.setAttribute("aria-busy", "true");
  try {
    const came = await ask(path, sent);
    if (now !== turn) return;
    if (came.location) return open(came.location, !sent);
    if (came.type.startsWith("text/html")) {
      const text = decoder.decode(came.content);
      if (text !== there) show(text, spot, Boolean(there));
    } else save(came, path);
  } catch (fault) {
    if (!(fault instanceof Stopped)) {
      // What runs here has ended; what was answered is kept.
      const anew = () => location.reload();
      if (!told.has("loading")) say("broken", "This went wrong, and is our fault. What was answered is kept.", "Begin anew", anew);
      throw fault;
    }
    if (now === turn && !there) history.back();
  } finally {
    if (now === turn) body.removeAttribute("aria-busy");
  }
}

function show(text, spot, still = false) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const main = document.querySelector("main");
  if (fresh.querySelector("main#main")) {
    for (const part of ["nav", "#beside", "main"])
      document.querySelector(part).replaceWith(document.adoptNode(fresh.querySelector(part)));
    Object.assign(body.dataset, { at: fresh.body.dataset.at, tab: fresh.body.dataset.tab });
  } else {
    const frame = document.createElement("iframe");
    frame.title = fresh.title;
    frame.setAttribute("sandbox", "");
    frame.srcdoc = text;
    main.replaceChildren(frame);
  }
  document.title = fresh.title;
  document.querySelectorAll("a[href^='/']").forEach((each) => each.setAttribute("href", `#${each.getAttribute("href")}`));
  stands();
  document.dispatchEvent(new Event("shown"));
  const aim = spot && document.getElementById(spot);
  if (aim) aim.scrollIntoView();
  else if (!still) scrollTo(0, 0);
}

function save({ content, type }, path) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = `${decodeURIComponent(path.split("/").pop())}.zip`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  history.back();
}

addEventListener("hashchange", () => go(asked()));

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='#']");
  const to = link?.getAttribute("href") ?? "#/";
  if (to.startsWith("#/")) return;
  event.preventDefault();
  const aim = document.getElementById(to.slice(1));
  aim?.scrollIntoView();
  aim?.setAttribute("tabindex", "-1");
  aim?.focus();
});

addEventListener("submit", async (event) => {
  const form = event.target;
  if (event.defaultPrevented) return;
  event.preventDefault();
  const fields = new FormData(form);
  if (event.submitter?.name) fields.set(event.submitter.name, event.submitter.value);
  const action = form.getAttribute("action");
  if ("file" in form.dataset) {
    const file = fields.get("file");
    const sent = { method: "POST", body: new Uint8Array(await file.arrayBuffer()), kind: "application/zip" };
    return go(`${action}${encodeURIComponent(file.name)}`, sent);
  }
  const told = String(new URLSearchParams(fields));
  if (form.method === "get") open(`${action}?${told}`);
  else go(action, { method: "POST", body: told });
});

// What table.js asks by: pages and names come from the worker, and addresses stand after the #.
globalThis.oathtools = {
  async ask(where, how = {}) {
    const came = await ask(where, { ...how, body: how.body && String(how.body) });
    return new Response(came.content, { status: came.location ? 200 : came.status });
  },
  here: asked,
  moved: (where) => history.replaceState(null, "", `#${where}`),
};

// -- what the browser keeps -------------------------------------------------------------------------------------------

async function stands() {
  const marks = document.querySelectorAll("[data-says]");
  if (!marks.length || !mine) return;
  const asks = navigator.storage?.persist?.bind(navigator.storage);
  const safe = Boolean(await asks?.().catch(() => false));
  marks.forEach((each) => (each.hidden = each.dataset.says !== (safe ? "kept" : "not-kept")));
}

// One tab has the sagas. The others look things up, and have them as soon as it is closed.
function locked() {
  const hold = (lock) => {
    mine = Boolean(lock);
    return lock ? new Promise(() => {}) : undefined;
  };
  return new Promise((known) => {
    navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
      known(Boolean(lock));
      return hold(lock);
    });
  });
}

function queue() {
  navigator.locks.request(LOCK, async (lock) => {
    await ready;
    await call("sagas");
    mine = true;
    go(asked());
    return new Promise(() => {});
  });
}

// -- versions: the next one is offered, and taken when somebody says so -----------------------------------------------

async function offline() {
  if (!navigator.serviceWorker) return;
  const kept = await navigator.serviceWorker.register(new URL("../offline.js", here));
  let taking = false;
  const offer = (next) =>
    say("version", "A new version is here. Sagas go on in it.", "Take it", () => {
      taking = true;
      next.postMessage("take");
    });
  if (kept.waiting && navigator.serviceWorker.controller) offer(kept.waiting);
  kept.addEventListener("updatefound", () => {
    const next = kept.installing;
    next.addEventListener("statechange", () => {
      if (next.state === "installed" && navigator.serviceWorker.controller) offer(next);
    });
  });
  navigator.serviceWorker.addEventListener("controllerchange", () => taking && location.reload());
  await navigator.serviceWorker.ready;
  body.dataset.offline = "yes";
}

// -- begin ------------------------------------------------------------------------------------------------------------

mine = await locked();
begin();
if (!mine) queue();
fetch(new URL("early.json.packed", here))
  .then((answer) => new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).json())
  .then((pages) => {
    early = pages;
    if (body.dataset.tab === "" && early[asked()]) show(early[asked()]);
  })
  .catch(() => {});
go(asked());
ready.then(() => {
  early = {};
  body.dataset.ready = "yes";
  offline();
});
