// SPDX-License-Identifier: Apache-2.0
//
// Shopping mode: only large rows, with the screen kept on. A ticked row stays in place, so that an accidental tick can
// be undone.

import { app } from "/app.js";
import { t } from "/messages.js";
import { element } from "/view.js";

/** Whether the mode is on. */
let isOn = false;
/** The tasks ticked in this mode. */
let ticked = new Set();
/** The screen wake lock. */
let lock;

export function isShopping() { return isOn; }

/** Returns the ticked tasks that a list shows in addition to its own. */
export function showsInShop() { return isOn ? [...ticked] : []; }

/** Records that a task was ticked or reopened. */
export function ticksInShop(id) { if (isOn) ticked.add(id); }

/** Renders the button that starts or ends the mode, followed by `more`. */
export function shoppingButton(...more) {
  return element("p", { "data-key": "shop" }, element("button", { onclick: () => set(!isOn) }, isOn ? t("End shopping mode") : t("Shopping mode")), ...more);
}

function set(isWanted) {
  isOn = isWanted;
  ticked = new Set();
  document.body.classList.toggle("shopping", isOn);
  keepAwake();
  app.render();
  scrollTo(0, 0);
}

/**
 * Acquires the wake lock again, because the browser releases it whenever the page is hidden; releases it after the
 * mode.
 */
async function keepAwake() {
  if (isOn && document.visibilityState === "visible") lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
  else if (!isOn) await lock?.release();
}

document.addEventListener("visibilitychange", keepAwake);
