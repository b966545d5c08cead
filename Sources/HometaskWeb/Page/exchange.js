// SPDX-License-Identifier: Apache-2.0
//
// The exchange with the server, described in Exchange.md of HometaskServing.

import { EngineError } from "/engine.js";
import { post, Rejected, sha256, Unreachable } from "/requests.js";
import { answer, change, docsToSend, givenUp, hasUnsent, record, unsentDocs, view } from "/store.js";

/** The maximum numbers of documents and bytes in a request, within the server's limits. */
const MOST = 1000;
let room = 6 << 20;

/** The maximum number of abandoned requests that are kept. */
const MOST_GIVEN_UP = 20;

/**
 * Sends local changes and receives those of others, in one tab at a time.
 *
 * @param onRound called after each answer that was applied, with the paths of changed documents and the number of
 * refusals.
 */
export function exchange(ask, onRound) {
  return navigator.locks.request("exchange", async () => {
    // Repeats if the changes exceed one request, and after starting over.
    for (let round = 0; round < 20; round++) {
      const isConnected = navigator.onLine || (await canReach());
      const { phone, outbox } = await prepare(isConnected);
      if (!isConnected) throw new Unreachable("there is no network");
      const response = await send(phone, outbox);
      if (response.status === 410) {
        await startOver(await response.json(), outbox);
        continue;
      }
      const result = await response.json();
      await onRound(await take(ask, result, outbox), result.refused.length);
      if (!(await hasUnsent())) break;
    }
  });
}

/**
 * Sends a request. A rejected or timed-out request is abandoned, so that the next one can differ. If the server has
 * accepted it nevertheless, the phone starts over, and finds the request's events in the family.
 */
async function send(phone, outbox) {
  try {
    return await post(`/api/phones/${phone.device}/exchange`, outbox.body);
  } catch (error) {
    const status = error instanceof Rejected ? error.status : error.cause;
    if ([408, 413].includes(status)) room = Math.max(room / 2, 1 << 16);
    if (error instanceof Rejected || status === 408) await change(async (state) => giveUp(state, [...(await givenUp(state)), outbox]));
    throw error;
  }
}

/**
 * Deletes the documents of a signed-out phone, except those with unsent changes. After signing in again, the phone
 * fetches everything again.
 */
export async function forgetSent() {
  await change(async (state, docs) => {
    const phone = await answer(state.get("phone"));
    const unsent = (await unsentDocs(docs)).filter(({ text, base }) => text !== base);
    docs.clear();
    for (const doc of unsent) docs.put(doc);
    giveUp(state, (await givenUp(state)).concat((await answer(state.get("outbox"))) ?? []));
    state.delete("rows");
    state.put({ ...phone, isSignedOut: true, since: null, before: phone.since ?? phone.before }, "phone");
  });
  await caches.delete("thumbnails");
}

/** Clears the outbox for the next request. Abandoned requests are kept, because the family may have their edits. */
function giveUp(state, requests) {
  state.put(requests.slice(-MOST_GIVEN_UP), "givenUp");
  state.delete("outbox");
}

/** Whether the server answers although the browser reports no network, as a server on the same machine may. */
async function canReach() { return fetch("/api/sign-in").then(() => true, () => false); }

/**
 * Returns the pending request, or prepares the next one and stores it until it is answered. A request that cannot have
 * left this browser yet is rebuilt with later edits, because the worker may send it while the page is closed.
 */
async function prepare(isSent) {
  return change(async (state, docs) => {
    const phone = await answer(state.get("phone"));
    const kept = await answer(state.get("outbox"));
    if (kept && !kept.isUnsent) return { phone, outbox: kept };
    // When starting over, stored documents may have events of an actor that the family does not know.
    const unsent = phone.since === null ? [] : await docsToSend(docs);
    const list = fitting(unsent.map(({ path, text }) => ({ path, text })));
    const outbox = {
      body: JSON.stringify({ docs: list, lease: phone.lease, since: phone.since, before: phone.before }),
      sent: Object.fromEntries(list.map(({ path, text }) => [path, text])),
      isUnsent: !isSent,
    };
    if (isSent || outbox.body !== kept?.body) state.put(outbox, "outbox");
    return { phone, outbox };
  });
}

/** Returns as many documents as fit in a request, but at least one. */
function fitting(docs) {
  const encoder = new TextEncoder();
  let size = 0;
  const end = docs.findIndex((doc, index) => {
    size += encoder.encode(JSON.stringify(doc)).length;
    return index > 0 && (index >= MOST || size > room);
  });
  return end < 0 ? docs : docs.slice(0, end);
}

/** Starts over if the server does not know the phone's state: fetches everything again, and rewrites unsent edits. */
async function startOver({ lease, actor, taken }, outbox) {
  // Ignore empty requests: they do not show whether the server accepted the documents of another request.
  const requests = [...(await view(givenUp)), outbox].filter(({ sent }) => Object.keys(sent).length);
  const digests = await Promise.all(requests.map(({ body }) => sha256(new TextEncoder().encode(body))));
  // The requests share a lease, so the server has accepted at most one of them.
  const request = requests.find(({ isTaken }) => isTaken) ?? requests[digests.indexOf(taken)];
  await change(async (state) => {
    const phone = await answer(state.get("phone"));
    state.put({ ...phone, lease, actor, since: null, before: phone.since ?? phone.before }, "phone");
    giveUp(state, request ? [{ ...request, isTaken: true }] : requests);
  });
}

