// SPDX-License-Identifier: Apache-2.0
//
// The page's messages. The scripts contain the English messages, which are the keys in each other language's file. A
// value is a string, or one string per plural category of the language (CLDR): {"one": "…", "other": "…"}. "engine" has
// the engine's sentences in English and in that language, "server" the messages that only the server writes, which
// phones do not get, and "noscript" the HTML for browsers without scripts.

/** The languages that have files, inserted by the server. */
const LANGUAGES = @LANGUAGES@;

let messages = {};
let plurals = new Intl.PluralRules("en");
/** The language of the page. */
let language = "en";
/** The locale for formatting times. */
let locale = "en";

/** Returns the selectable languages, with their native names. */
export function languages() {
  return LANGUAGES.map((code) => [code, new Intl.DisplayNames(code, { type: "language" }).of(code)]);
}

/** Returns the locale for formatting times. */
export function localeOfTimes() { return locale; }

/** Returns the language of the page. */
export function currentLanguage() { return language; }

/** Loads the messages of the chosen language, or of the first supported one in the browser's settings. */
export async function loadMessages(chosen) {
  const wanted = [chosen, ...navigator.languages].filter(Boolean);
  const found = wanted.find((name) => LANGUAGES.includes(name.split("-")[0])) ?? "en";
  language = found.split("-")[0];
  locale = navigator.languages.find((name) => name.split("-")[0] === language) ?? found;
  plurals = new Intl.PluralRules(language);
  document.documentElement.lang = language;
  messages = await messagesIn(language);
}

/**
 * Returns the messages of a language, inlined in the document if the browser preferred the language when loading it.
 */
async function messagesIn(language) {
  const given = document.getElementById("messages");
  if (given.lang === language) return JSON.parse(given.textContent);
  const response = await fetch(`/languages/${language}.json`).catch(() => undefined);
  return response?.ok ? response.json() : {};
}

/** Translates a message and fills in values for `{name}`; `count` selects the plural form. */
export function t(text, values = {}) {
  const found = messages[text] ?? text;
  const form = typeof found === "string" ? found : (found[plurals.select(values.count)] ?? found.other);
  return fill(form, values);
}

/** Fills in values for `{name}` in a text. */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? "");
}

/** Returns the translations of the engine's sentences, by English sentence. */
export function engineSentences() { return messages.engine ?? {}; }
