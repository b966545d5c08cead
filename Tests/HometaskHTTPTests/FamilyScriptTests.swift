// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HometaskWeb

@Suite("The family on the page")
struct FamilyScriptTests {
    @Test("The engine loads a family in batches, complete and in order; while visible, the page stays responsive")
    func pieces() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "family-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let family = PageSource.text("family.js")
            .replacing("\"/messages.js\"", with: "\"./others.mjs\"")
            .replacing("\"/store.js\"", with: "\"./others.mjs\"")
        // A phone with 120 documents, one of them unreadable by any engine.
        let others = """
            const doc = (_, index) => ({ path: `tasks/${index}`, text: `${index}`, base: "" });
            const docs = Array.from({ length: 120 }, doc);
            export const answer = async (value) => value;
            export const view = (body) => body({ get: () => undefined }, { getAll: () => [...docs] });
            export const [change, record, t] = [];
            """
        let test = """
            import { Family } from "./family.mjs";
            let pieces = [];
            let turns = 0;
            globalThis.document = { hidden: false };
            const timer = setInterval(() => { turns += 1; });
            const family = new Family(({ documents }) => {
              if (documents.includes("77")) throw new Error("unreadable");
              pieces.push({ documents, turns });
            });
            await family.load();
            const taken = pieces.flatMap(({ documents }) => documents).map(Number);
            const isInOrder = taken.every((number, index) => index === 0 || taken[index - 1] < number);
            const areShort = pieces.every(({ documents }) => documents.length <= 50);
            console.log(taken.length, isInOrder, areShort, pieces.at(-1).turns > 0);
            document.hidden = true;
            pieces = [];
            await family.load();
            console.log(pieces.at(-1).turns === pieces[0].turns);
            process.exit();
            """
        for (name, text) in ["family": family, "others": others, "test": test] {
            try Data(text.utf8).write(to: folder.appending(path: "\(name).mjs"))
        }
        #expect(try NodeScript.output(of: folder.appending(path: "test.mjs").path) == "119 true true true\ntrue\n")
    }
}
