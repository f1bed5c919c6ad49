// What was loaded once is there without a network. Each version keeps its files apart; the next one waits until it is
// taken, or until no page of this one is open.
"use strict";
const BUILD = @BUILD@;
const KEPT = `oathtools-${BUILD.version}`;

// The runtime is kept unpacked: a browser keeps what it made of it for the next start only if it comes as it is.
const RUNTIME = BUILD.files.find((name) => name.endsWith(".wasm.packed"));

async function keep() {
  const kept = await caches.open(KEPT);
  const anew = BUILD.top.map((name) => new Request(name, { cache: "reload" }));
  await kept.addAll([...anew, ...BUILD.files.filter((name) => name !== RUNTIME)]);
  const came = await fetch(RUNTIME);
  if (!came.ok) throw new Error(`${RUNTIME}: ${came.status}`);
  const headers = { "content-type": "application/wasm" };
  const runtime = new Response(came.body.pipeThrough(new DecompressionStream("gzip")), { headers });
  await kept.put(RUNTIME.replace(".packed", ""), runtime);
}

addEventListener("install", (event) => event.waitUntil(keep()));

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("oathtools-") && name !== KEPT;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener("message", (event) => {
  if (event.data === "take") skipWaiting();
});

// What else of this version is wanted, by whatever browser, is kept from then on.
async function answered(request) {
  const kept = await caches.open(KEPT);
  const there = await kept.match(request, { ignoreSearch: true });
  if (there) return there;
  const came = await fetch(request);
  if (came.ok && request.url.endsWith(".tar.packed")) kept.put(request, came.clone()).catch(() => {});
  return came;
}

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(answered(event.request));
});
