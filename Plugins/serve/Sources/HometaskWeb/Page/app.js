// SPDX-License-Identifier: Apache-2.0

/** What the parts of the page share. */
export const app = {
  /** Asks the engine something; undefined until the engine is loaded. */
  ask: undefined,
  /** The family as this phone has it; undefined until it is read. */
  family: undefined,
  /** The family's time zone, where somebody has just joined it. */
  zone: undefined,
  /** Whether the server no longer knows this phone. */
  isSignedOut: false,
  /** Whether somebody drags a row, under whose finger nothing may be drawn anew. */
  isHeld: false,
  /** Shows the place that the address names, as it is now. */
  render() {},
  /** Sends what was changed, and shows it. */
  changed() {},
};
