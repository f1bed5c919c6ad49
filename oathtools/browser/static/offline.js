// What was loaded once is there without a network. Each version keeps its files apart; the next one waits until it is
// taken, or until no page of this one is open.
"use strict";
const BUILD = @BUILD@;
const KEPT = `oathtools-${BUILD.version}`;

addEventListener("install", (event) => {
  const anew = BUILD.top.map((name) => new Request(name, { cache: "reload" }));
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([...anew, ...BUILD.files])));
});

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

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  const found = caches.open(KEPT).then((kept) => kept.match(event.request, { ignoreSearch: true }));
  event.respondWith(found.then((there) => there ?? fetch(event.request)));
});
