// SPDX-License-Identifier: Apache-2.0
//
// Reminders on this phone: a subscription at the push service of the browser, which the server sends to, and what is done
// when somebody taps a notification. The worker shows these.

import { app } from "/app.js";
import { Family } from "/family.js";
import { tick } from "/lists.js";
import { currentLanguage, localeOfTimes, t } from "/messages.js";
import { request } from "/requests.js";
import { answer, change, view } from "/store.js";
import { attempt, element, say } from "/view.js";

/** Where the words are that the worker shows. */
const WORDS = "words";
/** For how long a tap on a notification puts off a task, in minutes. */
const MINUTES = 60;
/** For how long a page may take to start before it does no more what was chosen, in milliseconds. */
const PATIENCE = 300000;

/** The subscription of this browser; nothing until it is known, or if it has none. */
let subscription;

function address() { return `/api/phones/${app.family.phone.device}/reminders`; }

function canRemind() { return "PushManager" in globalThis && "Notification" in globalThis && Boolean(navigator.serviceWorker); }

/** Shows whether this phone reminds, and how to change that. */
export function renderReminders() {
  const title = element("h2", {}, t("Reminders"));
  if (!canRemind()) return [title, element("p", {}, t("This browser cannot show reminders. On an iPhone, add the page to the home screen first."))];
  const isOn = Boolean(subscription);
  return [
    title,
    element("p", {}, isOn ? t("This phone reminds you, even if the page is closed.") : t("This phone does not remind you.")),
    element("p", {}, element("button", { onclick: () => attempt(isOn ? stop : start) }, isOn ? t("Stop reminding") : t("Remind me on this phone"))),
  ];
}

/** Has this phone remind from now on. */
async function start() {
  if ((await Notification.requestPermission()) !== "granted") {
    return say(t("The browser does not allow this page to show notifications. Its settings can change that."));
  }
  const { key } = await (await request("GET", address(), undefined, "application/json")).json();
  if (!key) return say(t("The server cannot send reminders."));
  const { pushManager } = await navigator.serviceWorker.ready;
  await change((state) => { state.delete("isSilent"); });
  const made = await subscribe(pushManager, key);
  await register(made);
  subscription = made;
  await keepWords();
  app.render();
}

/** A new subscription of this browser. */
async function subscribe(pushManager, key) {
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Tells the server where this browser gets messages. */
async function register(made) { await request("PUT", address(), JSON.stringify(made), "application/json"); }

/** Has this phone remind no more: neither the server nor the browser knows the subscription afterwards. */
async function stop() {
  await change((state) => { state.put(true, "isSilent"); });
  await forgetReminders();
  app.render();
  // Without the server, it is told at the next start.
  await fetch(address(), { method: "DELETE" }).catch(() => {});
}

/** Ends the subscription of this browser, as when somebody else joins with it; nothing that it has shown stays. */
export async function forgetReminders() {
  if (!canRemind()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
  await caches.delete(WORDS);
  subscription = undefined;
}

/**
 * Finds out whether this phone reminds, and mends what is not as it should be: a browser may have lost its subscription, the
 * server too, and a server with another key cannot use it.
 */
export async function beginReminders() {
  if (!canRemind()) return;
  navigator.serviceWorker.addEventListener("message", ({ data }) => { if (data === "chosen") attempt(actOnNotifications); });
  const { pushManager } = await navigator.serviceWorker.ready;
  const made = await pushManager.getSubscription();
  subscription = made ?? undefined;
  app.render();
  const { isOn, key } = await (await request("GET", address(), undefined, "application/json")).json();
  if (await view((state) => answer(state.get("isSilent")))) {
    if (isOn) await request("DELETE", address(), undefined, "application/json");
    return;
  }
  if (!key || !(made || isOn) || Notification.permission !== "granted") return;
  subscription = undefined;
  const current = made && hasKey(made, key) ? made : await subscribe(pushManager, key);
  await register(current);
  subscription = current;
  await keepWords();
  app.render();
}

/** Whether a subscription is bound to a server's key. */
function hasKey({ options }, key) {
  const bytes = options?.applicationServerKey;
  return !bytes || encoded(bytes) === key;
}

/** The text of bytes in base64url, without padding. */
export function encoded(bytes) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Keeps the words for the worker, in the language of the page. */
async function keepWords() {
  const { zone } = app.family.phone;
  const words = {
    done: t("Done"), later: t("In an hour"), more: t("A reminder"), language: currentLanguage(), locale: localeOfTimes(), zone: zone?.name,
  };
  await (await caches.open(WORDS)).put("/words", new Response(JSON.stringify(words)));
}

/** Shows the tasks of notifications that somebody has tapped a moment ago, and does with each what was chosen, once. */
export async function actOnNotifications() {
  const cache = await globalThis.caches?.open(WORDS);
  for (const key of (await cache?.keys()) ?? []) {
    if (new URL(key.url).pathname.startsWith("/chosen/")) await actOn(key, cache);
  }
}

async function actOn(key, cache) {
  const { task, action, time } = (await (await cache.match(key))?.json()) ?? {};
  const isLate = !(Date.now() - time < PATIENCE);
  const found = app.family.task(task);
  // A task that this phone does not have yet comes with the next exchange.
  if (!found && !isLate) return;
  // Whoever takes it out is the one that does it: there may be two windows.
  if (!(await cache.delete(key)) || isLate) return;
  location.hash = `#/task/${task}`;
  if (found.deleted || found.shown.completion) return;
  if (action === "done") await tick(task, true);
  if (action === "later") await snooze(task, MINUTES);
}

/** Puts off the reminders of a task, for everybody. */
async function snooze(task, minutes) {
  const value = new Date(Date.parse(app.family.now()) + minutes * 60000).toISOString().replace(/\.\d+Z$/, "Z");
  await app.family.edit(Family.path("task", task), [{ edit: "write", field: "snooze", value }]);
  app.changed();
  say(t("You are reminded again in an hour."), t("Undo"), async () => {
    await app.family.edit(Family.path("task", task), [{ edit: "write", field: "snooze", value: null }]);
    app.changed();
  });
}
