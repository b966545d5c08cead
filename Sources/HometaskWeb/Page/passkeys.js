// SPDX-License-Identifier: Apache-2.0
//
// Passkeys (Web Authentication): listing the member's, adding one on this phone, and signing in with one.

import { app } from "/app.js";
import { t } from "/messages.js";
import { encoded } from "/reminders.js";
import { post, request, Unreachable } from "/requests.js";
import { attempt, element } from "/view.js";
import { timeWords } from "/words.js";

/** The server's answer: `{host, passkeys}`, or `{isUnreachable}`; requested again on each visit. */
let shown;

addEventListener("hashchange", () => { shown = undefined; }, true);

function address(rest = "") { return `/api/phones/${app.family.phone.device}/passkeys${rest}`; }

async function load() {
  shown = {};
  try {
    shown = await (await request("GET", address(), undefined, "application/json")).json();
  } catch (error) {
    shown = { isUnreachable: error instanceof Unreachable };
  }
  app.render();
}

/** Renders the passkeys of the member; undefined if this address of the server cannot have any. */
export function render() {
  if (!shown) load();
  const { host, passkeys, isUnreachable } = shown;
  if (!isUnreachable && host !== location.hostname) return undefined;
  return [
    element("h2", {}, t("Passkeys")),
    isUnreachable ? element("p", {}, t("This is on the server, which cannot be reached.")) : [
      element("p", {}, t("A passkey signs you in again, on each phone that has it.")),
      passkeys.length > 0 && element("ul", { class: "comments" }, passkeys.map(renderPasskey)),
      element("p", {}, element("button", { id: "add", onclick: () => attempt(add) }, t("Add a passkey"))),
    ],
  ];
}

function renderPasskey({ id, name, ...times }) {
  const [added, used] = [times.added, times.used].map(timeWords);
  return element("li", { "data-key": id }, element("bdi", {}, name),
    element("small", {}, used ? t("Added {added}, last used {used}", { added, used }) : t("Added {added}, not used yet", { added })),
    element("button", { "aria-label": `${t("Remove")}: ${name}`, onclick: () => attempt(() => remove(id, name)) }, t("Remove")));
}

async function remove(id, name) {
  if (!confirm(t("Remove the passkey {name}?", { name }))) return;
  await request("DELETE", address(`/${id}`), undefined, "application/json");
  await load();
  document.getElementById("add")?.focus();
}

async function add() {
  await use("create", address(), ["clientDataJSON", "authenticatorData"]);
  await load();
}

/** Signs in with a passkey of the browser, and continues as with an invitation link. */
export async function signIn() {
  let answer;
  try {
    answer = await use("get", "/api/sign-in/passkey", ["clientDataJSON", "authenticatorData", "signature", "userHandle"]);
  } catch (error) {
    throw error.details?.code === "passkey" ? new Error(t("This passkey is not known here, or was removed.")) : error;
  }
  const { code } = await answer.json();
  history.replaceState(null, "", `/join#${code}`);
  location.reload();
}

/**
 * Creates a passkey (`create`) or uses one (`get`) with the server's options, and posts the named parts of the
 * response.
 */
async function use(method, path, names) {
  const options = await (await post(`${path}/options`)).json();
  options.challenge = decoded(options.challenge);
  for (const one of [options.user, ...(options.excludeCredentials ?? [])]) if (one) one.id = decoded(one.id);
  let made;
  try {
    made = await navigator.credentials[method]({ publicKey: options });
  } catch (error) {
    if (error.name === "InvalidStateError") throw new Error(t("This phone already has a passkey of yours."));
    if (error.name === "NotAllowedError") throw new Error(t("It was cancelled, took too long, or there is no passkey."));
    throw error;
  }
  const { id, response } = made;
  const parts = names.map((name) => [name, encoded(response[name] ?? response.getAuthenticatorData?.() ?? [])]);
  return post(path, JSON.stringify({ id, response: Object.fromEntries(parts) }));
}

/** Decodes a base64url string to bytes. */
function decoded(text) { return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0)); }
