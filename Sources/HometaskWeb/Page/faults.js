// SPDX-License-Identifier: Apache-2.0
//
// What the engine says of a line, a date, a rule or a search that it cannot read, in the language of the page. The engine
// speaks English alone: in five languages it would be larger than a phone should load. A sentence stands for all that differ
// from it only in what its braces hold.

import { engineSentences, fill } from "/messages.js";

/** The braces that hold a sentence themselves. */
const INNER = ["fault", "reason", "hint"];

/** The longest text that is compared with all sentences, in UTF-16 code units: what somebody pasted may be in it. */
const LONGEST = 1000;

/** The texts that a sentence stands for. */
function pattern(sentence) {
  const text = sentence.replace(/[.?()+*^$|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>.+?)");
  return new RegExp(`^${text}$`, "su");
}

/** A sentence of the engine in the language of the page; undefined if a part of it is not known. */
function translate(text) {
  for (const [sentence, translation] of Object.entries(engineSentences())) {
    const found = pattern(sentence).exec(text);
    if (!found) continue;
    const parts = { ...found.groups };
    for (const name of INNER.filter((name) => name in parts)) parts[name] = translate(parts[name]);
    if (Object.values(parts).every((part) => part !== undefined)) return fill(translation, parts);
  }
}

/** What an error of the engine says, in the language of the page; in English as a whole if the fault is not known. */
export function faultWords({ fault, hint, message }) {
  const words = fault.length <= LONGEST && translate(fault);
  if (!words) return message;
  const advice = hint && translate(hint);
  const sentence = `${words[0].toUpperCase()}${words.slice(1)}${words.endsWith("?") ? "" : "."}`;
  return [sentence, advice].filter(Boolean).join(" ");
}