/** Applies an answer: merges its documents with those of the phone. */
async function take(ask, result, outbox) {
  const skew = Date.parse(result.time) - Date.now();
  return change(async (state, docs) => {
    // The outbox has changed since this request, so this answer is ignored; the next request gets a matching one.
    if ((await answer(state.get("outbox")))?.body !== outbox.body) return [];
    const { before, ...old } = await answer(state.get("phone"));
    const phone = { ...old, lease: result.lease, actor: result.actor, since: result.version, skew };
    const theirs = new Map(result.docs.map(({ path, text }) => [path, text]));
    const changed = new Set(theirs.keys());
    const kept = await noteRefused(state, docs, result.refused);
    const isAnew = old.since === null;
    const requests = isAnew ? await givenUp(state) : [];
    const renewed = { ask, actor: phone.actor, isRenewed: isAnew || phone.actor !== old.actor, isLost: result.lost };
    const known = ({ path, base, isDerived }) => theirs.has(path) ? theirs.get(path) : isAnew || isDerived ? null : base;
    const ours = await concerned(docs, isAnew, theirs);
    for (const doc of ours) {
      const { path, text, base } = doc;
      const next = known(doc);
      let mine;
      let isUnreadable = false;
      try {
        if (!theirs.has(path) && (doc.isDerived || result.lost) && (await isAwaited(docs, doc, known, outbox, phone, ask))) continue;
        mine = taken(doc, outbox.sent[path], requests, next, renewed);
      } catch (error) {
        // An unreadable document, such as one of a later version, does not block others; it is kept even if the family
        // has lost it.
        if (!(error instanceof EngineError || error instanceof SyntaxError)) throw error;
        mine = text === base && !result.lost ? next : text;
        isUnreadable = mine !== next;
      }
      if (mine === null && next === null) docs.delete(path);
      else docs.put(record(path, mine ?? next, next, { isUnreadable, isOffered: text === base && mine !== next }));
      if (mine !== text) changed.add(path);
    }
    for (const { path } of ours) theirs.delete(path);
    for (const [path, text] of theirs) if (text !== null) docs.put(record(path, text, text));
    state.put(phone, "phone");
    for (const key of ["outbox", "givenUp"]) state.delete(key);
    if (kept.length) state.put(kept, "refused");
    return changed;
  });
}

/**
 * Returns the documents that an answer affects: those in the answer and unsent ones, or all when starting over.
 * Occurrences derived by this phone come last, after the preceding tasks.
 */
async function concerned(docs, isAnew, theirs) {
  const unsent = await (isAnew ? answer(docs.getAll()) : unsentDocs(docs));
  const others = new Set(isAnew ? [] : theirs.keys());
  for (const { path } of unsent) others.delete(path);
  const read = await Promise.all([...others].map((path) => answer(docs.get(path))));
  return unsent.concat(read.filter((doc) => doc)).sort((doc, other) => Number(doc.isDerived ?? 0) - Number(other.isDerived ?? 0));
}

/**
 * Whether the family may still derive a next occurrence, from a completion that the server has not answered yet. An
 * occurrence that the family has lost with the completion is marked as derived by this phone: sent beside the one that
 * the family derives again, it would duplicate all values.
 */
async function isAwaited(docs, doc, known, { sent }, { zone }, ask) {
  const path = predecessor(doc.text);
  const before = path && (await answer(docs.get(path)));
  const isDone = (text) => Boolean(text && JSON.parse(text).completion);
  if (!isDone(before?.text) || isDone(sent[path]) || isDone(known(before))) return false;
  if (doc.isDerived) return true;
  const derived = ask({ do: "next", document: before.text, zone: zone?.name }).document;
  if (!derived || JSON.parse(derived).id !== JSON.parse(doc.text).id) return false;
  docs.put(record(doc.path, doc.text, derived, { isDerived: true }));
  return true;
}

/**
 * Returns the phone's version of a document after an answer in which the family has `next`.
 *
 * The edits since the sent text are carried over to `next`, by field, line and item; as events of the new actor if the
 * family may never get the events of the old one. If the family has lost data, everything missing there is carried
 * over.
 */
function taken({ path, text, base, isDerived }, sent, requests, next, { ask, actor, isRenewed, isLost }) {
  const since = sent ?? base;
  const isAnswered = isRenewed || isDerived;
  const lost = Boolean(isLost && !isDerived);
  if (text === next || (text === since && isAnswered && !lost)) return next;
  if (next === null && !isAnswered) return text;
  if (text === since && !lost) return ask({ do: "join", documents: [text, next] }).document;
  const given = requests.map((request) => request.sent[path]).filter(Boolean);
  return ask({ do: "rebase", document: text, since, sent: given, taken: requests.some((request) => request.isTaken), onto: next, actor, lost }).document;
}

/** Returns the path of the task before a next occurrence; undefined if the document is not a next occurrence. */
function predecessor(text) {
  const { previous } = JSON.parse(text);
  return typeof previous === "string" ? `tasks/${previous.slice(0, 2)}/${previous}.json` : undefined;
}

/** Adds refused edits with their values to the earlier ones, except in documents that were not edited on this phone. */
async function noteRefused(state, docs, refused) {
  const kept = (await answer(state.get("refused"))) ?? [];
  for (const { path, field, rule, why } of refused) {
    const doc = await answer(docs.get(path));
    if (doc?.isOffered) continue;
    const shown = doc ? JSON.parse(doc.text) : {};
    kept.push({ path, field, rule, why, title: shown.title ?? shown.name ?? "", value: field ? shown[field] : shown });
  }
  return kept;
}
