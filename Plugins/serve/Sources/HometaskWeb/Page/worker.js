// SPDX-License-Identifier: Apache-2.0
//
// Keeps the page itself on the phone, so that it starts without a network. The server puts in the paths of its files and
// their version, so another version is another worker, which gets all files anew before it takes over.

const VERSION = "@VERSION@";
const FILES = @FILES@;
/** Where the thumbnails are that were shown; the page takes those out that are not to be seen any more. */
const THUMBNAILS = "thumbnails";

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(VERSION);
    // The page may have loaded them a moment ago: then the server says that they are the same.
    await cache.addAll(FILES.map((path) => new Request(path, { cache: "no-cache" })));
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
  // Signing in at a provider is the server's, and not a place of the page.
  if (url.pathname.startsWith("/sign-in/")) return;
  const path = event.request.mode === "navigate" ? "/" : url.pathname;
  event.respondWith((async () => (await (await caches.open(VERSION)).match(path)) ?? fetch(event.request))());
});

/** A thumbnail, which never changes. */
async function thumbnail(request) {
  const cache = await caches.open(THUMBNAILS);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}
