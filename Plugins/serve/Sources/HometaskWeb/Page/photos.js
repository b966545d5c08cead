// SPDX-License-Identifier: Apache-2.0
//
// Photos of tasks: those that are attached, and those that are still to be sent. A photo is on the disk before anything
// else is done with it.

import { app } from "/app.js";
import { post, Rejected, request, SignedOut, Unreachable } from "/exchange.js";
import { t } from "/messages.js";
import { answer, change, view } from "/store.js";
import { attempt, element, say } from "/view.js";
import { timeWords } from "/words.js";

/** The largest part of a file that is sent at once, in bytes. */
const PART = 512 << 10;
/** For how long a position is waited for, in milliseconds. */
const PATIENCE = 15000;
/** How old a file may be so that it was taken just now, where the phone is, in milliseconds. */
const FRESH = 120000;

/** The photos that were not sent, oldest first. */
let unsent = [];
/** The addresses that show the files of these, by key. */
const addresses = new Map();

/** Reads the photos that were not sent. */
export async function loadPhotos() {
  unsent = await view((state, docs, photos) => answer(photos.getAll()));
  for (const { key, file } of unsent) if (!addresses.has(key)) addresses.set(key, URL.createObjectURL(file));
  for (const [key, address] of addresses) {
    if (unsent.some((photo) => photo.key === key)) continue;
    URL.revokeObjectURL(address);
    addresses.delete(key);
  }
}

/** The number of photos that were not sent. */
export function countUnsentPhotos() { return unsent.length; }

/** The photos of a task, and a way to add one. */
export function renderPhotos(task, isNeeded) {
  const waiting = unsent.filter((photo) => photo.task === task);
  const choose = element("input", {
    type: "file", accept: "image/*", multiple: true, id: "photo", name: "photo", class: "hidden",
    onchange: ({ target }) => attempt(() => addPhotos(task, target)),
  });
  return [
    element("h2", {}, t("Photos")),
    isNeeded && element("p", {}, t("This task is done once a photo proves it.")),
    element("ul", { class: "photos" }, app.family.photos(task).map(renderPhoto), waiting.map(renderUnsent)),
    element("p", {}, choose, element("label", { for: "photo", class: "button" }, t("Add a photo"))),
  ];
}

function renderPhoto({ id, caption, attached }) {
  const path = `/api/phones/${app.family.phone.device}/photos/${id}`;
  const words = `${caption ?? t("Photo")}, ${app.family.name(attached?.by)}, ${timeWords(attached?.at)}`;
  return element("li", { "data-key": id },
    element("a", { href: `${path}/original`, target: "_blank" }, element("img", { src: `${path}/thumbnail`, alt: words, loading: "lazy" })));
}

function renderUnsent({ key, why }) {
  const remove = () => change((state, docs, photos) => { photos.delete(key); }).then(loadPhotos).then(() => app.render());
  return element("li", { "data-key": key },
    element("img", { src: addresses.get(key), alt: t("A photo that was not sent yet") }),
    element("small", { class: "unsent" }, why ? `${t("Not accepted")}: ${why}` : t("Not sent yet")),
    why && element("button", { onclick: () => attempt(remove) }, t("Delete")));
}

/** Keeps the photos that somebody has chosen, and sends them. */
async function addPhotos(task, control) {
  const files = [...control.files];
  control.value = "";
  const keys = [];
  for (const file of files) keys.push(await keep(task, file));
  await loadPhotos();
  app.render();
  navigator.storage?.persist?.();
  await locate(keys);
  app.changed();
}

async function keep(task, file) {
  const bytes = await file.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const isFresh = Math.abs(Date.now() - file.lastModified) < FRESH && Boolean(navigator.geolocation);
  const photo = { key: `${sha256} ${task}`, sha256, file, task, ...(isFresh && { until: Date.now() + PATIENCE }) };
  await change((state, docs, photos) => { photos.put(photo); });
  return photo.key;
}

/** Notes where the phone is with the photos that were taken just now. */
async function locate(keys) {
  if (!unsent.some((photo) => keys.includes(photo.key) && photo.until)) return;
  const position = await new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(({ coords, timestamp }) => resolve({
      latitude: coords.latitude, longitude: coords.longitude, accuracy: coords.accuracy,
      at: new Date(timestamp + (app.family.phone.skew ?? 0)).toISOString().replace(/\.\d+Z$/, "Z"),
    }), () => resolve(undefined), { enableHighAccuracy: true, timeout: PATIENCE - 1000, maximumAge: 60000 });
  });
  await change(async (state, docs, photos) => {
    for (const key of keys) {
      const { until, ...photo } = (await answer(photos.get(key))) ?? {};
      if (until) photos.put({ ...photo, position });
    }
  });
  await loadPhotos();
}

/** Sends the photos that wait. One tab does it at a time. */
export function sendPhotos() {
  return navigator.locks.request("photos", async () => {
    await loadPhotos();
    const faults = [];
    for (const photo of unsent) {
      if (photo.why || photo.until > Date.now()) continue;
      try {
        await sendPhoto(photo);
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

/** Forgets the pictures of photos that have left the family. */
export async function forgetPictures(paths) {
  const photos = [...paths].filter((path) => path.startsWith("photos/") && app.family.isGone(path));
  if (!photos.length) return;
  const cache = await caches.open("thumbnails");
  for (const path of photos) {
    await cache.delete(`/api/phones/${app.family.phone.device}/photos/${path.split("/").at(-1).replace(".json", "")}/thumbnail`);
  }
}

async function sendPhoto(photo) {
  try {
    const { completed, objection } = await attach(photo);
    await change((state, docs, photos) => { photos.delete(photo.key); });
    if (completed) say(t("Done: {title}", { title: app.family.task(completed)?.shown.title }));
    else if (objection) say(t("The photo does not prove the task: {reason}", { reason: objection }));
  } catch (error) {
    // What it is about may come with the next exchange, or may have been deleted meanwhile.
    if (!(error instanceof Rejected) || error.status === 404 || error.status === 409) throw error;
    await change((state, docs, photos) => { photos.put({ ...photo, why: error.message }); });
  }
}

/** Attaches a photo: sends the parts of its file that the server does not have. */
async function attach({ sha256, file, task, position }) {
  const path = `/api/phones/${app.family.phone.device}`;
  const body = JSON.stringify({ sha256, bytes: file.size, about: { kind: "task", id: task }, position });
  for (let round = 0; round < 3; round++) {
    try {
      return await (await post(`${path}/photos`, body)).json();
    } catch (error) {
      if (!(error instanceof Rejected) || error.status !== 409) throw error;
      let received = error.details.received ?? 0;
      while (received < file.size) {
        const part = file.slice(received, received + PART);
        const place = `${path}/uploads/${sha256}?bytes=${file.size}&from=${received}`;
        ({ received } = await (await request("PUT", place, part, "application/octet-stream")).json());
      }
    }
  }
  throw new Error(t("The photo arrives damaged again and again. It is sent again later."));
}
