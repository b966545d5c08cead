// SPDX-License-Identifier: Apache-2.0
//
// The exchange with the server, as Exchange.md of HometaskServing describes it.

import { EngineError } from "/engine.js";
import { post, Rejected, Unreachable } from "/requests.js";
import { answer, change, docsToSend, hasUnsent, record, unsentDocs } from "/store.js";

/** The largest number of documents in a request, and of bytes: fewer than the server takes. */
const MOST = 1000;
let room = 6 << 20;

/**
 * Sends what was changed, and takes what others have changed. One tab does it at a time.
 *
 * @param onRound is called after each answer that was taken, with the paths of the documents that are different now and
 * the number of refusals.
 */
export function exchange(ask, onRound) {
  return navigator.locks.request("exchange", async () => {
    // Once more if there is more than a request may have, or after starting over.
    for (let round = 0; round < 20; round++) {
      const isConnected = navigator.onLine || (await canReach());
      const { phone, outbox } = await prepare(isConnected);
      if (!isConnected) throw new Unreachable("there is no network");
      const response = await send(phone, outbox);
      if (response.status === 410) {
        await startOver(await response.json());
        continue;
      }
      const result = await response.json();
      await onRound(await take(ask, result, outbox), result.refused.length);
      if (!(await hasUnsent())) break;
    }
  });
}

/** Sends a request. One that the server will never take is not kept, so that the next one can be another. */
async function send(phone, outbox) {
  try {
    return await post(`/api/phones/${phone.device}/exchange`, outbox.body);
  } catch (error) {
    if (error instanceof Rejected) {
      if (error.status === 413) room = Math.max(room / 2, 1 << 16);
      await change((state) => { state.delete("outbox"); });
    }
    throw error;
  }
}

/** Whether the server answers although the browser says that it has no network, as it may for one on the same machine. */
async function canReach() { return fetch("/api/sign-in").then(() => true, () => false); }

/**
 * The request that waits for its answer, or the next one. It is kept until the answer is there. One that cannot have left
 * this browser yet is made anew, so that the worker, which may send it while the page is closed, sends the later edits too.
 */
async function prepare(isSent) {
  return change(async (state, docs) => {
    const phone = await answer(state.get("phone"));
    const kept = await answer(state.get("outbox"));
    if (kept && !kept.isUnsent) return { phone, outbox: kept };
    // Where everything comes anew, what is there may be of an actor that the family does not know.
    const unsent = phone.since === null ? [] : await docsToSend(docs);
    const list = fitting(unsent.map(({ path, text }) => ({ path, text })));
    const outbox = {
      body: JSON.stringify({ docs: list, lease: phone.lease, since: phone.since }),
      sent: Object.fromEntries(list.map(({ path, text }) => [path, text])),
      isUnsent: !isSent,
    };
    if (isSent || outbox.body !== kept?.body) state.put(outbox, "outbox");
    return { phone, outbox };
  });
}

/** As many documents as a request has room for, but at least one. */
function fitting(docs) {
  const encoder = new TextEncoder();
  let size = 0;
  const end = docs.findIndex((doc, index) => {
    size += encoder.encode(JSON.stringify(doc)).length;
    return index > 0 && (index >= MOST || size > room);
  });
  return end < 0 ? docs : docs.slice(0, end);
}

/** The server does not know this state of the phone: everything comes anew, and unsent edits are written again. */
async function startOver({ lease, actor }) {
  await change(async (state) => {
    const phone = await answer(state.get("phone"));
    state.put({ ...phone, lease, actor, since: null }, "phone");
    state.delete("outbox");
  });
}

