// SPDX-License-Identifier: Apache-2.0
//
// The data of the phone, in IndexedDB:
//
//   state  "phone": {device, name, family, member, lease, actor, since, skew, zone}; `before`: the version
//          before starting over; `isSignedOut` if the server no longer knows this phone
//          "outbox": the unanswered request: {body, sent: {path: text}}; `isUnsent` if it
//          cannot have left this browser yet
//          "givenUp": the abandoned requests, which the server may have accepted: [{body, sent: {path: text}}];
//          `isTaken` if the server has confirmed that
//          "refused": the refused edits: [{path, field, rule, why, title, value}]
//          "clueKeys": the keys of code words that were entered here, by check value
//          "orders": the chosen orders of lists: {address: order}
//          "drafts": typed, unsaved text: {key: text}, by the keys of fields
//          "formers": the former devices of this browser that are still to be signed out
//          "isSilent": true if the reminders of this phone were turned off
//          "rows": the cached built-in lists, shown before the engine is loaded: {address: rows}; and
//          `last`, the last other list that was shown: {address, title, rows}
//   docs   {path, text, base}: a document on the phone, and in the version `since` (null if absent);
//          `unsent: 1` if the two differ, or if `isDerived`; and these flags:
//          `isUnreadable`: the engine cannot merge the two
//          `isDerived`: a next occurrence that this phone has derived, as in `base`. It is not sent until
//          the family has its own
//          `isOffered`: the family has lost the document, and this phone sends it without having edited it
//   photos {key, sha256, bytes, name, type, task, hunt, captured, position, until, why, outcome}: an unsent photo;
//          its subject, whether it was taken with the page's camera button, the time limit for its position, why it was
//          refused, and its outcome if the worker has sent it
//
// A document whose text differs from its base has unsent edits. An index finds these documents, so that an exchange
// reads only changes. Each edit reads and writes its document in one transaction, so that two tabs cannot create two
// events of the same name.

let database;

/** Opens the store, and upgrades it if needed. */
export async function openStore() {
  const opening = indexedDB.open("hometask", 2);
  opening.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      opening.result.createObjectStore("state");
      opening.result.createObjectStore("docs", { keyPath: "path" });
    }
    opening.result.createObjectStore("photos", { keyPath: "key" });
    const docs = opening.transaction.objectStore("docs");
    docs.createIndex("unsent", "unsent");
    // @ts-ignore: the target of the event is the request.
    docs.openCursor().onsuccess = ({ target: { result: cursor } }) => {
      if (!cursor) return;
      const { path, text, base, isUnreadable } = cursor.value;
      cursor.update(record(path, text, base, { isUnreadable }));
      cursor.continue();
    };
  };
  database = await answer(opening);
  // The browser has dropped the store: a reloaded page begins with an empty one.
  database.onclose = () => location.reload();
}

/**
 * Makes the stored form of a document.
 *
 * @param {string} path
 * @param {string} text
 * @param {string} base
 * @param {StoredFlags} flags
 */
export function record(path, text, base, { isUnreadable, isDerived, isOffered } = {}) {
  return {
    path, text, base, ...((text !== base || isDerived) && { unsent: 1 }), ...(isUnreadable && { isUnreadable }),
    ...(isDerived && { isDerived }), ...(isOffered && { isOffered }),
  };
}

/** Returns the documents with unsent edits, and the occurrences that this phone has derived. */
export function unsentDocs(docs) { return answer(docs.index("unsent").getAll()); }

/** Returns the documents with edits to send. Unreadable ones are left out until they can be merged here. */
export async function docsToSend(docs) { return (await unsentDocs(docs)).filter((doc) => !doc.isUnreadable && !doc.isDerived); }

/** Whether there are edits to send. */
export async function hasUnsent() { return view(async (state, docs) => (await docsToSend(docs)).length > 0); }

/** Returns the abandoned requests in the store. */
export async function givenUp(state) { return (await answer(state.get("givenUp"))) ?? []; }

/** Awaits the result of a database request. */
export function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Runs a function in an atomic transaction, whose writes are durable when this returns. The function gets the stores,
 * and may await only their requests.
 */
export async function change(body) { return transact("readwrite", body); }

/** Runs a function in a read-only transaction. */
export async function view(body) { return transact("readonly", body); }

async function transact(mode, body) {
  const transaction = database.transaction(["state", "docs", "photos"], mode, { durability: "strict" });
  const end = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error ?? new Error("the change was given up"));
  });
  let result;
  try {
    result = await body(...["state", "docs", "photos"].map((name) => transaction.objectStore(name)));
  } catch (error) {
    end.catch(() => {});
    try { transaction.abort(); } catch { /* it has ended already */ }
    throw error;
  }
  await end;
  return result;
}

/** Deletes everything except the devices still to be signed out, and adds this phone's device to them. */
export async function forget(device) {
  await change(async (state, docs, photos) => {
    const formers = (await answer(state.get("formers"))) ?? [];
    for (const store of [state, docs, photos]) store.clear();
    state.put([...formers, device], "formers");
  });
  await caches.delete("thumbnails");
}
