// SPDX-License-Identifier: Apache-2.0
//
// The engine: the command's code compiled to WebAssembly. Its requests are described in Requests.md of HometaskEngine.

/** An engine error: a sentence, and a hint on how to resolve the error. */
export class EngineError extends Error {
  constructor({ code, message, hint }) {
    super(hint ? `${message}. ${hint}` : message);
    Object.assign(this, { code, fault: message, hint });
  }
}

/** Loads the engine, and returns a function that maps a request to its answer. */
export async function loadEngine(response) {
  const imports = {
    hometask: {
      random: (start, count) => crypto.getRandomValues(new Uint8Array(memory.buffer, start >>> 0, count)),
      log: () => {},
    },
  };
  const { instance } = await WebAssembly.instantiateStreaming(response, imports);
  /** @type {any} */
  const exports = instance.exports;
  const { memory, hometask_allocate, hometask_answer, hometask_release } = exports;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder("utf-8", { fatal: true });

  return (request) => {
    const bytes = encoder.encode(JSON.stringify(request));
    const room = hometask_allocate(bytes.length) >>> 0;
    new Uint8Array(memory.buffer).set(bytes, room);
    const place = hometask_answer(room, bytes.length) >>> 0;
    const length = new DataView(memory.buffer).getUint32(place, true);
    const answer = decoder.decode(new Uint8Array(memory.buffer, place + 4, length).slice());
    hometask_release(place);
    const object = JSON.parse(answer);
    if (object.error) throw new EngineError(object.error);
    return object;
  };
}
