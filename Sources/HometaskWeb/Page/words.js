// SPDX-License-Identifier: Apache-2.0
//
// Formatting of times, in the family's time zone.

import { app } from "/app.js";
import { localeOfTimes } from "/messages.js";

function zone() { return app.family?.phone.zone?.name ?? app.zone; }

/** Cached time formatters, by locale and options: creating one takes longer than formatting all times of a list. */
const formatters = new Map();

/** Formats a time; empty for an invalid time, which must not break a whole list. */
function words(time, locale, options) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return "";
  const key = JSON.stringify([locale, options]);
  if (!formatters.has(key)) formatters.set(key, new Intl.DateTimeFormat(locale, options));
  return formatters.get(key).format(date);
}

/** Formats a time in the language of the page. */
function localWords(time, options) { return words(time, localeOfTimes(), options); }

/** Returns today's date, by the server's clock. */
export function today() { return words(app.family.now(), "en-CA", { timeZone: zone(), dateStyle: "short" }); }

/**
 * Returns the day on which a task is due, as `2026-12-24`.
 *
 * @param {Due} due
 */
export function dateOf({ date, at } = {}) {
  return date ?? (at ? words(at, "en-CA", { timeZone: zone(), dateStyle: "short" }) : "");
}

/**
 * Returns the time at which a task is due, as `18:00`; nothing if only the day is set.
 *
 * @param {Due} due
 */
export function clockTime({ at } = {}) {
  return at ? words(at, "en-GB", { timeZone: zone(), hour: "2-digit", minute: "2-digit" }) : "";
}

/**
 * Formats the due date of a task.
 *
 * @param {Due} due
 */
export function dueWords({ date, at } = {}) {
  const day = { weekday: "short", day: "numeric", month: "short" };
  if (date) return localWords(`${date}T00:00:00Z`, { ...day, timeZone: "UTC" });
  return at ? localWords(at, { ...day, hour: "2-digit", minute: "2-digit", timeZone: zone() }) : "";
}

/** Formats the time of an action or a comment. */
export function timeWords(time) {
  return time ? localWords(time, { dateStyle: "medium", timeStyle: "short", timeZone: zone() }) : "";
}
