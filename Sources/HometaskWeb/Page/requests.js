// SPDX-License-Identifier: Apache-2.0
//
// Requests to the server, and how they fail.

import { answer, change, view } from "/store.js";

/** The phone was signed out. Unsent changes stay on it. */
export class SignedOut extends Error {}

/** The server rejects the request, and would reject it again unchanged. */
export class Rejected extends Error {
  constructor(status, details) {
    super(details.message);
    this.status = status;
    this.details = details;
  }
}

/** The server cannot be reached, or asks to retry later; in the latter case `cause` is the status code. */
export class Unreachable extends Error {}

/** Computes the SHA-256 digest of bytes, in hexadecimal. */
export async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Sends a POST request in JSON; throws unless the answer is a success or 410. */
export function post(path, body) { return request("POST", path, body, "application/json"); }

/** Sends a request; throws unless the answer is a success or 410. */
export async function request(method, path, body, type) {
  let response;
  try {
    response = await fetch(path, { method, body, headers: { "Content-Type": type }, credentials: "same-origin" });
  } catch {
    throw new Unreachable("the server cannot be reached");
  }
  if (response.ok || response.status === 410) return response;
  const details = await response.json().catch(() => ({ message: response.statusText }));
  // Only the server's own answers have a code, not those of a gateway in front of it.
  if (response.status === 401 && details.code) throw new SignedOut(details.message);
  if (response.status >= 500 || [408, 429].includes(response.status)) throw new Unreachable(details.message, { cause: response.status });
  throw new Rejected(response.status, details);
}

/** Returns the browser's former phones whose sign-out the server has not confirmed. */
export async function formers() { return (await view((state) => answer(state.get("formers")))) ?? []; }

/** Signs out the browser's former phones, retrying until the server confirms it. */
export async function endFormers() {
  for (const device of await formers()) {
    const end = async () => (await fetch(`/api/phones/${device}`, { method: "DELETE" }).catch(() => undefined))?.status;
    while (![204, 401].includes(await end())) await pause();
    await change(async (state) => { state.put((await answer(state.get("formers"))).filter((one) => one !== device), "formers"); });
  }
}

/** Waits before a request that failed is sent again. */
export const pause = () => new Promise((resolve) => setTimeout(resolve, 5000));
