// SPDX-License-Identifier: Apache-2.0
//
// Treasure hunts as stored in documents: teams, their ranking, and clues, decrypted as by the command's HometaskHunts.
// The format of a clue is described in hunt.schema.json. Code words are not stored; the keys that scrypt derives from
// them stay on this phone.

import { app } from "/app.js";
import { Family } from "/family.js";
import { t } from "/messages.js";
import { answer, change, view } from "/store.js";

/** @type {(digits: string) => Uint8Array} */
const bytesOf = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const digitsOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const utf8 = (text) => new TextEncoder().encode(text);
/** Returns the smallest element of a list, compared by the given values. */
const first = (list, values) => [...list].sort((one, other) => compare(values(one), values(other)))[0];

/** Compares lists of numbers or strings lexicographically, for `sort`. */
function compare(one, other) {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : one[at] < other[at] ? -1 : 1;
}

/** Derives the id of a name, the same on every device (RFC 9562, version 5). */
export async function derivedID(namespace, name) {
  const digest = await crypto.subtle.digest("SHA-1", new Uint8Array([...bytesOf(namespace.replaceAll("-", "")), ...utf8(name)]));
  const id = new Uint8Array(digest, 0, 16);
  id[6] = (id[6] & 15) | 80;
  id[8] = (id[8] & 63) | 128;
  return digitsOf(id).replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Converts a name to lower case, character by character; team ids are derived from the result. */
export function lower(name) { return [...name].map((character) => character.toLowerCase()).join(""); }

// Teams

/**
 * Returns the teams of a hunt: {id, name, members, startedAt, solutions}, sorted by name. For each clue, the earliest
 * solution counts.
 */
export function teamsOf(hunt) {
  const { family } = app;
  const teams = family.teams(hunt.id).map(({ id, name, members = [], progress = [] }) => {
    const ids = [...new Set(members.map((member) => family.current(member)))];
    const solved = progress.filter((step) => step.clue && step.at);
    const times = progress.filter((step) => !step.clue && step.at).map((step) => step.at).sort();
    const solutions = new Map([...new Set(solved.map((step) => step.clue))].map((clue) =>
      [clue, first(solved.filter((step) => step.clue === clue), (step) => [step.at, step.by ?? "", step.how ?? ""])]));
    return { id, name, members: ids, startedAt: times[0], solutions };
  });
  return teams.sort((one, other) => compare([lower(one.name), one.id], [lower(other.name), other.id]));
}

/** Returns the team in which a member plays; if there are several, the one that started first. */
export function teamWith(teams, member) {
  return first(teams.filter(({ members }) => members.includes(member)), ({ startedAt, id }) => [startedAt ?? "~", id]);
}

/** Returns the clues that a team can solve next: one, or all unsolved ones if the order is free. */
export function nextClues({ order, clues = [] }, { solutions }) {
  const rest = clues.filter(({ id }) => !solutions.has(id));
  return order === "free" ? rest : rest.slice(0, 1);
}

/** Returns the points of a clue. */
export function pointsOf({ points }) { return Number.isInteger(points) && points > 0 && points <= 100000 ? points : 0; }

/**
 * Returns the ranking: {rank, team, solved, points, seconds}; by points, then clues, then time, as the command ranks.
 */
export function ranking({ clues = [], finished }, teams) {
  const rows = teams.map((team) => {
    const counts = ({ id }) => team.solutions.has(id) && !(finished && team.solutions.get(id).at > finished.at);
    const solved = clues.filter(counts);
    const last = solved.map(({ id }) => team.solutions.get(id).at).sort().at(-1);
    const seconds = team.startedAt && last && Math.max(0, (Date.parse(last) - Date.parse(team.startedAt)) / 1000);
    const points = solved.reduce((sum, clue) => sum + pointsOf(clue), 0);
    return { team, solved: solved.length, points, seconds, order: [-points, -solved.length, seconds ?? Infinity] };
  });
  rows.sort((one, other) => compare(one.order, other.order));
  rows.forEach((row, at) => {
    row.rank = at > 0 && compare(rows[at - 1].order, row.order) === 0 ? rows[at - 1].rank : at + 1;
  });
  return rows;
}

// Clues

/** The decrypted contents, by clue id and encrypted data; kept in memory only. */
const opened = new Map();
/** Failed combinations of key and clue, so that none is tried twice. */
const failed = new Set();

/** Returns the content of a clue: {text, place, code}; undefined if this phone cannot decrypt it. */
export function contentOf(clue) { return clue.sealed ? opened.get(`${clue.id} ${clue.sealed.data}`) : clue; }

/** Decrypts the clues of a hunt with this phone's keys. Returns whether a clue has become readable. */
export async function decrypt({ clues = [] }) {
  const keys = Object.entries(await view((state) => answer(state.get("clueKeys"))) ?? {});
  let isNew = false;
  for (const { id, sealed } of clues.filter((clue) => !contentOf(clue))) {
    for (const [check, bytes] of keys) {
      const attempt = `${check} ${id} ${sealed.data}`;
      if (failed.has(attempt)) continue;
      try {
        opened.set(`${id} ${sealed.data}`, await open(sealed, id, bytes));
        isNew = true;
        break;
      } catch {
        failed.add(attempt);
      }
    }
  }
  return isNew;
}

/** Decrypts a clue with AES-256-GCM; both ids are authenticated. Throws if the key is wrong. */
async function open({ by, data }, clue, bytes) {
  const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["decrypt"]);
  const sealed = bytesOf(data);
  const plain = await crypto.subtle.decrypt(
    { name: "AES-GCM", iv: sealed.slice(0, 12), additionalData: utf8(`${by}/${clue}`) }, key, sealed.slice(12));
  return JSON.parse(new TextDecoder().decode(plain));
}

