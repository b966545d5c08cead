// SPDX-License-Identifier: Apache-2.0

/** State and functions shared by the modules of the page. */
export const app = {
  /** Sends a request to the engine; undefined until the engine is loaded. */
  ask: undefined,
  /** The family on this phone; undefined until it is loaded. */
  family: undefined,
  /** Resolves when the family is loaded; earlier actions wait for it. */
  opened: undefined,
  /** The family's time zone, right after joining and before the family is loaded. */
  zone: undefined,
  /** Whether the server last reported this phone as signed out. */
  isSignedOut: false,
  /** Whether a row is being dragged, which defers rendering. */
  isHeld: false,
  /**
   * Formats the distance from this phone to a point; undefined until the phone was located on the map.
   *
   * @type {(location: Position) => any}
   */
  awayWords() {},
  /** The notice above every place; usually none. */
  notice() {},
  /** Renders the place that the address names. */
  render() {},
  /** Sends changes to the server, and renders them. */
  changed() {},
};

/** Returns the place that the address names. */
export function place() {
  const [, ...parts] = location.hash.split("/");
  return { name: parts[0] || "today", id: parts[1], address: parts.filter(Boolean).join("/") || "today" };
}
