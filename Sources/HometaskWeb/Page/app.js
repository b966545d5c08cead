// SPDX-License-Identifier: Apache-2.0

/** What the parts of the page share. */
export const app = {
  /** Asks the engine something; undefined until the engine is loaded. */
  ask: undefined,
  /** The family as this phone has it; undefined until it is read. */
  family: undefined,
  /** Resolves when the family is read: what somebody asks for before waits for it. */
  opened: undefined,
  /** The family's time zone, where somebody has just joined it. */
  zone: undefined,
  /** Whether the server did not know this phone when it was asked last. */
  isSignedOut: false,
  /** Whether somebody drags a row, under whose finger nothing may be drawn anew. */
  isHeld: false,
  /** How far a point is from this phone, in words; nothing until somebody has asked on the map where the phone is. */
  awayWords() {},
  /** What is to be seen above every place; usually nothing. */
  notice() {},
  /** Shows the place that the address names, as it is now. */
  render() {},
  /** Sends what was changed, and shows it. */
  changed() {},
};

/** The place that the address names. */
export function place() {
  const [, ...parts] = location.hash.split("/");
  return { name: parts[0] || "today", id: parts[1], address: parts.filter(Boolean).join("/") || "today" };
}
