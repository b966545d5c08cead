// SPDX-License-Identifier: Apache-2.0
//
// Checklists of tasks and notes, and functions shared with notes: editing in place, and removal with undo.

import { app } from "/app.js";
import { dropDrafts, hasDrafts } from "/drafts.js";
import { t } from "/messages.js";
import { handle } from "/order.js";
import { isShopping } from "/shopping.js";
import { actionButton, draftNotice, element, lineForm, saving, say } from "/view.js";

/** The id of the document being edited: a note, or a task for its checklist. */
let edited;

// Navigation ends editing unless there are drafts: see `isEdited`.
addEventListener("hashchange", () => { edited = undefined; }, true);

/** Returns the key prefix of the drafts in a document that is edited in place. */
function drafts(id) { return `edit ${id} `; }

/** Whether the document with this id is being edited in place, or has drafts; never in shopping mode. */
export function isEdited(id) { return (edited === id || hasDrafts(drafts(id))) && !isShopping(); }

/** Renders the button that starts or ends editing a document in place. */
export function editButton(id, name) {
  const word = isEdited(id) ? t("Close") : t("Edit");
  const toggle = () => {
    edited = isEdited(id) ? undefined : id;
    if (!edited) dropDrafts(drafts(id));
    app.render();
  };
  return element("button", { "aria-label": `${word}: ${name}`, onclick: toggle }, word);
}

/** Renders a button that removes its row and offers to undo the removal. The focus moves to a neighbouring row. */
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

/** Renders the checklist of a document. */
export function renderChecklist(id, items, edit) {
  return element("ul", { class: "items" }, items.map((item) => renderItem(item, items, edit, isEdited(id) && item.id && `${drafts(id)}${item.id}`)));
}

/** Renders the form for a new item; `draft` is the key of its draft. */
export function itemForm(edit, draft) {
  return lineForm("text", { label: t("New item"), button: t("Add"), draft }, (text) => edit({ edit: "insertItem", field: "items", members: { text } }));
}

/** Renders an item; editable if `draft`, the key of its draft, is given. */
function renderItem(item, items, edit, draft) {
  const { id, text, done } = item;
  const keys = items.map((item) => item.id);
  const change = (name, more) => ({ edit: name, field: "items", id, ...more });
  const write = (members) => edit(change("writeItem", { members }));
  // Restores the text in the row's field, which may be unsaved; appends the item if the preceding one is gone.
  const restore = ({ previousSibling }) => edit(change("insertItem", { members: { ...item, text: previousSibling.value.trim() || text } }),
    change("moveItem", id === keys[0] ? { first: true } : { after: keys[keys.indexOf(id) - 1] }));
  const control = draft && element("input", {
    value: text, dir: "auto", draft, "aria-label": `${t("Edit")}: ${text}`, onchange: saving(({ value }) => write({ text: value.trim() || text })),
  });
  return element("li", { "data-key": id },
    control ? [control, removeButton("×", text, () => edit(change("removeItem")), restore), draftNotice(control)] : element("label", { class: "choice" }, element("input", {
      type: "checkbox", checked: Boolean(done), disabled: !id, onchange: saving(({ checked }) => write({ done: checked || null })),
    }), element("bdi", {}, text)),
    keys.length > 1 && keys.every(Boolean) && !isShopping() &&
      handle({ key: id, title: text, keys, move: (position) => edit(change("moveItem", position)) }));
}
