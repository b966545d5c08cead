// SPDX-License-Identifier: Apache-2.0
//
// A browser that has dropped what the page keeps, and still has the cookie of a phone: it is that phone again, and gets
// everything anew.

import { formers, post } from "/requests.js";
import { answer, change } from "/store.js";
import { say, wordsOf } from "/view.js";

/** For how long, in milliseconds, the server is waited for before somebody may join. */
const PATIENCE = 10000;
/** A lease that the server has not given: it answers with the one from which a phone starts over. */
const UNKNOWN = "0".repeat(32);

/**
 * Opens the family of the phone that this browser has the cookie of.
 *
 * Returns whether there is one.
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

/** The phones that this browser has cookies of. Without a network, it is asked again as soon as there is one. */
async function findPhones() {
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
    // Another tab may have done it meanwhile.
    if (!(await answer(state.get("phone")))) state.put({ ...phone, lease, actor, since: null, skew }, "phone");
  });
  navigator.storage?.persist?.();
}
