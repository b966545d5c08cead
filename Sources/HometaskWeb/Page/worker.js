// SPDX-License-Identifier: Apache-2.0
//
// Caches the page on the phone, so that it starts offline. The server inserts the file paths and their version, so each
// version is a new worker, which fetches all files before it takes over.

const VERSION = "@VERSION@";
const FILES = @FILES@;
/** The files of the map, which are large: cached once it is opened. */
const MAP = @MAP@;
/** The cache of shown thumbnails, from which the page removes outdated ones. */
const THUMBNAILS = "thumbnails";
/** The cache with the messages of notifications, in the language of the page, and with chosen actions. */
const WORDS = "words";

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    // A new version caches the map as well if this phone has it.
    const files = (await caches.match(MAP[0])) ? [...FILES, ...MAP] : FILES;
    const cache = await caches.open(VERSION);
    // Revalidated, since the page may have loaded the files a moment ago.
    await cache.addAll(files.map((path) => new Request(path, { cache: "no-cache" })));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (![VERSION, THUMBNAILS, WORDS].includes(name)) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("message", (event) => { event.waitUntil(self.clients.claim()); });

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin || event.request.method !== "GET") return;
  if (url.pathname.startsWith("/api/")) {
    if (url.pathname.endsWith("/thumbnail")) event.respondWith(thumbnail(event.request));
    if (url.pathname.endsWith("/original")) event.respondWith(original(event.request));
    return;
  }
  // The plain pages always come from the server.
  if (url.pathname === "/plain" || url.pathname.startsWith("/plain/")) return;
  // Signing in at a provider is handled by the server, not by the page.
  if (url.pathname.startsWith("/sign-in/")) return;
  const isPage = event.request.mode === "navigate" && !MAP.includes(url.pathname);
  const path = isPage ? "/" : url.pathname;
  event.respondWith(file(path, event.request));
});

/** Returns a file of the page, from the cache if present; a file of the map is cached on first use. */
async function file(path, request) {
  const cache = await caches.open(VERSION);
  const kept = await cache.match(path);
  if (kept) return kept;
  const response = await fetch(request);
  // The server may have another version by now, whose worker fetches its own files.
  const isOwn = response.ok && response.headers.get("ETag")?.includes(VERSION);
  if (isOwn && MAP.includes(path)) await cache.put(path, response.clone());
  return response;
}

