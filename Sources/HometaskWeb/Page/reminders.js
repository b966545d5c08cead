// SPDX-License-Identifier: Apache-2.0
//
// Reminders on this phone: a subscription with the browser's push service, to which the server sends, and the actions
// of tapped notifications, which the worker shows.

import { app } from "/app.js";
import { Family } from "/family.js";
import { tick } from "/lists.js";
import { currentLanguage, localeOfTimes, t } from "/messages.js";
import { request } from "/requests.js";
import { answer, change, view } from "/store.js";
import { attempt, element, say } from "/view.js";

/** The cache with the messages for the worker, and chosen actions. */
const WORDS = "words";
/** How long a notification's action snoozes a task, in minutes. */
const MINUTES = 60;
/** The time after which a chosen action expires, in milliseconds. */
const PATIENCE = 300000;

/** This browser's subscription; undefined if there is none, or until it is known. */
let subscription;

function address() { return `/api/phones/${app.family.phone.device}/reminders`; }

function canRemind() { return "PushManager" in globalThis && "Notification" in globalThis && Boolean(navigator.serviceWorker); }

/** Renders whether reminders are on for this phone, and the button to turn them on or off. */
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

/** Turns on reminders on this phone. */
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

/** Replaces the subscription of this browser with a new one. */
async function subscribe(pushManager, key) {
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Registers the subscription with the server. */
async function register(made) { await request("PUT", address(), JSON.stringify(made), "application/json"); }

/** Turns off reminders on this phone, and removes the subscription from the browser and the server. */
async function stop() {
  await change((state) => { state.put(true, "isSilent"); });
  await forgetReminders();
  app.render();
  // If the server cannot be reached, the next start does this.
  await fetch(address(), { method: "DELETE" }).catch(() => {});
}

/** Ends this browser's subscription, such as when another member joins here, and closes its notifications. */
export async function forgetReminders() {
  if (!canRemind()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
  await caches.delete(WORDS);
  subscription = undefined;
}

/**
 * Determines whether reminders are on for this phone, and repairs the subscription: the browser or the server may have
 * lost it, and a server with another key cannot use it.
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

/** Encodes bytes in base64url, without padding. */
export function encoded(bytes) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Caches the messages for the worker, in the language of the page. */
async function keepWords() {
  const { zone } = app.family.phone;
  const words = {
    done: t("Done"), later: t("In an hour"), more: t("A reminder"), language: currentLanguage(), locale: localeOfTimes(), zone: zone?.name,
  };
  await (await caches.open(WORDS)).put("/words", new Response(JSON.stringify(words)));
}

/** Opens the tasks of recently tapped notifications, and performs each chosen action once. */
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
  // A task that this phone does not have yet arrives with the next exchange.
  if (!found && !isLate) return;
  // There may be two windows: only the one that deletes the entry acts on it.
  if (!(await cache.delete(key)) || isLate) return;
  location.hash = `#/task/${task}`;
  if (found.deleted || found.shown.completion) return;
  if (action === "done") await tick(task, true);
  if (action === "later") await snooze(task, MINUTES);
}

/** Snoozes the reminders of a task, for all members. */
async function snooze(task, minutes) {
  const value = new Date(Date.parse(app.family.now()) + minutes * 60000).toISOString().replace(/\.\d+Z$/, "Z");
  await app.family.edit(Family.path("task", task), [{ edit: "write", field: "snooze", value }]);
  app.changed();
  say(t("You are reminded again in an hour."), t("Undo"), async () => {
    await app.family.edit(Family.path("task", task), [{ edit: "write", field: "snooze", value: null }]);
    app.changed();
  });
}
