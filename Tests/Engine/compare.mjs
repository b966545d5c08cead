// SPDX-License-Identifier: Apache-2.0
//
// Holds the engine in WebAssembly against the native code: the golden files byte for byte, and every request on standard
// input (`REQUEST <TAB> ANSWER`, from EngineCases) against its answer. Ends with 1 where anything differs.
//
//     EngineCases 10000 | node compare.mjs ENGINE.wasm

import { readFile, readdir } from "node:fs/promises";
import { createInterface } from "node:readline";
import { load } from "./engine.mjs";

const engine = await load(process.argv[2]);
const tests = new URL("../", import.meta.url);
let faults = 0;
let checks = 0;

function expectEqual(found, expected, what) {
  checks += 1;
  if (found === expected) return;
  faults += 1;
  if (faults > 10) return;
  console.error(`${what} differs:\n  in WebAssembly ${found}\n  natively       ${expected}`);
}

/** The golden files of a folder, by name. */
async function golden(folder) {
  const place = new URL(folder, tests);
  const names = (await readdir(place)).filter((name) => name.endsWith(".json"));
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(new URL(name, place), "utf8")])));
}

const zoneBytes = await readFile("/usr/share/zoneinfo/Europe/Amsterdam");
const zone = engine.ask({ do: "zone", name: "Europe/Amsterdam", tzif: zoneBytes.toString("hex") });
expectEqual(JSON.stringify(zone), "{}", "the time zone");

for (const folder of ["HometaskMergingTests/Golden/", "HometaskReplicaTests/Golden/"]) {
  const files = await golden(folder);
  for (const [name, text] of files) {
    if (name.endsWith(".expected.json")) continue;
    expectEqual(engine.ask({ do: "join", documents: [text] }).document, text, name);
    const expected = files.get(name.replace(".json", ".expected.json"));
    if (expected) {
      const { conflicts, isDeleted, shown } = JSON.parse(expected);
      const plain = conflicts.map(({ writes, ...conflict }) => conflict);
      const read = engine.ask({ do: "read", document: text });
      expectEqual(JSON.stringify(read.shown), JSON.stringify(shown), `what ${name} shows`);
      expectEqual(read.deleted, isDeleted, `whether ${name} is deleted`);
      expectEqual(JSON.stringify(read.conflicts.map(sorted)), JSON.stringify(plain.map(sorted)), `what is open in ${name}`);
    }
    const next = files.get(name.replace(".json", ".next.json"));
    if (next && !files.has(name.replace(".json", ".before.json"))) {
      const made = engine.ask({ do: "next", document: text, zone: "Europe/Amsterdam" }).document;
      expectEqual(made, next, `what follows ${name}`);
    }
  }
}

/** An object with its members in the order of their names. */
function sorted(object) {
  return Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)));
}

const goldenChecks = checks;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  if (line.startsWith("# ")) {
    console.log(line.slice(2));
    continue;
  }
  const [request, answer] = line.split("\t");
  expectEqual(decoder.decode(engine.answerBytes(encoder.encode(request))), answer, `the answer to ${request}`);
}
if (checks === goldenChecks) {
  console.error("there were no requests to compare");
  faults += 1;
}
console.log(`${goldenChecks} checks of golden files, ${checks - goldenChecks} answers compared, ${faults} faults; ` +
  `${(engine.size / 2 ** 20).toFixed(1)} MiB of memory`);
process.exit(faults > 0 ? 1 : 0);
