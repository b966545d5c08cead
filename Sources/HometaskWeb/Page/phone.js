// SPDX-License-Identifier: Apache-2.0
//
// The phone itself: its unsent changes, its settings, and leaving the family.

import { app } from "/app.js";
import { exportAll } from "/export.js";
import { currentLanguage, languages, t } from "/messages.js";
import { render as renderPasskeys } from "/passkeys.js";
import { countUnsentPhotos, renderUnsentPhotos } from "/photos.js";
import { forgetReminders, renderReminders } from "/reminders.js";
import { renderFamilySettings, renderOwnReminders, renderPhoneSettings } from "/settings.js";
import { change, forget, hasUnsent } from "/store.js";
import { send } from "/sync.js";
import { labelOf, valueWords } from "/values.js";
import { attempt, draw, element, field, focusHeading, pageHeading } from "/view.js";

/** Renders unsent and refused changes, the settings, and signing out. */
export function renderPhone() {
  const { phone, refused } = app.family;
  const unsent = app.family.unsent() + countUnsentPhotos();
  draw(
    element("p", {}, element("a", { href: "#/today" }, t("Back"))),
    pageHeading(t("Phone of {name}", { name: phone.member.name })),
    element("p", {}, `${phone.family.name}. `,
      unsent ? t("{count} changes were not sent yet.", { count: unsent }) : t("Everything is sent.")),
    element("button", { onclick: () => send(true) }, t("Sync now")),
    refused.length && renderRefused(refused),
    renderUnsentPhotos(),
    renderReminders(), renderOwnReminders(),
    globalThis.PublicKeyCredential && renderPasskeys(),
    renderFamilySettings(),
    element("h2", {}, t("This phone")),
    renderPhoneSettings(),
    chooseLanguage(),
    element("p", {}, element("button", { onclick: () => attempt(exportAll) }, t("Export what is on it")), " ",
      element("button", { onclick: () => attempt(signOut) }, t("Sign out"))));
  document.title = t("Phone");
}

function chooseLanguage() {
  const choose = ({ target }) => attempt(async () => {
    await change((state) => { state.put(target.value, "language"); });
    location.reload();
  });
  return field(t("Language"),
    element("select", { name: "language", onchange: choose },
      languages().map(([code, name]) => element("option", { value: code, lang: code, selected: code === currentLanguage() }, name))));
}

function renderRefused(refused) {
  const forgetAll = async () => {
    await change((state) => { state.delete("refused"); });
    await app.family.reload([]);
    app.render();
    focusHeading();
  };
  return [
    element("h2", {}, t("Not accepted")),
    element("ul", {}, refused.map(({ title, field, rule, why, value }) => element("li", { class: "text" },
      title && [element("bdi", {}, title), ": "], [field && labelOf(field), reasonWords(rule, why)].filter(Boolean).join(": "), " ",
      value !== undefined && element("bdi", {}, t("It was: {value}", { value: valueWords(field, value) }))))),
    element("button", { onclick: () => attempt(forgetAll) }, t("Forget these")),
  ];
}

/** Returns why the server refused an edit; in English if the rule is unknown. */
function reasonWords(rule, why) {
  const words = {
    adults: () => t("Only adults may change this."), author: () => t("Only its author or an adult may change this."),
    command: () => t("This cannot be changed on a phone."), future: () => t("This cannot be in the future."),
    origin: () => t("Who created it, and when, cannot be changed."),
  };
  return Object.hasOwn(words, rule) ? words[rule]() : `${why}.`;
}

/** Signs this phone out. The next page notifies the server, as soon as it can be reached. */
async function signOut() {
  if (((await hasUnsent()) || countUnsentPhotos()) && !confirm(t("What was not sent yet is lost. Sign out nevertheless?"))) return;
  await forgetReminders().catch(() => {});
  await forget(app.family.phone.device);
  location.assign("/");
}
