// SPDX-License-Identifier: Apache-2.0
//
// Notes about a task, and standalone notes.

import { app } from "/app.js";
import { editButton, isEdited, itemForm, removeButton, renderChecklist } from "/checklist.js";
import { Family } from "/family.js";
import { renderNavigation } from "/lists.js";
import { t } from "/messages.js";
import { renderConflict } from "/values.js";
import { draw, element, field, lineForm, pageHeading, saving } from "/view.js";
import { timeWords } from "/words.js";

/** Renders the standalone notes, newest first. */
export function renderNotes() {
  document.title = t("Notes");
  draw(renderNavigation("lists"), pageHeading(t("Notes")), noteForm(), list(app.family.notes().reverse()));
}

/** Renders the notes about a task. */
export function renderNotesOf(id) {
  return [element("h2", {}, t("Notes")), list(app.family.notes(id)), noteForm({ kind: "task", id })];
}

function noteForm(about) {
  return lineForm("note", { label: t("New note"), button: t("Save"), draft: `${about?.id ?? ""} note` }, (text) => app.family.add({ about, text: [text] }, "note"));
}

function list(notes) { return element("ul", { class: "comments" }, notes.map(({ id }) => renderNote(id))); }

function renderNote(id) {
  const { family } = app;
  const path = Family.path("note", id);
  const { shown, conflicts, isUnsent } = family.read(path);
  const { title = "", text = [], items = [], folder, created } = shown;
  const edit = (...edits) => family.edit(path, edits);
  const isOpen = isEdited(id);
  const name = [title, ...text, items[0]?.text].find((line) => line?.trim())?.slice(0, 60);
  // A note must not become empty.
  const save = (field, others, valueOf) => saving(({ value }) =>
    (value.trim() || others.length || items.length) && edit({ edit: "write", field, value: value.trim() ? valueOf(value) : null }));
  return element("li", { "data-key": id },
    element("small", {}, [family.name(created?.by), timeWords(created?.at), folder].filter(Boolean).join(", ")),
    conflicts.map((conflict) => renderConflict(conflict, shown, edit)),
    isOpen ? [
      field(t("Title"), element("input", { name: "note-title", value: title, dir: "auto", draft: `edit ${id} title`, onchange: save("title", text, (value) => value.trim()) })),
      field(t("Text"), element("textarea", {
        name: "note-text", dir: "auto", draft: `edit ${id} text`, onchange: save("text", title, (value) => value.split("\n")),
      }, text.join("\n"))),
    ] : element("bdi", {}, title && [element("strong", {}, title), "\n"], text.join("\n")),
    items.length > 0 && renderChecklist(id, items, edit), isOpen && itemForm(edit, `edit ${id} item`),
    element("p", {}, editButton(id, name), isOpen && [" ", removeButton(t("Delete"), name, () => edit({ edit: "delete" }), () => edit({ edit: "restore" }))],
      isUnsent && element("span", { class: "unsent" }, " ", t("Not sent yet"))));
}
