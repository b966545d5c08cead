// SPDX-License-Identifier: Apache-2.0
//
// Places: the family's pins with their tasks, its photos where they were taken, and the places of clues that the member
// knows.

import { app } from "/app.js";
import { contentOf, teamsOf, teamWith } from "/clues.js";
import { t } from "/messages.js";
import { timeWords } from "/words.js";

/**
 * Returns the places of the family: {id, kind, name, point: [latitude, longitude]}; a pin has its `address` and its
 * open `tasks`, as {id, title, due}; a photo has its `words` and its `task`; a clue has its `number` and its `hunt`, as
 * {id, title}. Places without a valid point are left out.
 */
export function findPlaces() {
  const { family } = app;
  const tasks = family.tasksByPin();
  const pins = family.pins().map(({ id, name, address, location }) => ({
    id, kind: "pin", name, address, point: pointOf(location),
    tasks: (tasks.get(id) ?? []).map(({ id, title, due }) => ({ id, title, due })),
  }));
  const photos = family.placedPhotos().map(({ id, caption, attached, about, location }) => ({
    id, kind: "photo", name: caption ?? t("Photo"), point: pointOf(location),
    words: `${family.name(attached?.by)}, ${timeWords(attached?.at)}`,
    task: about?.kind === "task" ? family.task(about.id) && about.id : undefined,
  }));
  return [...pins, ...photos, ...family.hunts().flatMap(cluesOf)].filter(({ point }) => point);
}

/**
 * Returns the clues of a hunt whose places the member may see: those solved by the member's team. The author of a hunt,
 * if not playing, sees all clues that this phone can decrypt.
 */
function cluesOf({ id, title, clues = [], created }) {
  const me = app.family.phone.member.id;
  const own = teamWith(teamsOf({ id }), me);
  return clues.map((clue, index) => ({ clue, number: index + 1 }))
    .filter(({ clue }) => (own ? own.solutions.has(clue.id) : created?.by === me))
    .map(({ clue, number }) => ({
      id: `${id} ${clue.id}`, kind: "clue", name: t("Clue {number}", { number }), number, hunt: { id, title },
      point: pointOf(contentOf(clue)?.place ?? {}),
    }));
}

/**
 * Returns the point of a location; undefined if its coordinates are out of range.
 *
 * @param {Position} location
 * @returns {[number, number] | undefined}
 */
export function pointOf({ latitude, longitude } = {}) {
  const isWithin = (value, limit) => typeof value === "number" && Math.abs(value) <= limit;
  return isWithin(latitude, 90) && isWithin(longitude, 180) ? [latitude, longitude] : undefined;
}

/** The mean radius of the earth in metres (IUGG). */
const RADIUS = 6371009;

/** Returns the great-circle distance between two points in metres. */
export function distance([latitude, longitude], [otherLatitude, otherLongitude]) {
  const radians = Math.PI / 180;
  const half = (angle) => Math.sin(angle * radians / 2) ** 2;
  const cosines = Math.cos(latitude * radians) * Math.cos(otherLatitude * radians);
  const part = half(otherLatitude - latitude) + cosines * half(otherLongitude - longitude);
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(part)));
}
