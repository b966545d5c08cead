// SPDX-License-Identifier: Apache-2.0
//
// Reminders on this phone: a subscription at the push service of the browser, which the server sends to, and what is done
// when somebody taps a notification. The worker shows these.

import { app } from "/app.js";
import { Family } from "/family.js";
import { tick } from "/lists.js";
import { t } from "/messages.js";
import { attempt, element, say } from "/view.js";

/** Where the words are that the worker shows. */
const WORDS = "words";
/** For how long a tap on a notification puts off a task, in minutes. */
const MINUTES = 60;

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
  const response = await fetch(address());
  if (!response.ok) throw new Error((await response.json()).message);
  const { key } = await response.json();
  if (!key) return say(t("The server cannot send reminders."));
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await register(made);
  subscription = made;
  await keepWords();
  app.render();
}

async function register(made) {
  const response = await fetch(address(), { method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify(made) });
  if (!response.ok) throw new Error((await response.json()).message);
}

/** Has this phone remind no more: neither the server nor the browser knows the subscription afterwards. */
async function stop() {
  await forgetReminders();
  const response = await fetch(address(), { method: "DELETE" }).catch(() => undefined);
  // Without the server, it finds out from the push service that the subscription has ended.
  if (response && !response.ok && response.status !== 401) throw new Error((await response.json()).message);
  app.render();
}

/** Ends the subscription of this browser, as when somebody else joins with it. */
export async function forgetReminders() {
  if (!canRemind()) return;
  const { pushManager } = (await navigator.serviceWorker.getRegistration()) ?? {};
  await (await pushManager?.getSubscription())?.unsubscribe();
  subscription = undefined;
}

/** Finds out whether this phone reminds, and tells the server again, which may have lost it, or got it under another key. */
export async function beginReminders() {
  if (!canRemind()) return;
  navigator.serviceWorker.addEventListener("message", ({ data }) => { if (data?.task) attempt(() => act(data)); });
  const { pushManager } = await navigator.serviceWorker.ready;
  subscription = (await pushManager.getSubscription()) ?? undefined;
  app.render();
  if (!subscription) return;
  await keepWords();
  await register(subscription);
}

/** Keeps the words for the worker, in the language of the page. */
async function keepWords() {
  const { zone } = app.family.phone;
  const words = { done: t("Done"), later: t("In an hour"), more: t("A reminder"), language: document.documentElement.lang, zone: zone?.name };
  await (await caches.open(WORDS)).put("/words", new Response(JSON.stringify(words)));
}

/** Does what somebody has chosen in a notification, and shows the task. */
async function act({ task, action }) {
  location.hash = `#/task/${task}`;
  const found = app.family.task(task);
  if (!found || found.deleted || found.shown.completion) return;
  if (action === "done") await tick(task, true);
  if (action === "later") await snooze(task, MINUTES);
}

/** The task that a notification was about, where it has opened the page: the address says it. */
export async function actOnAddress() {
  const [, task, action] = /^#\/task\/([0-9a-f-]+)\/(done|later)$/.exec(location.hash) ?? [];
  if (!task) return;
  // Once, and not again if the page is loaded again.
  history.replaceState(null, "", `#/task/${task}`);
  await act({ task, action });
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