/** Returns a thumbnail, immutable and therefore cached. */
async function thumbnail(request) {
  const cache = await caches.open(THUMBNAILS);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/** The maximum number of unsuccessful requests for an original, and the delay before a retry, in milliseconds. */
const TRIES = 5;
const WAIT = 2000;
/** The minimum size of a part, in bytes. */
const LEAST = 16384;

/**
 * Returns the original of a photo. If the response is cut off, the worker requests the rest. The browser may drop the
 * bytes received before the cut. Therefore, after a part that yields no bytes, the worker requests a quarter of its
 * size: a part that ends before the connection breaks arrives whole.
 */
async function original(request) {
  const response = await fetch(request);
  const tag = response.headers.get("ETag");
  const length = Number(response.headers.get("Content-Length"));
  if (response.status !== 200 || !response.body || !tag || !length) return response;
  let reader = response.body.getReader();
  let [received, most, isCancelled] = [0, length, false];
  const resume = async () => {
    most = Math.min(most, length - received);
    const headers = { Range: `bytes=${received}-${received + most - 1}`, "If-Range": tag };
    const rest = await fetch(request.url, { headers, credentials: "same-origin" }).catch(() => undefined);
    // Signed out, or the photo has changed. A request to a busy server is retried.
    if (rest && rest.status !== 206 && rest.status !== 429 && rest.status < 500) throw new Error(`the rest has the status ${rest.status}`);
    if (rest?.status !== 206) return false;
    reader = rest.body.getReader();
    if (isCancelled) await reader.cancel();
    return true;
  };
  const pull = async (controller) => {
    let [tries, isAsked, isAnswered] = [0, false, false];
    while (received < length) {
      /** @type {any} */
      const { value } = await reader.read().catch(() => ({}));
      if (value) {
        received += value.length;
        return controller.enqueue(value);
      }
      if (isAsked) {
        if (isAnswered && most > LEAST) most = Math.max(LEAST, Math.ceil(most / 4));
        else if ((tries += 1) > TRIES) throw new Error("the photo was cut off");
        await new Promise((resolve) => { setTimeout(resolve, WAIT); });
      }
      isAnswered = await resume();
      isAsked = true;
    }
    controller.close();
  };
  const cancel = (reason) => {
    isCancelled = true;
    return reader.cancel(reason);
  };
  return new Response(new ReadableStream({ pull, cancel }), { status: response.status, headers: response.headers });
}

// Sending while the page is closed

self.addEventListener("sync", (event) => { if (event.tag === "hometask") event.waitUntil(sendKept()); });

/**
 * Sends pending changes, unless a page is visible, which sends them itself. If this fails, the browser retries later.
 */
async function sendKept() {
  const pages = await self.clients.matchAll({ type: "window" });
  const seen = pages.filter(({ url, visibilityState }) => visibilityState === "visible" && new URL(url).pathname === "/");
  if (seen.length) return seen.forEach((page) => page.postMessage("send"));
  // The order matters: the task of a photo may be in the request.
  const alone = (lock, body) => navigator.locks.request(lock, { ifAvailable: true }, (isFree) => isFree && body());
  await alone("exchange", sendRequest);
  await alone("photos", sendPhotos);
}

/**
 * Sends the pending request if it has edits. The answer is ignored, because only the page can merge it: when opened,
 * the page repeats the same request, which is idempotent.
 */
async function sendRequest() {
  const kept = await change(async (device, state) => {
    const outbox = await answer(state.get("outbox"));
    if (!Object.keys(outbox?.sent ?? {}).length) return undefined;
    // Mark as possibly delivered.
    state.put({ ...outbox, isUnsent: false }, "outbox");
    return { device, body: outbox.body };
  });
  if (kept) await send("POST", `${kept.device}/exchange`, kept.body);
}

/** The size of a part, in bytes: small enough for a bad connection, since nobody waits for these photos. */
const PART = 65536;

/**
 * Sends the unsent photos, and stores the outcome of each: when opened, the page reports the outcome, and deletes the
 * photo. A refused photo is left to the page.
 */
async function sendPhotos() {
  const [device, waiting = []] = (await change(async (own, state, photos) => [own, await answer(photos.getAll())])) ?? [];
  const now = Date.now();
  let failure;
  for (const photo of waiting.filter(({ why, outcome }) => !why && !outcome)) {
    try {
      if (photo.until > now) throw new Error("the position of a photo is waited for");
      const outcome = await attach(device, photo);
      await change(async (own, state, photos) => {
        const kept = await answer(photos.get(photo.key));
        if (kept) photos.put({ ...kept, outcome });
      });
    } catch (error) {
      failure = error;
    }
  }
  if (failure) throw failure;
}

/** Attaches a photo, as the page does; returns the outcome, or undefined if it is refused. */
async function attach(device, { sha256, bytes, task, hunt, captured, position }) {
  const size = bytes.byteLength;
  const about = hunt ? { kind: "hunt", id: hunt } : { kind: "task", id: task };
  const body = JSON.stringify({ sha256, bytes: size, about, captured, position });
  const ask = () => send("POST", `${device}/photos`, body, "application/json");
  let response = await ask();
  if (response.status === 409) {
    let { received = 0 } = await response.json();
    while (received < size) {
      const place = `${device}/uploads/${sha256}?bytes=${size}&from=${received}`;
      response = await send("PUT", place, bytes.slice(received, received + PART), "application/octet-stream");
      ({ received } = await response.json());
    }
    response = await ask();
    if (response.status === 409) throw new Error("a photo has not arrived as it is");
  }
  return response.ok ? response.json() : undefined;
}

/** Sends a request as this phone. */
async function send(method, place, body, type = "application/json") {
  const response = await fetch(`/api/phones/${place}`, { method, body, headers: { "Content-Type": type }, credentials: "same-origin" });
  if (response.status >= 500 || response.status === 429) throw new Error(`the server has answered with the status ${response.status}`);
  return response;
}

// The store of the page: see store.js, which workers cannot import in every browser.

/** Awaits the result of a database request. */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Runs a function in a transaction, with this browser's device; a no-op if the browser is not a family's phone. */
async function change(body) {
  const opening = indexedDB.open("hometask");
  opening.onupgradeneeded = () => opening.transaction.abort();
  const database = await answer(opening).catch(() => undefined);
  if (!database) return undefined;
  try {
    const transaction = database.transaction(["state", "photos"], "readwrite", { durability: "strict" });
    const end = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const [state, photos] = ["state", "photos"].map((name) => transaction.objectStore(name));
    const phone = await answer(state.get("phone"));
    const result = phone && (await body(phone.device, state, photos));
    await end;
    return result;
  } finally {
    database.close();
  }
}

// Reminders

self.addEventListener("push", (event) => { event.waitUntil(remind(event.data)); });

/** Shows a reminder. Browsers require a notification, so an unreadable reminder is shown without a task. */
async function remind(data) {
  let reminder;
  try { reminder = data.json(); } catch { /* it is not from this server, or from another version of it */ }
  const words = (await (await caches.match("/words"))?.json()) ?? { done: "Done", later: "In an hour", more: "A reminder", language: "en" };
  if (!reminder?.task) return self.registration.showNotification(words.more, { icon: "/icon.svg" });
  const { id, title, body, task, due } = reminder;
  // One notification per task. A repeated reminder makes no sound.
  const [before] = await self.registration.getNotifications({ tag: task });
  await self.registration.showNotification(title, {
    body: [dueWords(due, words), body].filter(Boolean).join("\n"), tag: task, renotify: before?.data?.id !== id, icon: "/icon.svg",
    lang: words.language, data: { id, task },
    actions: [{ action: "done", title: words.done }, { action: "later", title: words.later }],
  });
}

/**
 * Formats the due date of a task, in the family's time zone; empty if this browser does not know the zone.
 *
 * @param {{date?: string, at?: string}} due
 */
function dueWords({ date, at } = {}, { locale, zone }) {
  /** @type {Intl.DateTimeFormatOptions} */
  const day = { weekday: "long", day: "numeric", month: "long" };
  try {
    if (date) return new Date(`${date}T00:00:00Z`).toLocaleDateString(locale, { ...day, timeZone: "UTC" });
    return at ? new Date(at).toLocaleString(locale, { ...day, hour: "2-digit", minute: "2-digit", timeZone: zone }) : "";
  } catch {
    return "";
  }
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.task, event.action));
});

/**
 * Opens a task in the page, which performs the chosen action, because only the page stores edits. The action is passed
 * in a cache and not in the URL, which a link on another site could set.
 */
async function open(task, action) {
  if (task) {
    const chosen = new Response(JSON.stringify({ task, action, time: Date.now() }));
    await (await caches.open(WORDS)).put(`/chosen/${task}`, chosen);
  }
  const pages = await self.clients.matchAll({ type: "window" });
  const page = pages.find(({ url }) => new URL(url).pathname === "/");
  if (!page) return self.clients.openWindow(task ? `/#/task/${task}` : "/");
  page.postMessage("chosen");
  // Browsers allow this only shortly after a tap.
  await page.focus().catch(() => {});
}
