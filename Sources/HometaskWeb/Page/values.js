// SPDX-License-Identifier: Apache-2.0
//
// The names of fields and values, and the choice between conflicting values.

import { app } from "/app.js";
import { Family } from "/family.js";
import { localeOfTimes, t } from "/messages.js";
import { actionButton, element } from "/view.js";
import { dueWords, timeWords } from "/words.js";

/** The labels of known fields. */
const LABELS = {
  title: () => t("Title"), due: () => t("Due"), assignees: () => t("For"), category: () => t("Category"),
  repeat: () => t("Repeats"), priority: () => t("Priority"), tags: () => t("Tags"), description: () => t("Description"), text: () => t("Text"), items: () => t("Checklist"),
  order: () => t("Order"), completion: () => t("Done"), conflicts: () => t("Conflicting edits"), deleted: () => t("Trash"),
  place: () => t("Place"), points: () => t("Points"), reminders: () => t("Reminders"), wait: () => t("Hidden until"),
  proof: () => t("Proof"), approval: () => t("Approval"), window: () => t("Time of the photo"), nag: () => t("Repeated reminders"),
  after: () => t("Comes after"), series: () => t("This once"),
};

/** The fields without a label, because sentences show them. */
const UNNAMED = ["id", "kind", "created", "verdict", "snooze", "previous", "extensions"];

/** Whether the page knows a field. */
export function isKnown(field) { return Object.hasOwn(LABELS, field) || UNNAMED.includes(field); }

/** Returns the label of a field; for an unknown field its name in the documents, for a plugin's `plugin.field`. */
export function labelOf(field) { return Object.hasOwn(LABELS, field) ? LABELS[field]() : field.replace(/^extensions\/([^/]+)\//, "$1."); }

/** Returns the label of an element of `series`: a field in which a task differs from later occurrences. */
export function seriesWords({ field, id }) { return labelOf(field ?? id); }

/** Formats the value of a task's field, with references shown by name. */
export function valueWords(field, value) {
  if (value === null) return t("(nothing)");
  const { family } = app;
  const name = (kind, id) => family.read(Family.path(kind, `${id}`))?.shown.name ?? t("unknown");
  const words = {
    category: () => name("category", value), completion: () => `${family.name(`${value.by}`)}, ${timeWords(value.at)}`,
    due: () => dueWords(value), wait: () => dueWords(value), nag: () => lengthWords(`${value}`),
    place: () => name("pin", value.pin) + withinWords(value),
    priority: () => new Map(priorities()).get(value), repeat: () => family.ruleWords({ repeat: value }),
    snooze: () => timeWords(value), window: () => `${value.from}–${value.to}`,
  };
  const found = Object.hasOwn(words, field) && words[field]();
  return found || plainWords(value);
}

/** Formats a value by its type alone. */
function plainWords(value) {
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (Array.isArray(value) && value.every((part) => typeof part === "string")) return value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Formats the radius around the pin of a place, to be appended to its name. */
export function withinWords({ within }) { return within ? `, ${t("within {distance}", { distance: distanceWords(within) })}` : ""; }

/** Formats a distance in the family's units, rounded as in the command. */
export function distanceWords(metres) {
  const [unit, size] = app.family.isImperial()
    ? (metres < 160.9344 ? ["foot", 0.3048] : ["mile", 1609.344]) : metres < 999.5 ? ["meter", 1] : ["kilometer", 1000];
  const value = metres / size;
  const maximumFractionDigits = size < 2 || value >= 100 ? 0 : 1;
  return new Intl.NumberFormat(localeOfTimes(), { style: "unit", unit, maximumFractionDigits }).format(value);
}

/**
 * Returns the priorities and their names.
 *
 * @returns {[string, string][]}
 */
export function priorities() { return [["high", t("high")], ["medium", t("medium")], ["low", t("low")]]; }

/** The units of a duration (ISO 8601), by their letters. */
const UNITS = { W: "week", D: "day", H: "hour", M: "minute", S: "second" };

/** Formats a duration; empty if it is zero. */
export function lengthWords(length) {
  const words = (value, unit) => new Intl.NumberFormat(localeOfTimes(), { style: "unit", unit, unitDisplay: "long" }).format(value);
  return [...length.matchAll(/([1-9]\d*)([WDHMS])/g)].map(([, value, letter]) => words(Number(value), UNITS[letter])).join(" ");
}

/** Renders a conflict between different values, or between a deletion and an edit, with a button for each choice. */
export function renderConflict({ field, line, item, member, values }, { items = [] }, edit) {
  const words = (value, index) => {
    if (field === "order") return index ? t("the other place") : t("the place that it has");
    return member === "done" ? `${value ? "✓" : "○"} ${items.find(({ id }) => id === item)?.text}` : valueWords(member ?? field, value);
  };
  const choice = (value) => {
    if (item) return { edit: "writeItem", field, id: item, members: { [member]: value } };
    // A line without a text is removed.
    return line === undefined ? { edit: "write", field, value } : { edit: "line", field, index: line, text: value ?? undefined };
  };
  const choices = field === "deleted"
    ? [[t("Kept, with the edits"), { edit: "restore" }], [t("Deleted on {time}", { time: timeWords(values[0]) }), { edit: "delete" }]]
    : values.map((value, index) => [words(value, index), choice(value)]);
  const keep = t("Keep this");
  return element("div", { class: "notice", "data-key": [field, item, line, member] },
    element("strong", {}, `${t("Conflicting edits")}: ${labelOf(field)}`),
    element("ul", {}, choices.map(([words, change]) => element("li", { "data-key": words },
      element("bdi", {}, words), " ", actionButton(keep, () => edit(change), `${keep}: ${words}`)))));
}
