// SPDX-License-Identifier: Apache-2.0
//
// Shopping mode: large rows and nothing else, on a screen that stays on. What is ticked stays in its place, so that a slip
// of the finger can be taken back.

import { app } from "/app.js";
import { t } from "/messages.js";
import { element } from "/view.js";

/** Whether the mode is on. */
let isOn = false;
/** The tasks that were ticked in it. */
let ticked = new Set();
/** What keeps the screen on. */
let lock;

export function isShopping() { return isOn; }

/** The tasks that a list shows besides its own. */
export function showsInShop() { return isOn ? [...ticked] : []; }

/** Notes that a task is ticked, or opened again. */
export function ticksInShop(id) { if (isOn) ticked.add(id); }

/** The button that begins the mode, or ends it, and what stands beside it. */
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

/** Keeps the screen on. The browser lets it go whenever the page is out of sight. */
async function keepAwake() {
  if (isOn && document.visibilityState === "visible") lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
  else if (!isOn) await lock?.release();
}

document.addEventListener("visibilitychange", keepAwake);
