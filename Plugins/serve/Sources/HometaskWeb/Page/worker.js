// SPDX-License-Identifier: Apache-2.0
//
// Keeps the page itself on the phone, so that it starts without a network. The server puts in the paths of its files and
// their version, so another version is another worker, which gets all files anew before it takes over.

const VERSION = "@VERSION@";
const FILES = @FILES@;
/** The files of the map, which are large: they are kept once somebody has opened it. */
const MAP = @MAP@;
/** Where the thumbnails are that were shown; the page takes those out that are not to be seen any more. */
const THUMBNAILS = "thumbnails";

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    // Another version is about to take over: it has to keep the map as well if this phone has it.
    const files = (await caches.match(MAP[0])) ? [...FILES, ...MAP] : FILES;
    const cache = await caches.open(VERSION);
    // The page may have loaded them a moment ago: then the server says that they are the same.
    await cache.addAll(files.map((path) => new Request(path, { cache: "no-cache" })));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (![VERSION, THUMBNAILS].includes(name)) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("message", (event) => { event.waitUntil(self.clients.claim()); });

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin || event.request.method !== "GET") return;
  if (url.pathname.startsWith("/api/")) {
    if (url.pathname.endsWith("/thumbnail")) event.respondWith(thumbnail(event.request));
    return;
  }
  const isPage = event.request.mode === "navigate" && !MAP.includes(url.pathname);
  const path = isPage ? "/" : url.pathname;
  event.respondWith(file(path, event.request));
});

/** A file of the page, as it is kept; one of the map is kept from now on. */
async function file(path, request) {
  const cache = await caches.open(VERSION);
  const kept = await cache.match(path);
  if (kept) return kept;
  const response = await fetch(request);
  // The server may have another version by now, whose worker will get its own.
  const isOwn = response.ok && response.headers.get("ETag")?.includes(VERSION);
  if (isOwn && MAP.includes(path)) await cache.put(path, response.clone());
  return response;
}

/** A thumbnail, which never changes. */
async function thumbnail(request) {
  const cache = await caches.open(THUMBNAILS);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}
