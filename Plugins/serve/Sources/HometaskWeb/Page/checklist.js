// SPDX-License-Identifier: Apache-2.0
//
// Checklists, of tasks and of notes, and what they share with notes: it is edited in its place, and removed with a way back.

import { app } from "/app.js";
import { t } from "/messages.js";
import { handle } from "/order.js";
import { isShopping } from "/shopping.js";
import { actionButton, element, lineForm, saving, say } from "/view.js";

/** The id of what is being edited: a note, or a task for its checklist. */
let edited;

// Nothing of it stays when somebody goes on.
addEventListener("hashchange", () => { edited = undefined; }, true);

/** Whether somebody edits the document with this id in its place. */
export function isEdited(id) { return edited === id && !isShopping(); }

/** The button that begins to edit a document in its place, or ends it. */
export function editButton(id, name) {
  const word = isEdited(id) ? t("Close") : t("Edit");
  const toggle = () => {
    edited = isEdited(id) ? undefined : id;
    app.render();
  };
  return element("button", { "aria-label": `${word}: ${name}`, onclick: toggle }, word);
}

/** A button that removes its row, and offers to undo that. The focus goes to what is beside the row. */
export function removeButton(word, title, remove, restore) {
  return actionButton(word, async ({ target }) => {
    const row = target.closest("li");
    const list = row.parentNode;
    const next = row.nextElementSibling ?? row.previousElementSibling ?? list.nextElementSibling ?? list.previousElementSibling;
    await remove();
    next.querySelector("button")?.focus();
    say(t("Deleted: {title}", { title }), t("Undo"), async () => {
      await restore(target);
      app.changed();
    });
  }, `${t("Delete")}: ${title}`);
}

/** The checklist of a document. */
export function renderChecklist(id, items, edit) {
  return element("ul", { class: "items" }, items.map((item) => renderItem(item, items, edit, isEdited(id) && item.id)));
}

/** The form for another item. */
export function itemForm(edit) {
  return lineForm("text", { label: t("New item"), button: t("Add") }, (text) => edit({ edit: "insertItem", field: "items", members: { text } }));
}

function renderItem(item, items, edit, isEdited) {
  const { id, text, done } = item;
  const keys = items.map((item) => item.id);
  const change = (name, more) => ({ edit: name, field: "items", id, ...more });
  const write = (members) => edit(change("writeItem", { members }));
  // It has the text that somebody may have typed right before, and goes to the end if the one before it is gone.
  const restore = ({ previousSibling }) => edit(change("insertItem", { members: { ...item, text: previousSibling.value.trim() || text } }),
    change("moveItem", id === keys[0] ? { first: true } : { after: keys[keys.indexOf(id) - 1] }));
  return element("li", { "data-key": id },
    isEdited ? [
      element("input", {
        value: text, dir: "auto", "aria-label": `${t("Edit")}: ${text}`, onchange: saving(({ value }) => write({ text: value.trim() || text })),
      }),
      removeButton("×", text, () => edit(change("removeItem")), restore),
    ] : element("label", { class: "choice" }, element("input", {
      type: "checkbox", checked: Boolean(done), disabled: !id, onchange: saving(({ checked }) => write({ done: checked || null })),
    }), element("bdi", {}, text)),
    keys.length > 1 && keys.every(Boolean) && !isShopping() &&
      handle({ key: id, title: text, keys, move: (position) => edit(change("moveItem", position)) }));
}
