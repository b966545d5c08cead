// SPDX-License-Identifier: Apache-2.0
//
// Joining a family. On a slow connection, the rest of the page is loaded only after the answer, or after a delay.

import { app } from "/app.js";
import { setDrafts } from "/drafts.js";
import { firstList } from "/lists.js";
import { loadMessages, t } from "/messages.js";
import { endFormers, formers, post } from "/requests.js";
import { answer, change, givenUp, hasUnsent, view } from "/store.js";
import { attempt, clear, draw, element, field, pageHeading } from "/view.js";
import { dueWords } from "/words.js";

/** The delay, in milliseconds, after which the rest of the page is loaded. */
const PAUSE = 2000;
const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";

/**
 * Renders the page for joining a family, with or without an invitation code, and opens the family afterwards.
 *
 * `opening` resolves to this browser's existing phone, if any, and the language chosen on it.
 */
export async function renderJoin(code, opening, open) {
  let phone, unsent, isKnown, isEnding;
  // Without a code, the messages are already loaded.
  const worded = code && loadMessages();
  const known = opening.then(async ([before, , language]) => {
    // The chosen language is loaded last, so it wins.
    await worded;
    if (code && language) await loadMessages(language);
    phone = before;
    unsent = phone && (await findUnsent());
    isEnding = (await formers()).length > 0;
    if (isEnding) endFormers().then(() => {
      if (!isEnding) return;
      isEnding = false;
      redraw();
    }, () => {});
    isKnown = true;
    if (phone || language || isEnding || !code) redraw();
  });
  // Awaited once the button is pressed; failures are reported then.
  const id = code && opening.then(() => nameAttempt(code));
  id?.catch?.(() => {});
  const submit = (event) => {
    event.preventDefault();
    // If the warning about unsent changes is not shown yet, the button has to be pressed again.
    const wasKnown = isKnown;
    attempt(async () => {
      await known;
      if (unsent && !wasKnown) return;
      const rows = await join(code, await id, event.target.elements.name.value);
      isEnding = false;
      history.replaceState(null, "", "/");
      clear();
      await open(rows);
    });
  };
  let ways = [];
  const redraw = () => draw(
    pageHeading(t("Join the family")),
    phone && !code && element("p", {}, element("a", { href: "/" }, t("Back"))),
    isEnding && element("p", { class: "notice" }, t("Still signed in on the server.")),
    phone && element("p", { class: "notice" }, t("This is already the phone of {name} in {family}.", { name: phone.member.name, family: phone.family.name }), " ",
      unsent && t("It has changes that were not sent. They stay if you join as the same member, and are lost otherwise.") + " ",
      unsent && element("button", { onclick: () => attempt(unsent.exportAll) }, t("Export what is on it"))),
    code ? element("form", { onsubmit: submit },
      field(t("A name for this phone"), element("input", { name: "name", value: navigator.userAgentData?.platform ?? "phone", required: true, maxlength: 60 })),
      element("button", { class: "main" }, t("Join")))
      : [ways,
        element("p", {}, t("Whoever runs the family's server invites you: 'hometask serve invite NAME' prints a link to open here."))]);
  if (code) {
    await worded;
    redraw();
  }
  setTimeout(() => import("/home.js").then(({ prepare }) => prepare()).catch(() => {}), PAUSE);
  await known;
  if (code) return;
  const { loadWays, renderWays } = await import("/signin.js");
  const offered = await loadWays();
  const redrawWays = () => {
    ways = renderWays(offered, redrawWays);
    redraw();
  };
  redrawWays();
}

/** Imports the module that exports unsent changes; false if everything is sent. */
async function findUnsent() {
  const { countUnsentPhotos, loadPhotos } = await import("/photos.js");
  await loadPhotos();
  return ((await hasUnsent()) || countUnsentPhotos() > 0) && import("/export.js");
}

/**
 * Names the attempt to join with a code. The name is stored, so that a retry after a lost answer is the same attempt.
 */
async function nameAttempt(code) {
  const attempts = (await view((state) => answer(state.get("attempt")))) ?? {};
  const attempt = attempts[code] ?? Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => LETTERS[byte & 31]).join("");
  await change((state) => { state.put({ [code]: attempt }, "attempt"); });
  return attempt;
}

/** Joins, and returns the first list. */
async function join(code, attempt, name) {
  const asking = post("/api/join", JSON.stringify({ code, attempt, name }));
  // Formatting the first date is slow, so it is done while the request is pending.
  dueWords({ date: "2000-01-01" });
  const response = await asking;
  const { today, ...phone } = await response.json();
  const skew = Date.parse(phone.time) - Date.now();
  app.zone = phone.zone?.name;
  const rows = today && firstList(today);
  let drafts;
  const wasPhone = await change(async (state, docs, photos) => {
    const old = await answer(state.get("phone"));
    const isSame = old?.family.id === phone.family.id && old.member.id === phone.member.id;
    const language = await answer(state.get("language"));
    const clueKeys = isSame && await answer(state.get("clueKeys"));
    drafts = isSame ? await answer(state.get("drafts")) : undefined;
    const requests = (await givenUp(state)).concat((await answer(state.get("outbox"))) ?? []);
    // When the browser joined, the server signed out its previous phones.
    state.clear();
    if (language) state.put(language, "language");
    if (clueKeys) state.put(clueKeys, "clueKeys");
    if (drafts) state.put(drafts, "drafts");
    // The new phone rewrites the unsent edits of the same member, and sends their photos.
    if (isSame) {
      state.put(requests, "givenUp");
    } else {
      docs.clear();
      photos.clear();
    }
    state.put({ ...phone, since: null, ...(isSame && { before: old.since ?? old.before }), skew }, "phone");
    if (rows) state.put(rows, "rows");
    return Boolean(old);
  });
  setDrafts(drafts);
  if (wasPhone) await forgetPhone();
  navigator.storage?.persist?.();
  return rows;
}

/** Deletes the thumbnails and the reminders of the browser's former phone. */
async function forgetPhone() {
  const { forgetReminders } = await import("/reminders.js");
  await forgetReminders().catch(() => {});
  await caches.delete("thumbnails");
}
