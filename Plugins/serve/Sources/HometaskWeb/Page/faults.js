// SPDX-License-Identifier: Apache-2.0
//
// What the engine says of a line, a date, a rule or a search that it cannot read, in the language of the page. The engine
// speaks English alone: in five languages it would be larger than a phone should load. A sentence stands for all that differ
// from it only in what its braces hold, and is the key of its translations, as every other text of the page is.

import { currentLanguage, t } from "/messages.js";

/** The sentences of the engine that the languages have. The server puts them in. */
const SENTENCES = @SENTENCES@;

/** The braces that hold a sentence themselves. */
const INNER = ["fault", "reason", "hint"];

/** The longest text that is compared with all sentences, in UTF-16 code units: what somebody pasted may be in it. */
const LONGEST = 1000;

const patterns = SENTENCES.map((sentence) => {
  const text = sentence.replace(/[.?()+*^$|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>.+?)");
  return { sentence, pattern: new RegExp(`^${text}$`, "su") };
});

/** A sentence of the engine in the language of the page; undefined if a part of it is not known. */
function translate(text) {
  for (const { sentence, pattern } of patterns) {
    const parts = { ...pattern.exec(text)?.groups };
    if (!Object.keys(parts).length && text !== sentence) continue;
    for (const name of INNER.filter((name) => name in parts)) parts[name] = translate(parts[name]);
    if (Object.values(parts).every((part) => part !== undefined)) return t(sentence, parts);
  }
}

/** What an error of the engine says, in the language of the page; in English as a whole if the fault is not known. */
export function faultWords({ fault, hint, message }) {
  const words = currentLanguage() === "en" || fault.length > LONGEST ? undefined : translate(fault);
  if (!words) return message;
  const advice = hint && translate(hint);
  const sentence = `${words[0].toUpperCase()}${words.slice(1)}${words.endsWith("?") ? "" : "."}`;
  return [sentence, advice].filter(Boolean).join(" ");
}
