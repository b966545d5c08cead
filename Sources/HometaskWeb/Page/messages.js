// SPDX-License-Identifier: Apache-2.0
//
// The words of the page. Each is written in the scripts in English; a file for another language has an object with these as
// its keys. A value is a text, or one for each form that numbers have in that language (CLDR): {"one": "…", "other": "…"}.
// Below "engine" it has sentences of the engine, in English and in that language, and below "server" what only the server
// says, which phones do not get; "noscript" is what browsers without scripts show, as HTML.

/** The languages that there are files for. The server puts them in. */
const LANGUAGES = @LANGUAGES@;

let messages = {};
let plurals = new Intl.PluralRules("en");
/** The language of the page. */
let language = "en";
/** The language and region by which times are written. */
let locale = "en";

/** The languages that somebody can choose, with their own names. */
export function languages() {
  return LANGUAGES.map((code) => [code, new Intl.DisplayNames(code, { type: "language" }).of(code)]);
}

/** The language and region by which times are written. */
export function localeOfTimes() { return locale; }

/** The language of the page. */
export function currentLanguage() { return language; }

/** Loads the words of the language that was chosen, or of the first one that the browser is set to. */
export async function loadMessages(chosen) {
  const wanted = [chosen, ...navigator.languages].filter(Boolean);
  const found = wanted.find((name) => LANGUAGES.includes(name.split("-")[0])) ?? "en";
  language = found.split("-")[0];
  locale = navigator.languages.find((name) => name.split("-")[0] === language) ?? found;
  plurals = new Intl.PluralRules(language);
  document.documentElement.lang = language;
  messages = await messagesIn(language);
}

/** The words of a language: they are in the document if the browser was set to it when the document was loaded. */
async function messagesIn(language) {
  const given = document.getElementById("messages");
  if (given.lang === language) return JSON.parse(given.textContent);
  const response = await fetch(`/languages/${language}.json`).catch(() => undefined);
  return response?.ok ? response.json() : {};
}

/** A text in the language of the page, with values for `{name}` in it; its form is that for `count`. */
export function t(text, values = {}) {
  const found = messages[text] ?? text;
  const form = typeof found === "string" ? found : (found[plurals.select(values.count)] ?? found.other);
  return fill(form, values);
}

/** A text with values for `{name}` in it. */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? "");
}

/** What the engine says in English, by sentence, in the language of the page. */
export function engineSentences() { return messages.engine ?? {}; }
