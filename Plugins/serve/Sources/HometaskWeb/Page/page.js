// SPDX-License-Identifier: Apache-2.0
//
// The page: where it starts, and which place it shows.

import { app } from "/app.js";
import { loadEngine } from "/engine.js";
import { Family } from "/family.js";
import { listAt, renderList, renderLists, showList, tick } from "/lists.js";
import { loadMessages, t } from "/messages.js";
import { renderJoin, renderPhone } from "/phone.js";
import { renderPlain } from "/plain.js";
import { forgetPictures, loadPhotos } from "/photos.js";
import { actOnNotifications, beginReminders } from "/reminders.js";
import { answer, openStore, view } from "/store.js";
import { listenForSwipes } from "/swipe.js";
import { begin, receiveFirst, refresh, send } from "/sync.js";
import { renderTask } from "/task.js";
import { attempt, clear, focusHeading, say } from "/view.js";

/** The engine, which is most of what is loaded: it comes while somebody joins. */
const engine = fetch("/engine.wasm");
engine.catch(() => {});

/** What is shown at these addresses. Their scripts begin when they are first opened. */
const LATER = { map: () => import("/map.js"), statistics: () => import("/statistics.js") };

/** The list, or another such place, that was shown last. */
let last = "today";

/** The place that the address names. */
function place() {
  const [, ...parts] = location.hash.split("/");
  return { name: parts[0] || "today", id: parts[1], address: parts.filter(Boolean).join("/") || "today" };
}

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
  isDue = pressed !== 0 || app.isHeld;
  if (isDue || !app.family?.phone) return;
  const { name, id, address } = place();
  return attempt(() => {
    if (name === "task") return renderTask(id, last);
    if (name === "phone") return renderPhone();
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

/** Has the page itself kept on the phone. */
async function keepPage() {
  await navigator.serviceWorker?.register("/worker.js");
  const { active } = (await navigator.serviceWorker?.ready) ?? {};
  // A page that was opened while the worker began is not its own yet.
  if (!navigator.serviceWorker?.controller) active?.postMessage("claim");
}

async function start() {
  // Some browsers, as those of phones in a lockdown mode, run scripts and not the engine.
  if (!globalThis.WebAssembly?.instantiateStreaming) return renderPlain();
  await openStore();
  const [phone, rows, language] = await view((state) => Promise.all(["phone", "rows", "language"].map((key) => answer(state.get(key)))));
  await loadMessages(language);
  keepPage().catch(() => {});
  const code = location.pathname === "/join" ? location.hash.slice(1) : "";
  if (!phone || code) return renderJoin(code, phone, openFirst);
  showKept(rows);
  await open();
}

/** Shows the list that was kept, if it is the one that the address names. It needs neither the engine nor the family. */
function showKept(rows) {
  if (rows && place().address === rows.name && listAt(rows.name)) showList(rows.name, rows.rows);
}

/** Opens the family of a phone that has just joined. */
async function openFirst() {
  showKept(await view((state) => answer(state.get("rows"))));
  await open();
}

/** Opens the family of this phone, and shows it from now on. */
async function open() {
  const loading = loadEngine(engine);
  // A phone that has just joined has nothing that the engine would have to join, so it need not wait for it.
  await receiveFirst();
  app.ask = await loading;
  app.family = new Family(app.ask);
  await app.family.load();
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
  await refresh();
}

start().catch((error) =>
  say(t("The page cannot start: {reason}", { reason: error.message }), t("The plain page"), () => location.assign("/plain/")));
