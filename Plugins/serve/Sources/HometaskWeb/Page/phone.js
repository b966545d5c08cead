// SPDX-License-Identifier: Apache-2.0
//
// The phone itself: what it has not sent, joining a family, and leaving it.

import { app } from "/app.js";
import { hasUnsent, post } from "/exchange.js";
import { currentLanguage, languages, t } from "/messages.js";
import { countUnsentPhotos, exportPhotos, loadPhotos, renderUnsentPhotos } from "/photos.js";
import { firstList } from "/lists.js";
import { forgetReminders, renderReminders } from "/reminders.js";
import { loadWays, renderWays } from "/signin.js";
import { answer, change, forget, view } from "/store.js";
import { send } from "/sync.js";
import { attempt, clear, draw, element } from "/view.js";

/** Shows what this phone has not sent, and what was not accepted. */
export function renderPhone() {
  const { phone, refused } = app.family;
  const unsent = app.family.unsent() + countUnsentPhotos();
  draw(
    element("p", {}, element("a", { href: "#/today" }, t("Back"))),
    element("h1", { tabindex: -1 }, t("Phone of {name}", { name: phone.member.name })),
    element("p", {}, `${phone.family.name}. `,
      unsent ? t("{count} changes were not sent yet.", { count: unsent }) : t("Everything is sent.")),
    element("button", { onclick: () => send(true) }, t("Sync now")),
    refused.length && renderRefused(refused),
    renderUnsentPhotos(),
    renderReminders(),
    renderPasskeys(),
    element("h2", {}, t("This phone")),
    chooseLanguage(),
    element("p", {}, element("button", { onclick: () => attempt(exportAll) }, t("Export what is on it")), " ",
      element("button", { onclick: () => attempt(signOut) }, t("Sign out"))));
  document.title = t("Phone");
}

/** The script for passkeys; a promise until it is loaded. */
let passkeys;

function renderPasskeys() {
  if (!globalThis.PublicKeyCredential) return undefined;
  passkeys ??= import("/passkeys.js").then((script) => {
    passkeys = script;
    app.render();
  }, () => { passkeys = undefined; });
  return passkeys.render?.();
}

function chooseLanguage() {
  const choose = ({ target }) => attempt(async () => {
    await change((state) => { state.put(target.value, "language"); });
    location.reload();
  });
  return element("div", { class: "field" }, element("label", { for: "language" }, t("Language")),
    element("select", { id: "language", name: "language", onchange: choose },
      languages().map(([code, name]) => element("option", { value: code, lang: code, selected: code === currentLanguage() }, name))));
}

function renderRefused(refused) {
  const forgetAll = async () => {
    await change((state) => { state.delete("refused"); });
    await app.family.reload([]);
    app.render();
  };
  return [
    element("h2", {}, t("Not accepted")),
    element("ul", {}, refused.map(({ title, field, why, value }) =>
      element("li", {}, [title, field, why].filter(Boolean).join(": ") + ". " + t("It was: {value}", { value: JSON.stringify(value) })))),
    element("button", { onclick: () => attempt(forgetAll) }, t("Forget these")),
  ];
}

/** Has the browser save all that is on the phone. */
export async function exportAll() {
  const docs = await view((state, docs) => answer(docs.getAll()));
  const blob = new Blob([JSON.stringify(docs, null, 1)], { type: "application/json" });
  const link = element("a", { href: URL.createObjectURL(blob), download: "hometask.json" });
  link.click();
  URL.revokeObjectURL(link.href);
  await exportPhotos();
}

async function signOut() {
  if (((await hasUnsent()) || countUnsentPhotos()) && !confirm(t("What was not sent yet is lost. Sign out nevertheless?"))) return;
  if (!app.isSignedOut) await fetch(`/api/phones/${app.family.phone.device}`, { method: "DELETE" }).catch(() => {});
  await forgetReminders().catch(() => {});
  await forget();
  location.assign("/");
}

// Joining

/** Shows how to join a family, with the code of an invitation or without one, and opens it then. */
export async function renderJoin(code, phone, open) {
  await loadPhotos();
  const isUnsent = phone && ((await hasUnsent()) || countUnsentPhotos() > 0);
  const submit = (event) => {
    event.preventDefault();
    attempt(async () => {
      await join(code, event.target.elements.name.value);
      history.replaceState(null, "", "/");
      clear();
      await open();
    });
  };
  let ways = {};
  const redraw = () => draw(
    element("h1", { tabindex: -1 }, t("Join the family")),
    phone && element("p", { class: "notice" }, t("This is the phone of {name} in {family} already.", { name: phone.member.name, family: phone.family.name }), " ",
      isUnsent && t("It has changes that were not sent. They stay if you join as the same member, and are lost otherwise.") + " ",
      isUnsent && element("button", { onclick: () => attempt(exportAll) }, t("Export what is on it"))),
    code ? element("form", { onsubmit: submit },
      element("div", { class: "field" }, element("label", { for: "name" }, t("A name for this phone")),
        element("input", { id: "name", name: "name", value: navigator.userAgentData?.platform ?? "phone", required: true, maxlength: 60 })),
      element("button", { class: "main" }, t("Join")))
      : [renderWays(ways, redraw),
        element("p", {}, t("Whoever runs the family's server invites you: 'hometask serve invite NAME' prints a link to open here."))]);
  redraw();
  if (code) return;
  ways = await loadWays();
  redraw();
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";

async function join(code, name) {
  // The same attempt again if the answer was lost.
  const attempts = (await view((state) => answer(state.get("attempt")))) ?? {};
  const attempt = attempts[code] ?? Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => LETTERS[byte & 31]).join("");
  await change((state) => { state.put({ [code]: attempt }, "attempt"); });
  const response = await post("/api/join", JSON.stringify({ code, attempt, name }));
  const { today, ...phone } = await response.json();
  const skew = Date.parse(phone.time) - Date.now();
  app.zone = phone.zone?.name;
  await change(async (state, docs, photos) => {
    const before = await answer(state.get("phone"));
    const isSame = before?.family.id === phone.family.id && before.member.id === phone.member.id;
    const language = await answer(state.get("language"));
    state.clear();
    if (language) state.put(language, "language");
    // What the same member has not sent is written again by the new phone, and so are their photos.
    if (!isSame) {
      docs.clear();
      photos.clear();
    }
    state.put({ ...phone, since: null, skew }, "phone");
    if (today) state.put(firstList(today), "rows");
  });
  // Its pictures and reminders are those of the phone that this browser was.
  await forgetReminders().catch(() => {});
  await caches.delete("thumbnails");
  navigator.storage?.persist?.();
}
