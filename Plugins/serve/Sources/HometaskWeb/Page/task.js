// SPDX-License-Identifier: Apache-2.0
//
// A task: all that it has, to see and to edit.

import { app } from "/app.js";
import { Family } from "/family.js";
import { tick } from "/lists.js";
import { renderPhotos } from "/photos.js";
import { attempt, draw, element, lineForm, saving } from "/view.js";
import { dueWords, timeWords } from "/words.js";

/** Shows a task. */
export function renderTask(id, list) {
  const { family } = app;
  const back = element("p", {}, element("a", { href: `#/${list}` }, "Back"));
  const task = family.task(id);
  if (!task) return draw(back, element("h1", { tabindex: -1 }, "No such task"), element("p", {}, "This task is not on this phone."));
  const path = Family.path("task", id);
  const edit = (...edits) => family.edit(path, edits);
  const { shown, isUnsent, deleted, conflicts } = task;
  draw(
    back, element("h1", { tabindex: -1, dir: "auto" }, shown.title),
    isUnsent && element("p", { class: "unsent" }, "Not sent yet"),
    deleted && element("p", { class: "notice" }, "This task is in the trash. ", button("Restore", () => edit({ edit: "restore" }))),
    conflicts.map((conflict) => renderConflict(conflict, edit)),
    renderFields(shown, edit),
    element("h2", {}, "Checklist"),
    element("ul", { class: "items" }, (shown.items ?? []).map((item) => renderItem(item, edit))),
    lineForm("text", { label: "New item", button: "Add" },
      (text) => edit({ edit: "insertItem", field: "items", members: { text } })),
    element("p", {}, element("button", { class: "main", onclick: () => attempt(() => tick(id, !shown.completion)) },
      shown.completion ? "Open again" : "Done"), " ", !deleted && button("Delete", () => edit({ edit: "delete" }))),
    shown.completion && element("p", {}, `Done ${timeWords(shown.completion.at)} by ${family.name(shown.completion.by)}`),
    renderPhotos(id, shown.proof && !shown.completion),
    element("h2", {}, "Comments"),
    element("ul", { class: "comments" }, family.comments(id).map(renderComment)),
    lineForm("comment", { label: "New comment", button: "Send" }, (text) => family.comment(id, text)),
    notes(shown).map((text) => element("p", {}, element("small", {}, text))));
  document.title = shown.title;
}

/** A button that edits the task. */
function button(name, act) {
  return element("button", { onclick: () => attempt(async () => { await act(); app.changed(); }) }, name);
}

function renderFields(shown, edit) {
  const { family } = app;
  const write = (field, value) => edit({ edit: "write", field, value });
  return [
    field("Title", element("input", {
      name: "title", value: shown.title, dir: "auto", onchange: saving(({ value }) => write("title", value.trim() || shown.title)),
    })),
    field("Due", element("input", {
      type: "date", name: "due", value: shown.due?.date ?? "",
      onchange: saving(({ value }) => write("due", value ? { date: value } : null)),
    })),
    shown.due?.at && element("p", {}, `Due ${dueWords(shown.due)}`),
    renderAssignees(new Set(shown.assignees ?? []), edit),
    field("Category", choose("category", shown.category, family.categories().map(({ id, name }) => [id, name]), write)),
    field("Priority", choose("priority", shown.priority, ["high", "medium", "low"].map((word) => [word, word]), write)),
    field("Tags", element("input", {
      name: "tags", value: (shown.tags ?? []).join(" "), autocapitalize: "none",
      onchange: saving(({ value }) => edit(...tagEdits(shown.tags ?? [], value))),
    })),
    field("Description", element("textarea", {
      name: "description", dir: "auto", onchange: saving(({ value }) => write("description", value ? value.split("\n") : null)),
    }, (shown.description ?? []).join("\n"))),
  ];
}

function field(label, control) {
  control.id = `field-${control.name}`;
  return element("div", { class: "field", "data-key": control.name }, element("label", { for: control.id }, label), control);
}

function renderAssignees(assignees, edit) {
  const choices = app.family.members().map(({ id, name }) => element("label", { class: "choice", "data-key": id },
    element("input", {
      type: "checkbox", checked: assignees.has(id),
      onchange: saving(({ checked }) => edit({ edit: checked ? "insert" : "remove", field: "assignees", element: id })),
    }), name));
  return element("fieldset", {}, element("legend", {}, "For"), choices);
}

/** A choice of one of several values, or none. */
function choose(field, value, values, write) {
  return element("select", { name: field, onchange: saving((control) => write(field, control.value || null)) },
    element("option", { value: "", selected: !value }, "none"),
    values.map(([key, name]) => element("option", { value: key, selected: key === value, "data-key": key }, name)));
}

/** The edits that make one set of tags of another. */
function tagEdits(before, typed) {
  const after = typed.split(/[\s,]+/).map((tag) => tag.replace(/^\+/, "")).filter(Boolean);
  return [
    ...after.filter((tag) => !before.includes(tag)).map((element) => ({ edit: "insert", field: "tags", element })),
    ...before.filter((tag) => !after.includes(tag)).map((element) => ({ edit: "remove", field: "tags", element })),
  ];
}

function renderItem({ id, text, done }, edit) {
  return element("li", { "data-key": id }, element("label", { class: "choice" }, element("input", {
    type: "checkbox", checked: Boolean(done), disabled: !id,
    onchange: saving(({ checked }) => edit({ edit: "writeItem", field: "items", id, members: { done: checked || null } })),
  }), element("bdi", {}, text)));
}

function renderComment({ id, created, reaction, text }) {
  return element("li", { "data-key": id },
    element("small", {}, `${app.family.name(created?.by)}, ${timeWords(created?.at)}`),
    element("bdi", {}, reaction ?? (text ?? []).join("\n")));
}

/** Two people have written different values; whoever sees both may choose. */
function renderConflict({ field, line, item, values }, edit) {
  const isWhole = line === undefined && item === undefined;
  const text = (value) => (value === null ? "(nothing)" : typeof value === "string" ? value : dueWords(value) || JSON.stringify(value));
  return element("div", { class: "notice" }, element("strong", {}, `Conflicting edits: ${field}`), element("ul", {},
    values.map((value) =>
      element("li", {}, text(value), " ", isWhole && button("Keep this", () => edit({ edit: "write", field, value }))))));
}

/** What cannot be edited here. */
function notes(shown) {
  return [
    shown.points && `${shown.points} points`, shown.approval && "an adult approves it",
    shown.repeat && `repeats: ${shown.repeat}`, shown.created?.by && `Added by ${app.family.name(shown.created.by)}`,
  ].filter(Boolean);
}
