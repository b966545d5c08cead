// SPDX-License-Identifier: Apache-2.0
//
// The fallback for browsers with scripts but without WebAssembly: a link to the plain pages, which need neither.

import { loadMessages, t } from "/messages.js";
import { answer, openStore, view } from "/store.js";
import { draw, element, field, pageHeading } from "/view.js";

/** Explains why the page cannot start, and links to the plain page of this phone, or to joining there. */
export async function renderPlain() {
  const [phone, language] = await stored();
  await loadMessages(language);
  const code = location.pathname === "/join" ? location.hash.slice(1) : "";
  draw(
    pageHeading("hometask"),
    element("p", {}, t("This browser has no WebAssembly, which the page needs. There is a plain page, which works without it, and needs a network.")),
    // The invitation code must not be part of an address that is sent to the server.
    code ? joinForm(code) : element("p", {}, element("a", { href: phone ? `/plain/${phone.device}/` : "/plain/" }, t("The plain page"))));
  document.title = "hometask";
}

/** Reads the stored phone and language; none if the store cannot be opened. */
async function stored() {
  try {
    await openStore();
    return await view((state) => Promise.all(["phone", "language"].map((key) => answer(state.get(key)))));
  } catch {
    return [];
  }
}

function joinForm(code) {
  const input = (attributes) => element("input", { required: true, autocomplete: "off", ...attributes });
  return element("form", { method: "post", action: "/plain/join" },
    field(t("The link of the invitation, or its code"), input({ name: "code", value: code, autocapitalize: "none" })),
    field(t("A name for this phone"), input({ name: "name", value: "phone", maxlength: 60 })),
    element("button", { class: "main" }, t("Join")));
}
