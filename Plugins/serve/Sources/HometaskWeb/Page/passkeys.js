// SPDX-License-Identifier: Apache-2.0
//
// Passkeys (Web Authentication): which ones a member has, adding one on this phone, and signing in with one.

import { app } from "/app.js";
import { t } from "/messages.js";
import { encoded } from "/reminders.js";
import { post, request, Unreachable } from "/requests.js";
import { attempt, element } from "/view.js";
import { timeWords } from "/words.js";

/** What the server has told: `{host, passkeys}`, or `{isUnreachable}`; nothing before it was asked. */
let shown;

// It is asked again when somebody comes back.
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

/** The passkeys of the member; nothing if there can be none at this address of the server. */
export function render() {
  if (!shown) load();
  const { host, passkeys, isUnreachable } = shown;
  const title = element("h2", {}, t("Passkeys"));
  if (isUnreachable) return [title, element("p", {}, t("The passkeys are on the server, which cannot be reached."))];
  if (host !== location.hostname) return undefined;
  return [
    title,
    element("p", {}, t("A passkey signs you in again, on each phone that has it.")),
    passkeys.length > 0 && element("ul", { class: "comments" }, passkeys.map(renderPasskey)),
    element("p", {}, element("button", { id: "add-passkey", onclick: () => attempt(add) }, t("Add a passkey"))),
  ];
}

function renderPasskey({ id, name, added, used }) {
  const times = { added: timeWords(added), used: timeWords(used) };
  return element("li", { "data-key": id }, element("bdi", {}, name),
    element("small", {}, used ? t("Added {added}, last used {used}", times) : t("Added {added}, not used yet", times)),
    element("button", { "aria-label": `${t("Remove")}: ${name}`, onclick: () => attempt(() => remove(id, name)) }, t("Remove")));
}

async function add() {
  const options = await (await post(address("/options"))).json();
  options.challenge = decoded(options.challenge);
  options.user.id = decoded(options.user.id);
  for (const known of options.excludeCredentials) known.id = decoded(known.id);
  const { response } = await ask("create", options);
  const { clientDataJSON } = response;
  await hand(address(), undefined, { clientDataJSON, authenticatorData: response.getAuthenticatorData() });
  await load();
}

async function remove(id, name) {
  if (!confirm(t("Remove the passkey {name}?", { name }))) return;
  await request("DELETE", address(`/${id}`), undefined, "application/json");
  await load();
  document.getElementById("add-passkey")?.focus();
}

/** Signs in with a passkey that the browser has, and goes on as with the link of an invitation. */
export async function signIn() {
  const options = await (await post("/api/sign-in/passkey/options")).json();
  const { id, response } = await ask("get", { ...options, challenge: decoded(options.challenge) });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  let answer;
  try {
    answer = await hand("/api/sign-in/passkey", id, { clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? [] });
  } catch (error) {
    if (error.details?.code !== "passkey") throw error;
    throw new Error(t("This passkey is not known here, or was removed."));
  }
  const { code } = await answer.json();
  history.replaceState(null, "", `/join#${code}`);
  location.reload();
}

/** Has the browser make a passkey (`create`) or use one (`get`). */
async function ask(what, publicKey) {
  try {
    return await navigator.credentials[what]({ publicKey });
  } catch (error) {
    if (error.name === "InvalidStateError") throw new Error(t("A passkey of yours is on this phone already."));
    if (error.name === "NotAllowedError") throw new Error(t("It was cancelled, took too long, or there is no passkey."));
    throw error;
  }
}

/** Hands the server what the browser has made. */
function hand(path, id, parts) {
  const response = Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, encoded(bytes)]));
  return post(path, JSON.stringify({ id, response }));
}

/** The bytes of a text in base64url. */
function decoded(text) { return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0)); }