/** Tries a code word on clues; stores the key of the first match, and returns that clue. */
export async function tryWord(word, clues) {
  const { folded } = app.ask({ do: "fold", text: word });
  for (const clue of folded ? clues : []) {
    const { salt, cost, check } = contentOf(clue).code;
    const derived = await derive(utf8(folded), bytesOf(salt), cost);
    if (digitsOf(derived.slice(32)) !== check) continue;
    await change(async (state) => {
      state.put({ ...(await answer(state.get("clueKeys"))), [check]: derived.slice(0, 32) }, "clueKeys");
    });
    return clue;
  }
  return undefined;
}

/** Derives 64 bytes from a word with scrypt: a key and its check value. */
async function derive(word, salt, cost) {
  if (!(cost >= 10 && cost <= 18)) throw new Error(t("This version of the page cannot check this code word."));
  const worker = new Worker("/scrypt.js");
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data: { bytes, reason } }) => (bytes ? resolve(bytes) : reject(new RangeError(reason)));
      worker.onerror = reject;
      worker.postMessage({ word, salt, cost });
    });
  } finally {
    worker.terminate();
  }
}

// Playing

/** Adds a step to a team's progress. */
export function addStep(team, step) {
  const { family } = app;
  const [path, by] = [Family.path("team", team), family.phone.member.id];
  // A player listed under the id of a merged member is also listed under the id of the remaining member.
  const plays = step.how !== "adult" && { edit: "insert", field: "members", element: by };
  return family.edit(path, [plays, { edit: "insertItem", field: "progress", members: { at: family.now(), by, ...step } }].filter(Boolean));
}

/** Starts a team with an id derived from its name, or adds members to the existing one. */
export async function startTeam(hunt, name, members) {
  const { family } = app;
  const id = await derivedID(hunt.id, `team:${lower(name)}`);
  const [at, by] = [family.now(), family.phone.member.id];
  const { shown, deleted } = family.read(Family.path("team", id)) ?? {};
  const hasBegun = shown?.progress?.some(({ clue }) => !clue);
  await family.editDerived("team", id, { hunt: hunt.id, name, members: [] }, [
    ...(deleted ? [{ edit: "restore" }] : []),
    ...members.map((element) => ({ edit: "insert", field: "members", element })),
    ...(hasBegun ? [] : [{ edit: "insertItem", field: "progress", members: { at, by } }]),
  ]);
}
