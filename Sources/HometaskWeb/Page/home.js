// SPDX-License-Identifier: Apache-2.0
//
// The page of a phone that has joined: opens its family, and renders the current place.

import { app, place } from "/app.js";
import { loadEngine } from "/engine.js";
import { Family } from "/family.js";
import { keepLists, listAt, renderList, renderLists } from "/lists.js";
import { renderPhone } from "/phone.js";
import { renderNotes } from "/notes.js";
import { forgetPictures, loadPhotos } from "/photos.js";
import { actOnNotifications, beginReminders } from "/reminders.js";
import { listenForSwipes } from "/swipe.js";
import { begin, receiveFirst, refresh, send } from "/sync.js";
import { renderTask } from "/task.js";
import { attempt, clear, focusHeading } from "/view.js";

/** The modules of rarely opened places, imported lazily, by the name in the address. */
const LATER = {
  map: () => import("/map.js"), statistics: () => import("/statistics.js"), hunts: () => import("/hunts.js"), hunt: () => import("/hunts.js"),
};

/** The list or similar place that was shown last. */
let last = "today";

// Rendering is deferred during a press: if an element moved under the finger, the release would hit another.
let pressed = 0;
let isDue = false;

addEventListener("pointerdown", () => { pressed = setTimeout(release, 5000); }, true);
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => setTimeout(release), true);

function release() {
  clearTimeout(pressed);
  pressed = 0;
  if (isDue) app.render();
}

app.render = () => {
  keepLists();
  isDue = pressed !== 0 || app.isHeld;
  if (isDue || !app.family?.phone) return;
  const { name, id, address } = place();
  return attempt(() => {
    if (name === "task") return renderTask(id, last);
    if (name === "phone") return renderPhone();
    if (name === "notes") return renderNotes();
    if (name === "lists") return renderLists();
    if (Object.hasOwn(LATER, name)) return renderLater(name, id, address);
    last = listAt(address) ? address : "today";
    renderList(last);
  });
};

async function renderLater(name, id, address) {
  const { render } = await LATER[name]();
  // Another place may have been opened meanwhile.
  if (place().address !== address) return;
  last = address;
  render(id);
}

app.changed = () => {
  send();
  app.render();
};

/** Renders the place that the address names, and scrolls its link into view. */
async function showPlace() {
  await app.render();
  document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
}

/** The pending download of the engine, the largest file. */
let engine;

/** Starts loading the engine, and caching the page on the phone. */
export function prepare() {
  if (engine) return;
  engine = fetch("/engine.wasm");
  engine.catch(() => {});
  keepPage().catch(() => {});
}

/** Registers the worker that caches the page on the phone. */
async function keepPage() {
  await navigator.serviceWorker?.register("/worker.js");
  const { active } = (await navigator.serviceWorker?.ready) ?? {};
  // A page that was opened before the worker was active is not controlled by it yet.
  if (!navigator.serviceWorker?.controller) active?.postMessage("claim");
}

/** Opens the family of this phone, and renders it from then on. */
export async function open() {
  prepare();
  const loading = loadEngine(engine);
  // Prevents an unhandled rejection: the failure is handled below, possibly after it occurs.
  loading.catch(() => {});
  // A phone that has just joined has nothing to merge, so this does not wait for the engine.
  await receiveFirst();
  app.ask = await loading;
  const family = new Family(app.ask);
  await family.load();
  app.family = family;
  await loadPhotos();
  addEventListener("hashchange", async () => {
    clear();
    await showPlace();
    scrollTo(0, 0);
    focusHeading();
  });
  showPlace();
  listenForSwipes((row) => row.querySelector("input[type=checkbox]")?.click());
  begin();
  attempt(actOnNotifications);
  forgetPictures().catch(() => {});
  beginReminders().catch(() => {});
  attempt(refresh);
}
