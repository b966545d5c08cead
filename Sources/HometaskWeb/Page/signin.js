// SPDX-License-Identifier: Apache-2.0
//
// Invitations without an inviter: by e-mail, after signing in at a provider, or with a passkey. Each method leads to a
// link with a code for joining.

import { t } from "/messages.js";
import { post, pause } from "/requests.js";
import { attempt, element, field, focusHeading } from "/view.js";

/** Whether a link was requested by e-mail. */
let isAsked = false;

/** The module for passkeys, if signing in with one is possible here. */
let passkeys;

/** Loads the sign-in methods that the server offers, `{email, oidc, passkeys}`, retrying until it answers. */
export async function loadWays() {
  let response;
  while (!(response = await fetch("/api/sign-in").catch(() => undefined))?.ok) await pause();
  const ways = await response.json();
  // Imported in advance: some browsers show passkeys only right after a press.
  if (ways.passkeys === location.hostname && globalThis.PublicKeyCredential) passkeys = await import("/passkeys.js").catch(() => undefined);
  return ways;
}

/** Renders the sign-in methods that the server offers; `redraw` renders them again. */
export function renderWays({ email, oidc }, redraw) {
  return [
    passkeys && element("p", {}, element("button", { onclick: () => attempt(passkeys.signIn) }, t("Sign in with a passkey"))),
    oidc && element("p", {}, element("a", { class: "button", href: "/sign-in/oidc" }, t("Sign in with {name}", { name: oidc }))),
    email && (isAsked
      ? element("p", { class: "notice" }, t("If a member of the family has this address, a mail with a link is on its way there. Open the link on this phone, within an hour."))
      : renderForm(redraw)),
  ];
}

function renderForm(redraw) {
  const submit = (event) => {
    event.preventDefault();
    attempt(async () => {
      await post("/api/sign-in/email", JSON.stringify({ address: event.target.elements.address.value }));
      isAsked = true;
      redraw();
      focusHeading();
    });
  };
  return element("form", { onsubmit: submit },
    field(t("Your e-mail address"), element("input", { name: "address", type: "email", autocomplete: "email", required: true, maxlength: 254 })),
    element("button", {}, t("Send me a link")));
}
