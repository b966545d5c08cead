// SPDX-License-Identifier: Apache-2.0
//
// What triggers an exchange with the server: startup, an edit, a reported change, coming back online, and returning to
// the page.

import { app } from "/app.js";
import { exchange, forgetSent } from "/exchange.js";
import { exportAll } from "/export.js";
import { t } from "/messages.js";
import { countUnsentPhotos, forgetPictures, sendPhotos } from "/photos.js";
import { actOnNotifications } from "/reminders.js";
import { SignedOut, Unreachable } from "/requests.js";
import { answer, change, hasUnsent, view } from "/store.js";
import { attempt, element, say } from "/view.js";
import { timeWords } from "/words.js";

/** The delay before a retry, in milliseconds. */
const PAUSE = 30000;

let sending;
let later;
let isWanted = false;

/** The registration of the worker, which sends pending changes once the page is closed. */
let worker;
/** Whether the browser was asked to start the worker once there is a network. */
let isAwaited = false;

/** Fetches the whole family if the store is empty. Best-effort: if it fails, a later exchange fetches the family. */
export async function receiveFirst() {
  const isEmpty = await view(async (state, docs) => (await answer(docs.count())) === 0 && Boolean(await answer(state.get("phone"))));
  if (isEmpty) await exchange(() => { throw new Error("there is nothing to join"); }, () => {}).catch(() => {});
}

/** Exchanges with the server, now or right after the exchange in progress. */
export function send(isAsked = false) {
  if (!app.family?.phone || (app.isSignedOut && !isAsked)) return;
  if (sending) {
    isWanted = true;
    return;
  }
  sending = round(isAsked).catch((error) => tellFailure(error, isAsked)).finally(() => {
    sending = undefined;
    if (isWanted) {
      isWanted = false;
      send();
    }
  });
}

async function round(isAsked) {
  let refused = 0;
  await exchange(app.ask, async (changed, count) => {
    refused += count;
    // Reloads even if no document has changed: the server's time and the phone's actor may have.
    await app.family.reload(changed);
    if (!changed.size && !count) return;
    app.family.announce(changed);
    if ([...changed].some((path) => path.startsWith("photos/"))) await forgetPictures();
    app.render();
    await actOnNotifications();
  });
  isAwaited = false;
  await sendPhotos();
  await noteSignedOut(false);
  if (refused) say(t("{count} of your changes were not accepted.", { count: refused }), t("Show"), () => location.assign("#/phone"));
  else if (isAsked) say(t("Everything is sent."));
}

function tellFailure(error, isAsked) {
  if (error instanceof SignedOut) attempt(() => noteSignedOut(true));
  else if (!(error instanceof Unreachable)) attempt(() => { throw error; });
  else {
    if (isAsked) say(t("The server cannot be reached. What you change is kept, and sent later."));
    clearTimeout(later);
    later = setTimeout(send, PAUSE);
    // Only once: on a network without access to the server, the browser would start the worker again and again.
    if (!isAwaited) awaitNetwork();
    isAwaited = true;
  }
}

/** Records whether this phone is signed out, and shows it in all tabs. A signed-out phone keeps only unsent changes. */
async function noteSignedOut(isSignedOut) {
  const { family } = app;
  app.isSignedOut = isSignedOut;
  if (Boolean(family.phone.isSignedOut) === isSignedOut) return;
  if (isSignedOut) {
    await forgetSent();
    family.announce();
    return location.reload();
  }
  await change(async (state) => { state.put({ ...(await answer(state.get("phone"))), isSignedOut }, "phone"); });
  await family.reload([]);
  family.announce([]);
  app.render();
}

app.notice = () => {
  const { family } = app;
  if (family?.phone?.unsynced && !family.phone.isSignedOut) {
    return element("p", { class: "notice", role: "alert" }, t("The server has not synced since {date}. What is new is on it alone. Whoever runs it finds the reason with ‘hometask sync’ there.", { date: timeWords(family.phone.unsynced) }));
  }
  if (!family?.phone?.isSignedOut) return undefined;
  const unsent = family.unsent() + countUnsentPhotos();
  return element("section", { class: "notice", role: "alert", "data-key": "signed out" },
    element("p", {}, element("strong", {}, t("This phone was signed out. What it has not sent is still here."))),
    element("p", {}, unsent ? t("{count} changes were not sent yet.", { count: unsent }) : t("Everything is sent.")),
    element("p", {}, element("button", { onclick: () => attempt(exportAll) }, t("Export what is on it")), " ",
      element("a", { href: "/join", class: "button" }, t("Sign in again"))));
};

/** Asks the browser to start the worker once there is a network, where supported (Background Sync). */
function awaitNetwork() { worker?.sync?.register("hometask").catch(() => {}); }

/** Subscribes to the server's changes while the page is open. */
function hear() {
  const events = new EventSource(`/api/phones/${app.family.phone.device}/events`);
  // The server is reachable again.
  events.addEventListener("open", async () => { if (await hasUnsent()) send(); });
  events.addEventListener("change", (event) => { if (event.data !== app.family.phone.since) send(); });
  events.addEventListener("error", () => {
    // The browser reconnects automatically, unless the server, or a proxy in front of it, has answered with an error.
    if (events.readyState !== EventSource.CLOSED || app.isSignedOut) return;
    setTimeout(() => { hear(); send(); }, PAUSE);
  });
}

/** Starts exchanging changes, for as long as the page is open. */
export function begin() {
  send();
  hear();
  addEventListener("online", () => send());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") {
      send();
      attempt(refresh);
    } else if (sending || app.family.unsent() || countUnsentPhotos()) awaitNetwork();
  });
  navigator.serviceWorker?.addEventListener("message", ({ data }) => { if (data === "send") send(); });
  navigator.serviceWorker?.ready.then((registration) => { worker = registration; });
  app.family.listen(() => app.render());
}

/** Refreshes the phone's account from the server: names and the time zone may have changed. */
export async function refresh() {
  const { phone } = app.family;
  const response = await fetch(`/api/phones/${phone.device}`).catch(() => undefined);
  if (!response?.ok) return;
  const { family, member, name, zone, unsynced } = await response.json();
  const known = [phone.family, phone.member, phone.name, phone.zone, phone.unsynced];
  if (JSON.stringify([family, member, name, zone, unsynced]) === JSON.stringify(known)) return;
  await change(async (state) => { state.put({ ...(await answer(state.get("phone"))), family, member, name, zone, unsynced }, "phone"); });
  await app.family.reload([]);
  app.render();
}
