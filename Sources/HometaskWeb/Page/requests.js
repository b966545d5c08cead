// SPDX-License-Identifier: Apache-2.0
//
// Requests to the server, and what they come to.

import { answer, change, view } from "/store.js";

/** The phone was signed out. What it has not sent stays here. */
export class SignedOut extends Error {}

/** The server cannot take the request as it is. */
export class Rejected extends Error {
  constructor(status, details) {
    super(details.message);
    this.status = status;
    this.details = details;
  }
}

/** The server cannot be reached, or asks to come again later: then `cause` is the status of its answer. */
export class Unreachable extends Error {}

/** The SHA-256 of bytes, in hexadecimal. */
export async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A request in JSON; throws if it gets no answer that counts. */
export function post(path, body) { return request("POST", path, body, "application/json"); }

/** A request; throws if it gets no answer that counts. */
export async function request(method, path, body, type) {
  let response;
  try {
    response = await fetch(path, { method, body, headers: { "Content-Type": type }, credentials: "same-origin" });
  } catch {
    throw new Unreachable("the server cannot be reached");
  }
  if (response.ok || response.status === 410) return response;
  const details = await response.json().catch(() => ({ message: response.statusText }));
  // By the server, and not by a gateway before it.
  if (response.status === 401 && details.code) throw new SignedOut(details.message);
  if (response.status >= 500 || [408, 429].includes(response.status)) throw new Unreachable(details.message, { cause: response.status });
  throw new Rejected(response.status, details);
}

/** The phones that this browser was before, and that the server has not confirmed to be signed out. */
export async function formers() { return (await view((state) => answer(state.get("formers")))) ?? []; }

/** Signs out the phones that this browser was before. The server is asked until it confirms that it does not know them. */
export async function endFormers() {
  for (const device of await formers()) {
    const end = () => fetch(`/api/phones/${device}`, { method: "DELETE" }).then(({ status }) => [204, 401].includes(status), () => false);
    while (!(await end())) await new Promise((resolve) => setTimeout(resolve, 20000));
    await change(async (state) => { state.put((await answer(state.get("formers"))).filter((one) => one !== device), "formers"); });
  }
}
