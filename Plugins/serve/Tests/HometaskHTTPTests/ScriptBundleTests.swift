// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HometaskWeb

@Suite("The first scripts of the page, as one")
struct ScriptBundleTests {
    @Test("A script in the bundle, and one that imports it from its file, have the same functions and state")
    func sharing() throws {
        let counter = "let count = 0;\nexport function next() { return ++count; }\nexport const all = { sum: 0 };\n"
        let errors = "export class Late extends Error {}\nexport async function wait() { throw new Late(\"late\"); }\n"
        let user = """
            import { next as step, all } from "/counter.js";
            import { wait } from "/errors.js";
            const next = "its own";
            all.sum += step() + step();
            wait().catch((error) => { all.error = `${error.message}, ${next}`; });
            """
        let bundle = ScriptBundle([("counter", counter), ("errors", errors), ("user", user)])
        #expect(bundle.files.keys.sorted() == ["counter", "errors"])
        let later = """
            import { all, next } from "./counter.mjs";
            import { Late, wait } from "./errors.mjs";
            const isLate = await wait().catch((error) => error instanceof Late);
            console.log(next(), all.sum, all.error, isLate);
            """
        let folder = FileManager.default.temporaryDirectory.appending(path: "bundle-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in bundle.files { try Data(text.utf8).write(to: folder.appending(path: "\(name).mjs")) }
        try Data(bundle.text.utf8).write(to: folder.appending(path: "bundle.mjs"))
        try Data("import \"./bundle.mjs\";\n\(later)".utf8).write(to: folder.appending(path: "later.mjs"))
        #expect(try NodeScript.output(of: folder.appending(path: "later.mjs").path) == "3 3 late, its own true\n")
    }

    @Test("The document has all that joining and the first list need, in the order in which they import each other")
    func order() throws {
        let files = PageFiles(engine: [])
        let document = try String(decoding: #require(files.file(at: "/")).bytes, as: UTF8.self)
        let start = try #require(document.range(of: "<script type=\"module\">"))
        let end = try #require(document.range(of: "</script>", range: start.upperBound..<document.endIndex))
        let bundle = String(document[start.upperBound..<end.lowerBound])
        // What would end the script before its end, or hide a part of it (HTML, "Restrictions for contents of script
        // elements").
        #expect(!bundle.contains("<!--") && !bundle.contains("<script"))
        var seen: Set<String> = []
        for line in bundle.components(separatedBy: "\n") {
            #expect(!line.hasPrefix("import ") && !line.hasPrefix("export "), "not understood: \(line)")
            if let imported = line.firstMatch(of: /^const \{.*\} = globalThis\.firstModules\["\/(\w+)\.js"\];/) {
                #expect(seen.contains(String(imported.1)), "imported before it is there: \(line)")
            }
            if let module = line.firstMatch(of: /^globalThis\.firstModules\["\/(\w+)\.js"\] =/) {
                seen.insert(String(module.1))
            }
        }
        #expect(seen.isSuperset(of: ["join", "lists", "page", "store"]))
        for name in seen {
            // Imported when it is wanted, it would be loaded for a second time.
            #expect(!bundle.contains("import(\"/\(name).js\")"), "\(name).js is in the document")
            #expect(!bundle.contains("import('/\(name).js')"), "\(name).js is in the document")
        }
        #expect(files.file(at: "/page.js") == nil)
        let store = try String(decoding: #require(files.file(at: "/store.js")).bytes, as: UTF8.self)
        #expect(store.hasPrefix("export const { openStore, "))
    }
}
