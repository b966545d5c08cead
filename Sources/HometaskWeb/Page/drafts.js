// SPDX-License-Identifier: Apache-2.0
//
// Drafts: typed, unsaved text by the key of its field. It is stored immediately, so it survives closing the page.

import { answer, change } from "/store.js";

/** All drafts, by key. */
let drafts = new Map();
/** The keys of drafts typed since the current place was opened. */
const fresh = new Set();
/** Pending writes to the store, by key: a string, or undefined to remove the draft. */
const due = new Map();
let isWriting = false;

/** Sets the drafts that were read from the store, if any. */
export function setDrafts(kept) { drafts = new Map(Object.entries(kept ?? {})); }

/** Returns the draft of a field. */
export function draftOf(key) { return drafts.get(key); }

/** Whether the draft of a field was typed before the current place was opened. */
export function isEarlier(key) { return drafts.has(key) && !fresh.has(key); }

/** Whether any field with this key prefix has a draft. */
export function hasDrafts(beginning) { return [...drafts.keys()].some((key) => key.startsWith(beginning)); }

/** Marks all drafts as earlier when another place is opened. */
export function leaveDrafts() { fresh.clear(); }

/** Keeps the draft of a field; removes it if the text is empty. */
export function keepDraft(key, text) {
  hideDraft(key);
  if (text !== undefined) {
    drafts.set(key, text);
    fresh.add(key);
  }
  due.set(key, text);
  write();
}

/** Hides the draft of a field while it is being saved. The store keeps it until then. */
export function hideDraft(key) { drafts.delete(key); }

/** Removes the drafts of all fields with this key prefix. */
export function dropDrafts(beginning) {
  for (const key of drafts.keys()) if (key.startsWith(beginning)) keepDraft(key);
}

/** Writes pending changes to the store. Text typed during a transaction is batched into the next one. */
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
