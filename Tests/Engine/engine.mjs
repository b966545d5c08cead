// SPDX-License-Identifier: Apache-2.0
//
// The engine for phones, as a page or Node holds it: one instance of the WebAssembly that `.ci/engine` links.

import { webcrypto } from "node:crypto";
import { readFile } from "node:fs/promises";

/** An engine from the bytes of `engine.wasm`. */
export async function instantiate(bytes) {
  let told = "";
  const imports = {
    hometask: {
      random: (start, count) => webcrypto.getRandomValues(new Uint8Array(memory.buffer, start >>> 0, count)),
      log: (character) => { told += String.fromCharCode(character); },
    },
  };
  const { instance } = await WebAssembly.instantiate(bytes, imports);
  const { memory, hometask_allocate, hometask_answer, hometask_release } = instance.exports;

  /** The answer to a request, both UTF-8. */
  function answerBytes(request) {
    const room = hometask_allocate(request.length) >>> 0;
    new Uint8Array(memory.buffer).set(request, room);
    let place;
    try {
      place = hometask_answer(room, request.length) >>> 0;
    } catch (error) {
      throw new Error(`the engine failed: ${told || error.message}`, { cause: error });
    }
    const length = new DataView(memory.buffer).getUint32(place, true);
    const answer = new Uint8Array(memory.buffer).slice(place + 4, place + 4 + length);
    hometask_release(place);
    return answer;
  }

  const encoder = new TextEncoder();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return {
    answerBytes,
    /** The answer to a request as an object. */
    ask: (request) => JSON.parse(decoder.decode(answerBytes(encoder.encode(JSON.stringify(request))))),
    /** How much memory it takes, in bytes. */
    get size() { return memory.buffer.byteLength; },
  };
}

/** An engine from a file. */
export const load = async (path) => instantiate(await readFile(path));
