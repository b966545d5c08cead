// SPDX-License-Identifier: Apache-2.0
//
// Translates the engine's error messages for lines, dates, rules and searches that it cannot parse. The engine's
// messages are in English only: five languages would make it too large for a phone to load. A sentence is a template
// whose braces are placeholders.

import { engineSentences, fill } from "/messages.js";

/** The placeholders whose value is itself a sentence. */
const INNER = ["fault", "reason", "hint"];

/** The maximum length of a message that is matched, in UTF-16 code units: it may contain pasted text. */
const LONGEST = 1000;

/** Builds a regular expression that matches the messages of a sentence. */
function pattern(sentence) {
  const text = sentence.replace(/[.?()+*^$|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>.+?)");
  return new RegExp(`^${text}$`, "su");
}

/** Translates an engine sentence into the page's language; undefined if a part of it is unknown. */
function translate(text) {
  for (const [sentence, translation] of Object.entries(engineSentences())) {
    const found = pattern(sentence).exec(text);
    if (!found) continue;
    const parts = { ...found.groups };
    for (const name of INNER.filter((name) => name in parts)) parts[name] = translate(parts[name]);
    if (Object.values(parts).every((part) => part !== undefined)) return fill(translation, parts);
  }
}

/** Returns an engine error in the page's language; entirely in English if the fault is unknown. */
export function faultWords({ fault, hint, message }) {
  const words = fault.length <= LONGEST && translate(fault);
  if (!words) return message;
  const advice = hint && translate(hint);
  const sentence = `${words[0].toUpperCase()}${words.slice(1)}${words.endsWith("?") ? "" : "."}`;
  return [sentence, advice].filter(Boolean).join(" ");
}
