// SPDX-License-Identifier: Apache-2.0
//
// Recovery of a phone whose browser has dropped the store but still has the cookie: the phone starts over, and fetches
// everything.

import { formers, post } from "/requests.js";
import { answer, change } from "/store.js";
import { say, wordsOf } from "/view.js";

/** The time-out for the server, in milliseconds, after which joining is offered. */
const PATIENCE = 10000;
/** A lease unknown to the server, which answers with a new lease for starting over. */
const UNKNOWN = "0".repeat(32);

/**
 * Opens the family of the phone whose cookie this browser has.
 *
 * Returns false if there is not exactly one, or if it cannot start over.
 */
export async function recoverPhone(open) {
  const ended = await formers();
  const phones = (await findPhones()).filter(({ device }) => !ended.includes(device));
  if (phones.length !== 1) return false;
  try {
    await take(phones[0]);
  } catch (error) {
    say(await wordsOf(error));
    return false;
  }
  await open();
  return true;
}

/** Finds the phones whose cookies this browser has. Without a network, the page reloads once there is one. */
async function findPhones() {
  // @ts-ignore: unknown to TypeScript 4.8.
  const response = await fetch("/api/phones", { signal: AbortSignal.timeout?.(PATIENCE) }).catch(() => undefined);
  if (!response) addEventListener("online", () => location.reload(), { once: true });
  return response?.ok ? (await response.json()).phones : [];
}

/** Starts over as a phone. */
async function take(phone) {
  const body = JSON.stringify({ docs: [], lease: UNKNOWN, since: null });
  const { lease, actor, time } = await (await post(`/api/phones/${phone.device}/exchange`, body)).json();
  const skew = Date.parse(time) - Date.now();
  await change(async (state) => {
    // Another tab may have stored a phone meanwhile.
    if (!(await answer(state.get("phone")))) state.put({ ...phone, lease, actor, since: null, skew }, "phone");
  });
  navigator.storage?.persist?.();
}
