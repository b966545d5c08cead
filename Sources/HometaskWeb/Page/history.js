// SPDX-License-Identifier: Apache-2.0
//
// The history of a task: who changed which field, and when. Only the server has it; it is not stored on the phone.

import { app } from "/app.js";
import { request, Unreachable } from "/requests.js";
import { t } from "/messages.js";
import { labelOf, seriesWords, valueWords } from "/values.js";
import { attempt, element } from "/view.js";
import { timeWords } from "/words.js";

/** The maximum number of characters shown of a value. */
const LONGEST = 300;

/** The loaded history: {id, changes, more}. */
let shown;

// Dropped when another place is opened.
addEventListener("hashchange", () => { shown = undefined; }, true);

/** Loads the latest changes of a task, or the next older ones. */
export async function load(id) {
  const { changes } = shown?.id === id ? shown : { changes: [] };
  const before = changes.length ? `?before=${changes.at(-1).commit}` : "";
  let page;
  try {
    const path = `/api/phones/${app.family.phone.device}/history/task/${id}${before}`;
    page = await (await request("GET", path, undefined, "application/json")).json();
  } catch (error) {
    throw error instanceof Unreachable ? new Error(t("This is on the server, which cannot be reached.")) : error;
  }
  // Another place may have been opened meanwhile.
  if (!location.hash.endsWith(`/${id}`)) return;
  shown = { id, changes: [...changes, ...page.changes], more: page.more };
  app.render();
}

/** Renders the history of a task; undefined if it is not loaded. */
export function render(id) {
  if (shown?.id !== id) return undefined;
  const { changes, more } = shown;
  if (!changes.length) return element("p", {}, t("The server does not have this task yet."));
  return [
    element("ul", { class: "comments history" }, changes.map(renderChange)),
    more && element("p", {}, element("button", { onclick: () => attempt(() => load(id)) }, t("Show earlier changes"))),
  ];
}

function renderChange({ commit, at, author, changes, created, fault, foreign, merge }) {
  const what = created ? t("added") : merge ? t("merged everyone's edits") : "";
  const heading = [timeWords(at), author, what, foreign && t("with git itself")].filter(Boolean).join(" · ");
  return element("li", { "data-key": commit }, element("small", {}, element("bdi", {}, heading)), fault,
    changes.map((change) => element("div", { "data-key": change.field },
      element("strong", {}, `${labelOf(change.field)}: `), element("bdi", {}, changeWords(change)))));
}

// Values

function changeWords({ field, from, to }) {
  if (field === "order") return t("moved");
  if (field === "deleted") return to === null ? t("taken out of the trash") : t("put into the trash");
  if (Array.isArray(from ?? to) && Array.isArray(to ?? from)) return elementWords(field, from ?? [], to ?? []);
  const [old, now] = [from, to].map((value) => cut(valueWords(field, value)));
  return from === null ? now : `${old} → ${now}`;
}

/** Lists the elements added to and removed from a list, one per line. */
function elementWords(field, from, to) {
  const [old, now] = [from, to].map((list) => list.map((one) => partWords(field, one)));
  const lines = [
    ...old.filter((one) => !now.includes(one)).map((one) => `− ${one}`),
    ...now.filter((one) => !old.includes(one)).map((one) => `+ ${one}`),
  ];
  return cut(lines.join("\n")) || t("moved");
}

function partWords(field, part) {
  if (field === "assignees") return app.family.name(part);
  if (field === "series") return seriesWords(part);
  if (field === "items" && part?.text) return `${part.done ? "✓" : "○"} ${part.text}`;
  return typeof part === "string" ? part : JSON.stringify(part);
}

function cut(text) { return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text; }
