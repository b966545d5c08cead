// SPDX-License-Identifier: Apache-2.0
//
// The lists of tasks.

import { app } from "/app.js";
import { t } from "/messages.js";
import { change } from "/store.js";
import { attempt, draw, element, fieldNamed, lineForm, reset, say } from "/view.js";
import { dueWords, today } from "/words.js";

export const LISTS = {
  today: { title: () => t("Today"), query: "(today or overdue) (mine or unassigned)" },
  mine: { title: () => t("Mine"), query: "mine" },
  all: { title: () => t("Everyone's"), query: "" },
  done: { title: () => t("Done"), query: "done", options: { done: true, order: "-done", limit: 100 } },
};

/** Shows a list, and keeps it for the next start. */
export function renderList(name) {
  const { family } = app;
  const { query, options } = LISTS[name];
  const search = fieldNamed("search")?.value ?? "";
  const asked = [query && `(${query})`, search].filter(Boolean).join(" ");
  const rows = family.list(asked, options).tasks.filter((id) => family.task(id)).map(row);
  showList(name, rows);
  document.title = `${LISTS[name].title()} – ${family.phone.family.name}`;
  if (!search) keep({ name, rows });
}

let kept;

/** Keeps a list, which the next start shows at once. */
function keep(list) {
  const text = JSON.stringify(list);
  if (text === kept) return;
  kept = text;
  change((state) => { state.put(list, "rows"); }).catch(() => {});
}

/** Shows a list, which needs neither the engine nor the family. */
export function showList(name, rows) {
  const links = Object.entries(LISTS).map(([key, { title }]) =>
    element("li", {}, element("a", { href: `#/${key}`, "aria-current": key === name && "page" }, title())));
  const find = element("input", {
    type: "search", name: "search", "aria-label": t("Search"), placeholder: t("Search: milk, +shopping, @tom"), oninput: () => app.render(),
  });
  draw(
    element("nav", { "aria-label": t("Lists") }, element("ul", {}, links, element("li", {}, element("a", { href: "#/phone" }, t("Phone"))))),
    element("h1", { tabindex: -1 }, LISTS[name].title()),
    lineForm("new", { label: t("New task"), placeholder: "Milk @Tom due:fri +shopping", button: t("Add"), kind: "main" },
      (words) => addTask(name, words)),
    element("div", { class: "line" }, find),
    rows.length ? element("ul", { class: "tasks" }, rows.map(listItem)) : element("p", {}, t("Nothing here.")));
}

/** What a list shows of a task. */
function row(id) {
  const { family } = app;
  const { shown, conflicts, isUnsent } = family.task(id);
  const items = shown.items ?? [];
  const details = [
    dueWords(shown.due), (shown.assignees ?? []).map((member) => family.name(member)).join(", "),
    (shown.tags ?? []).map((tag) => `+${tag}`).join(" "),
    items.length ? t("{done} of {all}", { done: items.filter((item) => item.done).length, all: items.length }) : "",
    conflicts.length ? t("conflicting edits") : "",
  ].filter(Boolean);
  return { id, title: shown.title, details: details.join(" · "), isDone: Boolean(shown.completion), isUnsent };
}

function listItem({ id, title, details, isDone, isUnsent }) {
  const unsent = isUnsent && element("span", { class: "unsent" }, details ? " · " : "", t("not sent yet"));
  return element("li", { "data-key": id },
    element("input", {
      type: "checkbox", checked: isDone, disabled: !app.family, "aria-label": t("Done: {title}", { title }),
      onchange: ({ target }) => attempt(() => tick(id, target.checked)).finally(() => reset(target)),
    }),
    element("a", { href: `#/task/${id}` }, element("bdi", {}, title), element("small", {}, details, unsent)));
}

/** Completes a task, or opens it again, and offers to undo that. */
export async function tick(id, isDone) {
  const { shown } = app.family.task(id);
  if (isDone && shown.proof && !app.family.photos(id).length) {
    return say(t("This task is done once a photo proves it."), t("Add a photo"), () => location.assign(`#/task/${id}`));
  }
  await app.family.complete(id, isDone);
  app.changed();
  const { title } = shown;
  say(isDone ? t("Done: {title}", { title }) : t("Open again: {title}", { title }), t("Undo"), () => tick(id, !isDone));
}

/** Adds a task, which stands in the list that it is added to. */
async function addTask(name, words) {
  const { family } = app;
  const fields = family.parse(words);
  await family.add({
    ...(name === "mine" && { assignees: [family.phone.member.id] }), ...(name === "today" && { due: { date: today() } }), ...fields,
  });
  say(t("Added: {title}", { title: fields.title }));
}
