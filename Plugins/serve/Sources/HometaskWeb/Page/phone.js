// SPDX-License-Identifier: Apache-2.0
//
// The phone itself: what it has not sent, joining a family, and leaving it.

import { app } from "/app.js";
import { hasUnsent, post } from "/exchange.js";
import { countUnsentPhotos } from "/photos.js";
import { answer, change, forget, view } from "/store.js";
import { send } from "/sync.js";
import { attempt, draw, element } from "/view.js";

/** Shows what this phone has not sent, and what was not accepted. */
export function renderPhone() {
  const { phone, refused } = app.family;
  const unsent = app.family.unsent() + countUnsentPhotos();
  draw(
    element("p", {}, element("a", { href: "#/today" }, "Back")),
    element("h1", { tabindex: -1 }, `${phone.member.name}'s phone`),
    element("p", {}, `${phone.family.name}. ${unsent ? `${unsent} changed here and not sent yet.` : "Everything is sent."}`),
    element("button", { onclick: () => send(true) }, "Sync now"),
    refused.length && renderRefused(refused),
    element("h2", {}, "This phone"),
    element("p", {}, element("button", { onclick: () => attempt(exportAll) }, "Export what is on it"), " ",
      element("button", { onclick: () => attempt(signOut) }, "Sign out")));
  document.title = "Phone";
}

function renderRefused(refused) {
  const forgetAll = async () => {
    await change((state) => { state.delete("refused"); });
    await app.family.reload([]);
    app.render();
  };
  return [
    element("h2", {}, "Not accepted"),
    element("ul", {}, refused.map(({ title, field, why, value }) =>
      element("li", {}, `${title}: ${field ?? "the task"}: ${why}. It was: ${JSON.stringify(value)}`))),
    element("button", { onclick: () => attempt(forgetAll) }, "Forget these"),
  ];
}

/** Has the browser save all that is on the phone. */
export async function exportAll() {
  const docs = await view((state, docs) => answer(docs.getAll()));
  const blob = new Blob([JSON.stringify(docs, null, 1)], { type: "application/json" });
  const link = element("a", { href: URL.createObjectURL(blob), download: "hometask.json" });
  link.click();
  URL.revokeObjectURL(link.href);
}

async function signOut() {
  if (((await hasUnsent()) || countUnsentPhotos()) && !confirm("What was not sent yet is lost. Sign out nevertheless?")) return;
  if (!app.isSignedOut) await fetch(`/api/phones/${app.family.phone.device}`, { method: "DELETE" }).catch(() => {});
  await forget();
  location.assign("/");
}

// Joining

/** Shows how to join a family, with the code of an invitation or without one. */
export async function renderJoin(code, phone) {
  const isUnsent = phone && (await hasUnsent());
  const submit = (event) => {
    event.preventDefault();
    attempt(() => join(code, event.target.elements.name.value));
  };
  draw(
    element("h1", { tabindex: -1 }, "Join the family"),
    phone && element("p", { class: "notice" }, `This is ${phone.member.name}'s phone in ${phone.family.name} already. `,
      isUnsent && "It has changes that were not sent. They stay if you join as the same member, and are lost otherwise. ",
      isUnsent && element("button", { onclick: () => attempt(exportAll) }, "Export what is on it")),
    code ? element("form", { onsubmit: submit },
      element("div", { class: "field" }, element("label", { for: "name" }, "A name for this phone"),
        element("input", { id: "name", name: "name", value: navigator.userAgentData?.platform ?? "phone", required: true, maxlength: 60 })),
      element("button", { class: "main" }, "Join"))
      : element("p", {}, "Whoever runs the family's server invites you: 'hometask serve invite NAME' prints a link to open here."));
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";

async function join(code, name) {
  // The same attempt again if the answer was lost.
  const attempts = (await view((state) => answer(state.get("attempt")))) ?? {};
  const attempt = attempts[code] ?? Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => LETTERS[byte & 31]).join("");
  await change((state) => { state.put({ [code]: attempt }, "attempt"); });
  const response = await post("/api/join", JSON.stringify({ code, attempt, name }));
  const phone = await response.json();
  const skew = Date.parse(phone.time) - Date.now();
  await change(async (state, docs, photos) => {
    const before = await answer(state.get("phone"));
    const isSame = before?.family.id === phone.family.id && before.member.id === phone.member.id;
    state.clear();
    // What the same member has not sent is written again by the new phone, and so are their photos.
    if (!isSame) {
      docs.clear();
      photos.clear();
    }
    state.put({ ...phone, since: null, skew }, "phone");
  });
  navigator.storage?.persist?.();
  location.replace("/");
}
