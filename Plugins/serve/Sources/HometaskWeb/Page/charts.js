// SPDX-License-Identifier: Apache-2.0
//
// Bars as SVG. Colours come from the style of the page, and what a bar shows stands beside it as text, so that it is
// hidden from who listens.

const SPACE = "http://www.w3.org/2000/svg";
/** How many colours there are; a further one is the first again. */
const COLOURS = 8;

function drawn(name, attributes, ...children) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function rectangle(x, width, colour) {
  return drawn("rect", { x: x.toFixed(2), y: 0, width: width.toFixed(2), height: 10, class: `colour-${colour % COLOURS}` });
}

/** A bar of parts, {value, colour}: `most` is what fills the whole width. */
export function bar(parts, most) {
  let sum = 0;
  const rectangles = parts.map(({ value, colour }) => {
    const x = sum;
    sum += value;
    return rectangle(100 * x / most, 100 * value / most, colour);
  });
  return drawn("svg", { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, ...rectangles);
}

/** A square that says which part of a bar is whose. */
export function swatch(colour) {
  return drawn("svg", { class: "swatch", viewBox: "0 0 10 10", "aria-hidden": "true" }, rectangle(0, 10, colour));
}
