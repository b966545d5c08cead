// SPDX-License-Identifier: Apache-2.0
//
// Photos of tasks, attached and unsent. A photo is stored durably before anything else is done with it.

import { app } from "/app.js";
import { Family } from "/family.js";
import { t } from "/messages.js";
import { post, Rejected, request, sha256, SignedOut, Unreachable } from "/requests.js";
import { answer, change, view } from "/store.js";
import { attempt, element, say } from "/view.js";
import { timeWords } from "/words.js";

/** The maximum and minimum size of an uploaded part of a file, in bytes. */
const PART = 512 << 10;
const LEAST = 16 << 10;
/** The time-out for locating the phone, in milliseconds. */
const PATIENCE = 15000;
/** The maximum age, in milliseconds, of a file that counts as taken just now, at the phone's position. */
const FRESH = 120000;

/** The unsent photos, sorted by key. */
let unsent = [];
/** The current maximum part size: some connections drop larger uploads. */
let most = PART;
/** The object URLs of the unsent photos, by key. */
const addresses = new Map();

/** Reads the unsent photos from the store. */
export async function loadPhotos() {
  const kept = await view((state, docs, photos) => answer(photos.getAll()));
  unsent = kept.map(withFile);
  for (const { key, file } of unsent) if (!addresses.has(key)) addresses.set(key, URL.createObjectURL(file));
  for (const [key, address] of addresses) {
    if (unsent.some((photo) => photo.key === key)) continue;
    URL.revokeObjectURL(address);
    addresses.delete(key);
  }
}

/** Returns a stored photo with its file. The store has bytes, because WebKit stores no files in a private window. */
function withFile(photo) {
  const { bytes, type, name } = photo;
  return { ...photo, file: new File([bytes], name, { type }) };
}

/** Returns the number of unsent photos. */
export function countUnsentPhotos() { return unsent.length; }

