// SPDX-License-Identifier: Apache-2.0
//
// Statistics: who completed how much, and when, counted as in the command. Bars are SVG, hidden from screen readers,
// because the numbers beside them are text.

import { app } from "/app.js";
import { Family } from "/family.js";
import { renderNavigation } from "/lists.js";
import { localeOfTimes, t } from "/messages.js";
import { draw, element, pageHeading } from "/view.js";

/** The periods by which completions can be grouped. */
const STEPS = { week: () => t("Weeks"), day: () => t("Days"), month: () => t("Months") };

const SPACE = "http://www.w3.org/2000/svg";
/** The number of colours, after which they repeat. */
const COLOURS = 8;

/** Shows the statistics by weeks, or by days or months. */
export function render(step) {
  const by = Object.hasOwn(STEPS, step ?? "") ? step : "week";
  const found = app.family.statistics(by);
  const series = new Map(found.members.map(({ id, name }, index) => [id ?? name, index]));
  draw(
    renderNavigation("statistics"),
    pageHeading(t("Statistics")),
    element("p", {}, factsOf(found.done, found.open)),
    durations(found.done),
    element("h2", {}, t("Members")),
    renderGroups(found.members, memberName, (group) => series.get(group.id ?? group.name)),
    renderPeriods(found.periods, by, series),
    found.categories.length > 0 && [element("h2", {}, t("Categories")), renderGroups(found.categories, categoryName, () => 0)]);
  document.title = t("Statistics");
}

// Names. The engine names unknown ids in English.

function memberName({ id, name }) { return id ? name : name === null ? t("no one named") : t("somebody"); }

function categoryName({ id, name }) {
  const shown = id && app.family.read(Family.path("category", id))?.shown;
  return shown?.name ?? (name === null ? t("no category") : id ? name : t("unknown"));
}

// Numbers

function percent(part) { return new Intl.NumberFormat(localeOfTimes(), { style: "percent" }).format(part); }

/** Formats the numbers of done and open tasks. */
function factsOf(done, open) {
  return [
    t("{count} tasks done", { count: done.count }), open !== undefined && t("{count} open", { count: open }),
    done.due > 0 && t("{percent} on time", { percent: percent(done.onTime / done.due) }),
    done.points > 0 && t("{count} points", { count: done.points }),
  ].filter(Boolean).join(" · ");
}

/** @param {{current?: number, longest?: number}} streak */
function streakWords({ current, longest } = {}) {
  if (!longest) return "";
  const words = t("{count} days in a row", { count: current });
  return longest > current ? `${words} (${t("most: {count}", { count: longest })})` : words;
}

/**
 * The units of completion times, largest first: the length in seconds, the name, and an optional factor.
 *
 * @type {[number, string, number?][]}
 */
const UNITS = [[365 * 86400, "year"], [91 * 86400, "month", 3], [30 * 86400, "month"], [7 * 86400, "week"], [86400, "day"], [3600, "hour"]];

function durations({ halfWithinSeconds }) {
  if (!halfWithinSeconds) return undefined;
  const [size, unit, times = 1] = UNITS.find(([size]) => halfWithinSeconds >= size) ?? UNITS.at(-1);
  const time = new Intl.NumberFormat(localeOfTimes(), { style: "unit", unit, unitDisplay: "long" })
    .format(Math.round(halfWithinSeconds / size) * times);
  return element("p", {}, t("Half of them were done within {time}.", { time }));
}

// Parts

/** Renders members or categories, each with a bar proportional to its completions. */
function renderGroups(groups, name, colour) {
  const most = Math.max(1, ...groups.map(({ done }) => done.count));
  return element("ul", { class: "chart" }, groups.map((group) => element("li", { "data-key": group.id ?? `${group.name}` },
    element("span", { class: "label" }, element("bdi", {}, name(group))),
    element("span", { class: "value" }, String(group.done.count)),
    bar([{ value: group.done.count, colour: colour(group) }], most),
    element("small", {}, [factsOf(group.done, group.open), streakWords(group.streak)].filter(Boolean).join(" · ")))));
}

/** Renders the completions per period, latest first. */
function renderPeriods(periods, by, series) {
  const most = Math.max(1, ...periods.map(({ done }) => done.count));
  const links = Object.entries(STEPS).map(([step, title]) =>
    element("li", {}, element("a", { href: `#/statistics/${step}`, "aria-current": step === by && "page" }, title())));
  return [
    element("h2", {}, t("Over time")),
    element("nav", { "aria-label": t("Periods") }, element("ul", {}, links)),
    element("ul", { class: "chart" }, [...periods].reverse().map((period) => renderPeriod(period, by, most, series))),
  ];
}

function renderPeriod({ from, to, done, cells }, by, most, series) {
  const sums = new Map();
  for (const { member, count } of cells) {
    const key = member.id ?? member.name;
    sums.set(key, { member, value: (sums.get(key)?.value ?? 0) + count, colour: series.get(key) ?? 0 });
  }
  const parts = [...sums.values()].sort((first, second) => first.colour - second.colour);
  const people = parts.map(({ member, value, colour }) => [swatch(colour), " ", element("bdi", {}, memberName(member)), ` ${value}  `]);
  return element("li", { "data-key": from },
    element("span", { class: "label" }, periodWords(from, to, by)),
    element("span", { class: "value" }, String(done.count)), bar(parts, most), people.length > 0 && element("small", {}, people));
}

function periodWords(from, to, by) {
  const [first, last] = [from, to].map((day) => new Date(`${day}T00:00:00Z`));
  const format = (options) => new Intl.DateTimeFormat(localeOfTimes(), { ...options, timeZone: "UTC" });
  if (by === "month") return format({ month: "long", year: "numeric" }).format(first);
  if (by === "day") return format({ weekday: "short", day: "numeric", month: "short" }).format(first);
  return format({ day: "numeric", month: "short" }).formatRange(first, last);
}

// Bars

function drawn(name, attributes, ...children) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function rectangle(x, width, colour) {
  return drawn("rect", { x: x.toFixed(2), y: 0, width: width.toFixed(2), height: 10, class: `colour-${colour % COLOURS}` });
}

/** Renders a bar of parts {value, colour}; the value `most` fills the whole width. */
function bar(parts, most) {
  let sum = 0;
  const rectangles = parts.map(({ value, colour }) => {
    const x = sum;
    sum += value;
    return rectangle(100 * x / most, 100 * value / most, colour);
  });
  return drawn("svg", { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, ...rectangles);
}

/** Renders a square in the colour of a bar's part. */
function swatch(colour) {
  return drawn("svg", { class: "swatch", viewBox: "0 0 10 10", "aria-hidden": "true" }, rectangle(0, 10, colour));
}
