// SPDX-License-Identifier: Apache-2.0
//
// What the phone keeps, in IndexedDB:
//
//   state  "phone": {device, name, family, member, lease, actor, since, skew, zone}; `before`: the version
//          that it had before it had to start over; `isSignedOut` if the server no longer knows this phone
//          "outbox": the request that has no answer yet: {body, sent: {path: text}}; `isUnsent` if it
//          cannot have left this browser yet
//          "givenUp": the requests that were given up, and that the server may have taken: [{body, sent: {path: text}}];
//          `isTaken` if the server has said so
//          "refused": what was not accepted: [{path, field, rule, why, title, value}]
//          "clueKeys": the keys of code words that were entered here, by what checks them
//          "orders": the orders of lists that somebody has chosen: {address: order}
//          "drafts": what was typed and not saved yet: {key: text}, by the keys of fields
//          "formers": the devices that this browser was before, and that are still to be signed out
//          "isSilent": true if somebody has stopped the reminders of this phone
//          "rows": the lists that everybody has, which are shown before the engine is there: {address: rows}; besides,
//          `last`: the other one that was shown last: {address, title, rows}
//   docs   {path, text, base}: a document as the phone has it, and as the version `since` has it (null: not at all);
//          besides, `unsent: 1` if the two differ, and these flags:
//          `isUnreadable`: the engine cannot join the two
//          `isDerived`: a next occurrence that this phone has derived; `base` is what it has derived. It is not sent until
//          the family has its own
//          `isOffered`: the family has lost it, and this phone sends it although nobody has edited it here
//   photos {key, sha256, bytes, name, type, task, hunt, captured, position, until, why, outcome}: a photo that was not sent;
//          what it is about, whether the page had the camera take it, until when its position is waited for, why it was
//          not accepted, and what has become of it if the worker has sent it
//
// A document whose text differs from its base has edits that were not sent. An index finds these, so that an exchange
// reads what has changed and not all there is. Each edit reads and writes its document in one transaction, so that two tabs
// cannot make two events with one name.

let database;

/** Opens the store. */
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
    docs.openCursor().onsuccess = ({ target: { result: cursor } }) => {
      if (!cursor) return;
      const { path, text, base, isUnreadable } = cursor.value;
      cursor.update(record(path, text, base, { isUnreadable }));
      cursor.continue();
    };
  };
  database = await answer(opening);
  // The browser has dropped the store: a page that is loaded anew begins with an empty one.
  database.onclose = () => location.reload();
}

/** A document as the store has it. */
export function record(path, text, base, { isUnreadable, isDerived, isOffered } = {}) {
  return {
    path, text, base, ...((text !== base || isDerived) && { unsent: 1 }), ...(isUnreadable && { isUnreadable }),
    ...(isDerived && { isDerived }), ...(isOffered && { isOffered }),
  };
}

/** The documents with edits that were not sent, and those that this phone has derived. */
export function unsentDocs(docs) { return answer(docs.index("unsent").getAll()); }

/** The documents with edits to send. The edits of one that cannot be joined here stay until it can. */
export async function docsToSend(docs) { return (await unsentDocs(docs)).filter((doc) => !doc.isUnreadable && !doc.isDerived); }

/** Whether there are edits that were not sent. */
export async function hasUnsent() { return view(async (state, docs) => (await docsToSend(docs)).length > 0); }

/** The requests that were given up. */
export async function givenUp(state) { return (await answer(state.get("givenUp"))) ?? []; }

/** The result of a request to the database. */
export function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Runs a function in a transaction, all or nothing; what it has written is on the disk when this returns. The function
 * gets the stores, and may wait for nothing but their requests.
 */
export async function change(body) { return transact("readwrite", body); }

/** Runs a function that only reads. */
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

/** Forgets everything but the devices that are still to be signed out, among them the one of this phone. */
export async function forget(device) {
  await change(async (state, docs, photos) => {
    const formers = (await answer(state.get("formers"))) ?? [];
    for (const store of [state, docs, photos]) store.clear();
    state.put([...formers, device], "formers");
  });
  await caches.delete("thumbnails");
}