/** Downloads the unsent photos as files. */
export async function exportPhotos() {
  await loadPhotos();
  for (const { key, file } of unsent) {
    element("a", { href: addresses.get(key), download: file.name || "photo.jpg" }).click();
    // Browsers start only the first of several simultaneous downloads.
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** Renders all unsent photos, whatever their subject. */
export function renderUnsentPhotos() {
  return unsent.length > 0 && [
    element("h2", {}, t("Photos that were not sent yet")), element("ul", { class: "photos" }, unsent.map(renderUnsent)),
  ];
}

/** Renders the photos of a task, and the controls to add one. */
export function renderPhotos(task, isNeeded) {
  const waiting = unsent.filter((photo) => photo.task === task);
  const choose = (id, title, more) => [
    element("input", {
      type: "file", accept: "image/*", id, name: id, class: "hidden", ...more,
      onchange: ({ target }) => attempt(() => addPhotos(task, target)),
    }),
    element("label", { for: id, class: "button" }, title), " ",
  ];
  return [
    element("h2", {}, t("Photos")),
    isNeeded && element("p", {}, t("This task is done once a photo proves it.")),
    element("ul", { class: "photos" }, app.family.photos(task).map(renderPhoto), waiting.map(renderUnsent)),
    element("p", {}, isPhone() && choose("camera", t("Take a photo"), { capture: "environment" }),
      choose("photo", t("Add a photo"), { multiple: true })),
  ];
}

/** Whether the device is operated by touch: other devices would open a file chooser instead of the camera. */
function isPhone() { return matchMedia("(pointer: coarse)").matches; }

/** The sources of a photo's location. */
const SOURCES = {
  device: () => t("Place: where the device was"), exif: () => t("Place: from the file"), hand: () => t("Place: set by hand"),
};

function renderPhoto({ id, caption, attached, about, location }) {
  const path = `/api/phones/${app.family.phone.device}/photos/${id}`;
  const words = `${caption ?? t("Photo")}, ${app.family.name(attached?.by)}, ${timeWords(attached?.at)}`;
  // The map leaves out photos of treasure hunts.
  const source = about?.kind !== "hunt" && location && (Object.hasOwn(SOURCES, location.source) ? SOURCES[location.source]() : t("Place"));
  return element("li", { "data-key": id },
    element("a", { href: `${path}/original`, target: "_blank" }, element("img", { src: `${path}/thumbnail`, alt: words, loading: "lazy", onerror: loadAgain })),
    source && element("small", {}, element("a", { href: `#/map/${id}` }, source)));
}

/** Retries a failed image with exponential back-off, from 2 to 64 seconds. */
function loadAgain({ target }) {
  const wait = Number(target.dataset.wait ?? 2);
  target.dataset.wait = wait * 2;
  if (wait <= 64) setTimeout(() => { target.src = target.getAttribute("src"); }, wait * 1000);
}

function renderUnsent({ key, why }) {
  const remove = () => forgetPhoto(key).then(() => app.render());
  return element("li", { "data-key": key },
    element("img", { src: addresses.get(key), alt: t("A photo that was not sent yet") }),
    element("small", { class: "unsent" }, why ? `${t("Not accepted")}: ${why}` : t("Not sent yet")),
    why && element("button", { onclick: () => attempt(remove) }, t("Delete")));
}

/** Stores the chosen photos, and sends them. */
async function addPhotos(task, control) {
  const files = [...control.files];
  control.value = "";
  const failed = [];
  const keys = [];
  for (const file of files) {
    try {
      keys.push(await keep({ task, captured: control.id === "camera" }, file));
    } catch {
      failed.push(file.name);
    }
  }
  await loadPhotos();
  app.render();
  navigator.storage?.persist?.();
  if (failed.length) say(t("This phone cannot keep: {names}", { names: failed.join(", ") }));
  await locate(keys);
  app.changed();
}

/**
 * Stores a photo for a clue of a treasure hunt, with the phone's position. Returns it with `isFresh`: whether it was
 * taken just now, and not before `start`.
 */
export async function keepForHunt(hunt, file, start) {
  const isFresh = isNew(file) && file.lastModified + (app.family.phone.skew ?? 0) >= start;
  const key = await keep({ hunt, captured: true }, file);
  await loadPhotos();
  // A cached position may be outdated: players walk.
  await locate([key], 0);
  return { ...unsent.find((photo) => photo.key === key), key, isFresh };
}

/** Deletes an unsent photo from the store. */
export async function forgetPhoto(key) {
  await change((state, docs, photos) => { photos.delete(key); });
  await loadPhotos();
}

/** Renders the picture of a photo, if the photo is attached. */
export function renderPicture(id) {
  const path = Family.path("photo", id);
  return !app.family.isGone(path) && renderPhoto(app.family.read(path).shown);
}

/** Whether a file was created just now. */
function isNew({ lastModified }) { return Math.abs(Date.now() - lastModified) < FRESH; }

/** Stores a photo of a task or of a hunt, and returns its key. */
async function keep(subject, file) {
  const bytes = await file.arrayBuffer();
  const digest = await sha256(bytes);
  const isWaiting = isNew(file) && Boolean(navigator.geolocation);
  const { name, type } = file;
  const photo = {
    key: `${digest} ${subject.task ?? subject.hunt}`, sha256: digest, bytes, name, type, ...subject, ...(isWaiting && { until: Date.now() + PATIENCE }),
  };
  await change((state, docs, photos) => { photos.put(photo); });
  return photo.key;
}

/**
 * Adds the phone's position, at most `maximumAge` milliseconds old, to the photos taken just now. Times out after
 * `PATIENCE`.
 */
async function locate(keys, maximumAge = 60000) {
  if (!unsent.some((photo) => keys.includes(photo.key) && photo.until)) return;
  const position = await Promise.race([findPosition(maximumAge), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  await Promise.all(keys.map((key) => update(key, ({ until, ...photo }) => (until ? { ...photo, position } : undefined))));
  await loadPhotos();
}

function findPosition(maximumAge) {
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(({ coords, timestamp }) => resolve({
      latitude: coords.latitude, longitude: coords.longitude, accuracy: coords.accuracy,
      at: new Date(timestamp + (app.family.phone.skew ?? 0)).toISOString().replace(/\.\d+Z$/, "Z"),
    }), () => resolve(undefined), { enableHighAccuracy: true, timeout: PATIENCE, maximumAge });
  });
}

/** Updates an unsent photo in the store; a no-op if it is no longer there. */
function update(key, edit) {
  return change(async (state, docs, photos) => {
    const photo = await answer(photos.get(key));
    const next = photo && edit(photo);
    if (next) photos.put(next);
  });
}

/** Sends the unsent photos, in one tab at a time. */
export function sendPhotos() {
  return navigator.locks.request("photos", async () => {
    await loadPhotos();
    const faults = [];
    for (const { key } of unsent) {
      // Read again: while another photo was sent, this one may have got its position, or have been deleted.
      const photo = await view((state, docs, photos) => answer(photos.get(key)));
      if (!photo || photo.why) continue;
      if (photo.until > Date.now()) {
        setTimeout(() => app.changed(), photo.until - Date.now() + 100);
        continue;
      }
      try {
        await sendPhoto(withFile(photo));
      } catch (error) {
        if (error instanceof SignedOut || error instanceof Unreachable) throw error;
        faults.push(error);
      }
      await loadPhotos();
      app.render();
    }
    if (faults.length) throw faults[0];
  });
}

async function sendPhoto(photo) {
  try {
    // The worker may have attached the photo while the page was closed.
    const { completed, objection } = photo.outcome ?? (await attach(photo));
    await change((state, docs, photos) => { photos.delete(photo.key); });
    if (completed) say(t("Done: {title}", { title: app.family.task(completed)?.shown.title }));
    else if (objection) say(t("The photo does not prove the task: {reason}", { reason: objection }));
  } catch (error) {
    const isFinal = error instanceof Rejected && error.status !== 409
      // An unsent task may reach the server with the next exchange.
      && (error.status !== 404 || !photo.task || !app.family.task(photo.task)?.isUnsent);
    if (!isFinal) throw error;
    await update(photo.key, (kept) => ({ ...kept, why: error.message }));
  }
}

/** Deletes the cached thumbnails of missing photos, and those of the browser's former phones. */
export async function forgetPictures() {
  const cache = await caches.open("thumbnails");
  const own = `/api/phones/${app.family.phone.device}/photos/`;
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    const id = pathname.startsWith(own) && pathname.slice(own.length).split("/")[0];
    if (!id || app.family.isGone(Family.path("photo", id))) await cache.delete(url);
  }
}

/** Attaches a photo: uploads the parts of its file that the server does not have, each atomically. */
async function attach({ sha256, file, task, hunt, captured, position }) {
  const path = `/api/phones/${app.family.phone.device}`;
  const body = JSON.stringify({ sha256, bytes: file.size, about: hunt ? { kind: "hunt", id: hunt } : { kind: "task", id: task }, captured, position });
  for (let round = 0; round < 3; round++) {
    try {
      const outcome = await (await post(`${path}/photos`, body)).json();
      most = PART;
      return outcome;
    } catch (error) {
      if (!(error instanceof Rejected) || error.status !== 409) throw error;
      let received = error.details.received ?? 0;
      let failed;
      while (received < file.size) {
        const part = file.slice(received, received + most);
        const place = `${path}/uploads/${sha256}?bytes=${file.size}&from=${received}`;
        try {
          ({ received } = await (await request("PUT", place, part, "application/octet-stream")).json());
        } catch (error) {
          // An interrupted upload may get an answer as well, from the server (400) or from a proxy.
          if (error instanceof SignedOut || ![undefined, 400, 408, 413].includes(error.status)) throw error;
          const isVain = most === LEAST && failed === received;
          most = Math.max(LEAST, most / 2);
          failed = received;
          // If the server asks to retry later, the retry has a smaller part.
          if (isVain || error.cause) throw error;
        }
      }
    }
  }
  throw new Error(t("The photo arrives damaged again and again. It is sent again later."));
}
