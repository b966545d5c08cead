// SPDX-License-Identifier: Apache-2.0
//
// The page of a phone that has joined: its family, and which place is shown.

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

/** What is shown at these addresses. Their scripts begin when they are first opened. */
const LATER = {
  map: () => import("/map.js"), statistics: () => import("/statistics.js"), hunts: () => import("/hunts.js"), hunt: () => import("/hunts.js"),
};

/** The list, or another such place, that was shown last. */
let last = "today";

// While somebody presses something, nothing may move under the finger: the release would hit something else.
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
  // Somebody may have gone on while it was loaded.
  if (place().address !== address) return;
  last = address;
  render(id);
}

app.changed = () => {
  send();
  app.render();
};

/** Shows the place that the address names, and the link to it, where there is no room for all of them. */
async function showPlace() {
  await app.render();
  document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
}

/** The engine, which is most of what is loaded. */
let engine;

/** Begins to load the engine, and to keep the page itself on the phone. */
export function prepare() {
  if (engine) return;
  engine = fetch("/engine.wasm");
  engine.catch(() => {});
  keepPage().catch(() => {});
}

/** Has the page itself kept on the phone. */
async function keepPage() {
  await navigator.serviceWorker?.register("/worker.js");
  const { active } = (await navigator.serviceWorker?.ready) ?? {};
  // A page that was opened while the worker began is not its own yet.
  if (!navigator.serviceWorker?.controller) active?.postMessage("claim");
}

/** Opens the family of this phone, and shows it from now on. */
export async function open() {
  prepare();
  const loading = loadEngine(engine);
  // Whether it fails is asked below, which may be later than it does.
  loading.catch(() => {});
  // A phone that has just joined has nothing that the engine would have to join, so it need not wait for it.
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
