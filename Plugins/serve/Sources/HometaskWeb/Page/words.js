// SPDX-License-Identifier: Apache-2.0
//
// Times in words, where the family lives.

import { app } from "/app.js";

const day = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });

function zone() { return app.family?.phone.zone?.name; }

/** Today's date, by the server's clock. */
export function today() {
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone(), dateStyle: "short" }).format(new Date(app.family.now()));
}

/** When a task is due. */
export function dueWords({ date, at } = {}) {
  if (date) return day.format(new Date(`${date}T00:00:00Z`));
  if (!at) return "";
  const options = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  return new Date(at).toLocaleString(undefined, { ...options, timeZone: zone() });
}

/** When something was done or said. */
export function timeWords(time) {
  return time ? new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short", timeZone: zone() }) : "";
}