/** Takes an answer: joins its documents with those of the phone. */
async function take(ask, result, outbox) {
  const skew = Date.parse(result.time) - Date.now();
  return change(async (state, docs) => {
    // Where the store is no longer the one that has asked, its next request will have the answer that fits it.
    if ((await answer(state.get("outbox")))?.body !== outbox.body) return [];
    const old = await answer(state.get("phone"));
    const phone = { ...old, lease: result.lease, actor: result.actor, since: result.version, skew };
    const author = { actor: phone.actor, time: result.time };
    const theirs = new Map(result.docs.map(({ path, text }) => [path, text]));
    const changed = new Set(theirs.keys());
    const kept = await noteRefused(ask, state, docs, result.refused);
    const isAnew = old.since === null;
    for (const { path, text, base } of await concerned(docs, isAnew, theirs)) {
      const isKnown = theirs.has(path);
      const next = isKnown ? theirs.get(path) : isAnew ? null : base;
      const sent = outbox.sent[path];
      theirs.delete(path);
      let mine;
      let isUnreadable = false;
      try {
        if (phone.actor === old.actor && !isAnew) {
          mine = isKnown ? join(ask, text, next) : text;
        } else {
          // The family may never get what the old actor wrote, so the new one writes it: what was not sent at least.
          mine = text === (sent ?? base) ? next : rewrite(ask, { base, sent: sent ?? base, text, next }, author);
        }
      } catch (error) {
        // A document that cannot be read here, such as one of a later version, holds up no other.
        if (!(error instanceof EngineError)) throw error;
        mine = text === base ? next : text;
        isUnreadable = mine !== next;
      }
      if (mine === null && next === null) docs.delete(path);
      else docs.put(record(path, mine ?? next, next, isUnreadable));
      if (mine !== text) changed.add(path);
    }
    for (const [path, text] of theirs) if (text !== null) docs.put(record(path, text, text));
    state.put(phone, "phone");
    state.delete("outbox");
    if (kept.length) state.put(kept, "refused");
    return changed;
  });
}

/** The documents that an answer concerns: what it has, and what was not sent; or all of them, if everything comes anew. */
async function concerned(docs, isAnew, theirs) {
  if (isAnew) return answer(docs.getAll());
  const unsent = await unsentDocs(docs);
  const others = new Set(theirs.keys());
  for (const { path } of unsent) others.delete(path);
  const read = await Promise.all([...others].map((path) => answer(docs.get(path))));
  return unsent.concat(read.filter((doc) => doc));
}

function join(ask, mine, theirs) {
  if (theirs === null || mine === theirs) return mine;
  return ask({ do: "join", documents: [mine, theirs] }).document;
}

/**
 * Writes, as another actor, what a person has changed since the text that was sent. It is written upon the version that
 * the family had, and joined with the one that it has, so it takes away nothing that others have written meanwhile.
 */
function rewrite(ask, { base, sent, text, next }, author) {
  const read = (document) => (document === null ? {} : ask({ do: "read", document }).shown);
  const [earlier, later, onto] = [read(sent), read(text), base ?? next];
  let written;
  if (onto === null) {
    const { id, kind, deleted, conflicts, ...fields } = later;
    written = ask({ do: "make", kind, id, fields, author }).document;
  } else {
    const typed = read(onto);
    for (const key of new Set([...Object.keys(earlier), ...Object.keys(later)])) {
      if (key === "deleted" || key === "conflicts" || JSON.stringify(earlier[key]) === JSON.stringify(later[key])) continue;
      if (key in later) typed[key] = later[key];
      else delete typed[key];
    }
    written = ask({ do: "retype", document: onto, typed: JSON.stringify(typed), author }).document;
  }
  if (Boolean(earlier.deleted) !== Boolean(later.deleted)) {
    written = ask({ do: "edit", document: written, author, edits: [{ edit: later.deleted ? "delete" : "restore" }] }).document;
  }
  return next === null ? written : join(ask, written, next);
}

/** Keeps what was not accepted, with the value that it had. */
async function noteRefused(ask, state, docs, refused) {
  const kept = (await answer(state.get("refused"))) ?? [];
  for (const { path, field, rule, why } of refused) {
    const doc = await answer(docs.get(path));
    const shown = doc ? JSON.parse(doc.text) : {};
    kept.push({ path, field, rule, why, title: shown.title ?? shown.name ?? "", value: field ? shown[field] : shown });
  }
  return kept;
}
