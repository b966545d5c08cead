// SPDX-License-Identifier: Apache-2.0
//
// Swiping a list row in the reading direction ticks it.

/** The minimum distance of a swipe, in pixels. */
const DISTANCE = 90;

/** Calls a function with each row that is swiped. */
export function listenForSwipes(act) {
  let swipe;
  const distance = (event) => (event.clientX - swipe.x) * (document.dir === "rtl" ? -1 : 1);
  const end = () => {
    if (swipe) swipe.row.style.transform = "";
    swipe = undefined;
  };
  addEventListener("pointerdown", (event) => {
    // @ts-ignore: the target of the event is an element.
    const row = event.pointerType === "touch" && event.isPrimary && !event.target.closest("button") && event.target.closest("ul.tasks > li[data-key]:has(input)");
    end();
    if (row) swipe = { row, x: event.clientX, y: event.clientY };
  });
  addEventListener("pointermove", (event) => {
    if (!swipe || !event.isPrimary) return;
    const across = Math.abs(event.clientY - swipe.y);
    // A scroll, not a swipe.
    if (across > 20 && across > Math.abs(distance(event))) return end();
    const way = Math.max(0, Math.min(distance(event), DISTANCE + 20));
    if (way > 10) swipe.row.style.transform = `translateX(${document.dir === "rtl" ? -way : way}px)`;
  });
  addEventListener("pointerup", (event) => {
    const row = swipe && event.isPrimary && distance(event) >= DISTANCE && swipe.row;
    end();
    if (row) act(row);
  });
  addEventListener("pointercancel", end);
}
