// SPDX-License-Identifier: Apache-2.0
//
// Photos of tasks: those that are attached, and those that are still to be sent. A photo is on the disk before anything
// else is done with it.

import { app } from "/app.js";
import { Family } from "/family.js";
import { t } from "/messages.js";
import { post, Rejected, request, sha256, SignedOut, Unreachable } from "/requests.js";
import { answer, change, view } from "/store.js";
import { attempt, element, say } from "/view.js";
import { timeWords } from "/words.js";

/** The largest part of a file that is sent at once, in bytes, and the least that a part is made smaller to. */
const PART = 512 << 10;
const LEAST = 16 << 10;
/** For how long a position is waited for, in milliseconds. */
const PATIENCE = 15000;
/** How old a file may be so that it was taken just now, where the phone is, in milliseconds. */
const FRESH = 120000;

/** The photos that were not sent, oldest first. */
let unsent = [];
/** The largest part now: some lines break off whatever is longer. */
let most = PART;
/** The addresses that show the files of these, by key. */
const addresses = new Map();

/** Reads the photos that were not sent. */
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

/** A photo of the store, with its file. The store has bytes, since WebKit keeps no files in a private window. */
function withFile(photo) {
  const { bytes, type, name } = photo;
  return { ...photo, file: new File([bytes], name, { type }) };
}

/** The number of photos that were not sent. */
export function countUnsentPhotos() { return unsent.length; }

/** Has the browser save the photos that were not sent. */
export async function exportPhotos() {
  await loadPhotos();
  for (const { key, file } of unsent) {
    element("a", { href: addresses.get(key), download: file.name || "photo.jpg" }).click();
    // A browser that gets several downloads at once takes only the first.
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** The photos that were not sent, whatever their tasks are. */
export function renderUnsentPhotos() {
  return unsent.length > 0 && [
    element("h2", {}, t("Photos that were not sent yet")), element("ul", { class: "photos" }, unsent.map(renderUnsent)),
  ];
}

/** The photos of a task, and ways to add one. */
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

/** Whether the device is used by touch: on others, the browser would ask for a file in the place of the camera. */
function isPhone() { return matchMedia("(pointer: coarse)").matches; }

/** How it is known where a photo was taken. */
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

/** Loads a picture that failed to load again: after 2 seconds, then twice as long each time, up to a minute. */
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

/** Keeps the photos that somebody has chosen, and sends them. */
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
 * Keeps a photo that is to solve a clue of a treasure hunt, and notes where this phone is. Returns it with `isFresh`:
 * whether it was taken just now, and not before a time.
 */
export async function keepForHunt(hunt, file, start) {
  const isFresh = isNew(file) && file.lastModified + (app.family.phone.skew ?? 0) >= start;
  const key = await keep({ hunt, captured: true }, file);
  await loadPhotos();
  // Who walks is somewhere else a minute later.
  await locate([key], 0);
  return { ...unsent.find((photo) => photo.key === key), key, isFresh };
}

/** Forgets a photo that was not sent. */
export async function forgetPhoto(key) {
  await change((state, docs, photos) => { photos.delete(key); });
  await loadPhotos();
}

/** The picture of a photo, if it is attached. */
export function renderPicture(id) {
  const path = Family.path("photo", id);
  return !app.family.isGone(path) && renderPhoto(app.family.read(path).shown);
}

/** Whether a file was made just now. */
function isNew({ lastModified }) { return Math.abs(Date.now() - lastModified) < FRESH; }

/** Keeps a photo of a task, or of a hunt. */
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
 * Notes where the phone is with the photos that were taken just now, or was some milliseconds ago. Nobody waits for a
 * position for long.
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

/** Changes a photo that was not sent, as it is in the store now, unless it has gone from there. */
function update(key, edit) {
  return change(async (state, docs, photos) => {
    const photo = await answer(photos.get(key));
    const next = photo && edit(photo);
    if (next) photos.put(next);
  });
}

/** Sends the photos that wait. One tab does it at a time. */
export function sendPhotos() {
  return navigator.locks.request("photos", async () => {
    await loadPhotos();
    const faults = [];
    for (const { key } of unsent) {
      // As it is now: it may have got its position, or have been deleted, since another was sent.
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
    // The worker may have attached it while the page was closed.
    const { completed, objection } = photo.outcome ?? (await attach(photo));
    await change((state, docs, photos) => { photos.delete(photo.key); });
    if (completed) say(t("Done: {title}", { title: app.family.task(completed)?.shown.title }));
    else if (objection) say(t("The photo does not prove the task: {reason}", { reason: objection }));
  } catch (error) {
    const isFinal = error instanceof Rejected && error.status !== 409
      // A task that is here and not there may come there with the next exchange.
      && (error.status !== 404 || !photo.task || !app.family.task(photo.task)?.isUnsent);
    if (!isFinal) throw error;
    await update(photo.key, (kept) => ({ ...kept, why: error.message }));
  }
}

/** Forgets the pictures of photos that have left the family, and those of another phone that this browser was. */
export async function forgetPictures() {
  const cache = await caches.open("thumbnails");
  const own = `/api/phones/${app.family.phone.device}/photos/`;
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    const id = pathname.startsWith(own) && pathname.slice(own.length).split("/")[0];
    if (!id || app.family.isGone(Family.path("photo", id))) await cache.delete(url);
  }
}

/** Attaches a photo: sends the parts of its file that the server does not have, and each is whole there or not at all. */
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
          // A part that breaks off may have an answer as well, of the server (400) or of a proxy.
          if (error instanceof SignedOut || ![undefined, 400, 408, 413].includes(error.status)) throw error;
          const isVain = most === LEAST && failed === received;
          most = Math.max(LEAST, most / 2);
          failed = received;
          // Whoever is asked to come later does so with a smaller part.
          if (isVain || error.cause) throw error;
        }
      }
    }
  }
  throw new Error(t("The photo arrives damaged again and again. It is sent again later."));
}
