// SPDX-License-Identifier: Apache-2.0
//
// Times in words, where the family lives.

import { app } from "/app.js";
import { localeOfTimes } from "/messages.js";

function zone() { return app.family?.phone.zone?.name ?? app.zone; }

/** Today's date, by the server's clock. */
export function today() {
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone(), dateStyle: "short" }).format(new Date(app.family.now()));
}

/** The day on which a task is due, as `2026-12-24`. */
export function dateOf({ date, at } = {}) {
  return date ?? (at ? new Intl.DateTimeFormat("en-CA", { timeZone: zone(), dateStyle: "short" }).format(new Date(at)) : "");
}

/** The time at which a task is due, as `18:00`; nothing if it is due on a day. */
export function clockTime({ at } = {}) {
  return at ? new Intl.DateTimeFormat("en-GB", { timeZone: zone(), hour: "2-digit", minute: "2-digit" }).format(new Date(at)) : "";
}

/** When a task is due. */
export function dueWords({ date, at } = {}) {
  const day = { weekday: "short", day: "numeric", month: "short" };
  if (date) return new Date(`${date}T00:00:00Z`).toLocaleDateString(localeOfTimes(), { ...day, timeZone: "UTC" });
  if (!at) return "";
  return new Date(at).toLocaleString(localeOfTimes(), { ...day, hour: "2-digit", minute: "2-digit", timeZone: zone() });
}

/** When something was done or said. */
export function timeWords(time) {
  return time ? new Date(time).toLocaleString(localeOfTimes(), { dateStyle: "medium", timeStyle: "short", timeZone: zone() }) : "";
}
