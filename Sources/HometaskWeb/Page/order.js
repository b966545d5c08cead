// SPDX-License-Identifier: Apache-2.0
//
// Manually ordered rows, each with a handle. The handle can be dragged, moves its row with the arrow keys, and when
// pressed shows buttons that do the same, for people who can neither drag nor use arrow keys.

import { app } from "/app.js";
import { t } from "/messages.js";
import { attempt, element, say } from "/view.js";

/** The distance, in pixels, after which a press becomes a drag. */
const SLACK = 5;
/** The distances from the window's edges within which a drag scrolls the page; the message bar is at the bottom. */
const EDGES = { top: 70, bottom: 110 };

/** The row whose buttons are shown. */
let opened;
/** The drag in progress, if any. */
let drag;
/** Whether the last press was a drag, whose click must not show the buttons. */
let isDragged = false;

/**
 * Renders the handle and the buttons of a row {key, title, keys, move}: its key and title, the keys of all rows in
 * order, and a function that moves the row before or after another: `{before: key}`, `{after: key}`.
 */
export function handle(row) {
  const { key, title } = row;
  const isOpen = opened === key;
  const show = () => {
    if (!isDragged) opened = isOpen ? undefined : key;
    isDragged = false;
    app.render();
  };
  const button = (name, by) => element("button", { onclick: () => attempt(() => moveBy(row, by)) }, name);
  return [
    element("button", {
      class: "handle", "aria-label": t("Move: {title}", { title }), "aria-expanded": `${isOpen}`, onclick: show,
      onkeydown: (event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!by || drag) return;
        event.preventDefault();
        attempt(() => moveBy(row, by));
      },
      onpointerdown: (event) => begin(event, row),
    }, "≡"),
    isOpen && element("div", { class: "moves" }, button(t("Move up"), -1), button(t("Move down"), 1)),
  ];
}

async function moveBy(row, by) {
  await moveTo(row, row.keys.indexOf(row.key) + by);
  document.activeElement.closest("li")?.scrollIntoView({ block: "nearest" });
}

/** Moves a row to another place, announces its position, and offers to undo that. */
async function moveTo({ key, title, keys, move }, place) {
  const from = keys.indexOf(key);
  const to = Math.max(0, Math.min(place, keys.length - 1));
  const others = keys.filter((other) => other !== key);
  const words = t("{title}: {place} of {count}", { title, place: to + 1, count: keys.length });
  if (to === from) return say(words);
  // Moved next to the row that it has passed: between two visible rows of a list there may be hidden ones.
  await move(to > from ? { after: others[to - 1] } : { before: others[to] });
  app.changed();
  say(words, t("Undo"), async () => {
    await move(to > from ? { before: others[from] } : { after: others[from - 1] });
    app.changed();
  });
}

// Dragging

function begin(event, row) {
  isDragged = false;
  if (drag || event.button || !event.isPrimary) return;
  const handle = event.currentTarget;
  const item = handle.closest("li");
  const items = [...item.parentNode.children];
  const boxes = items.map((one) => one.getBoundingClientRect());
  const from = items.indexOf(item);
  const ending = new AbortController();
  drag = {
    row, ending, item, items, from, to: from, isMoving: false, begin: event.clientY + scrollY, y: event.clientY, height: boxes[from].height,
    middles: boxes.map(({ top, height }) => top + height / 2 + scrollY),
  };
  // Rendering is deferred during the drag.
  app.isHeld = true;
  handle.setPointerCapture(event.pointerId);
  const listen = (name, act) => addEventListener(name, act, { capture: true, signal: ending.signal });
  listen("pointermove", follow);
  listen("pointerup", ({ isPrimary }) => { if (isPrimary) end(true); });
  listen("pointercancel", () => end(false));
  listen("keydown", ({ key }) => { if (key === "Escape") end(false); });
}

function follow({ clientY, isPrimary }) {
  if (!isPrimary) return;
  drag.y = clientY;
  if (drag.isMoving || Math.abs(clientY + scrollY - drag.begin) < SLACK) return;
  drag.isMoving = isDragged = true;
  drag.item.classList.add("dragged");
  scroll();
}

/** Moves the row with the finger, and scrolls the page near its edges, for as long as the drag lasts. */
function scroll() {
  if (!drag) return;
  const above = Math.min(0, drag.y - EDGES.top);
  const below = Math.max(0, drag.y - innerHeight + EDGES.bottom);
  scrollBy(0, (above + below) / 5);
  place();
  requestAnimationFrame(scroll);
}

/** Shows a preview of the new order. */
function place() {
  const { item, items, from, middles, height, begin, y } = drag;
  // Clamped to the list: otherwise the page would grow with the row, and scroll for ever.
  const middle = Math.max(middles[0] - height / 2, Math.min(middles[from] + y + scrollY - begin, middles.at(-1) + height / 2));
  const way = middle - middles[from];
  drag.to = middles.filter((other, index) => index !== from && other < middle).length;
  items.forEach((one, index) => {
    const shift = index < from && index >= drag.to ? height : index > from && index <= drag.to ? -height : 0;
    one.style.transform = one === item || shift ? `translateY(${one === item ? way : shift}px)` : "";
  });
}

async function end(isDone) {
  const { row, ending, item, items, from, to } = drag;
  drag = undefined;
  ending.abort();
  // The preview stays until the move is stored.
  const isMoved = isDone && to !== from;
  if (isMoved) await attempt(() => moveTo(row, to));
  item.classList.remove("dragged");
  for (const one of items) one.style.transform = "";
  app.isHeld = false;
  app.render();
}
