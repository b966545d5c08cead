// SPDX-License-Identifier: Apache-2.0
//
// Drafts: what somebody has typed and not saved yet, by the key of its field. Each is in the store as soon as it is typed, so
// it outlives the page.

import { answer, change } from "/store.js";

/** All drafts, by key. */
let drafts = new Map();
/** The keys of those that were typed since a place was opened. */
const fresh = new Set();
/** What the store does not have yet, by key: a text, or nothing for a draft that is to be removed. */
const due = new Map();
let isWriting = false;

/** Takes the drafts that the store has; none if there are none. */
export function setDrafts(kept) { drafts = new Map(Object.entries(kept ?? {})); }

/** The draft of a field. */
export function draftOf(key) { return drafts.get(key); }

/** Whether the draft of a field was typed before the place that is shown was opened. */
export function isEarlier(key) { return drafts.has(key) && !fresh.has(key); }

/** Whether a field whose key begins like this has a draft. */
export function hasDrafts(beginning) { return [...drafts.keys()].some((key) => key.startsWith(beginning)); }

/** Another place is opened: each draft is an earlier one from now on. */
export function leaveDrafts() { fresh.clear(); }

/** Keeps the draft of a field; removes it if there is no text. */
export function keepDraft(key, text) {
  hideDraft(key);
  if (text !== undefined) {
    drafts.set(key, text);
    fresh.add(key);
  }
  due.set(key, text);
  write();
}

/** Shows the draft of a field no more, while it is being saved. The store keeps it until that is done. */
export function hideDraft(key) { drafts.delete(key); }

/** Removes the drafts of the fields whose keys begin like this. */
export function dropDrafts(beginning) {
  for (const key of drafts.keys()) if (key.startsWith(beginning)) keepDraft(key);
}

/** Writes what the store does not have yet. Whatever is typed meanwhile is written together, by the next transaction. */
async function write() {
  if (isWriting) return;
  isWriting = true;
  while (due.size) {
    const changes = [...due];
    due.clear();
    await change(async (state) => {
      const kept = (await answer(state.get("drafts"))) ?? {};
      for (const [key, text] of changes) {
        if (text === undefined) delete kept[key];
        else kept[key] = text;
      }
      state.put(kept, "drafts");
    }).catch(() => { /* The field still has the text, and saving it will say why. */ });
  }
  isWriting = false;
}
