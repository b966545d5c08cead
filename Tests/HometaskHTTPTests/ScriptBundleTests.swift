// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HometaskWeb

@Suite("Bundles of the page's scripts")
struct ScriptBundleTests {
    @Test("A bundled script and a script that imports it from its file share functions and state")
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
        // A bundle served as a file, run when one of its scripts is imported.
        let sum = "import { all } from \"/counter.js\";\nexport function sum() { return (all.sum += 10); }\n"
        let open = "import { sum } from \"/sum.js\";\nsum();\nexport const isOpen = true;\n"
        let file = ScriptBundle([("sum", sum), ("open", open)], isFile: true)
        #expect(file.files.keys.sorted() == ["open", "sum"])
        let later = """
            import { all, next } from "./counter.mjs";
            import { Late, wait } from "./errors.mjs";
            const isLate = await wait().catch((error) => error instanceof Late);
            console.log(next(), all.sum, all.error, isLate);
            const { sum } = await import("./sum.mjs");
            const { isOpen } = await import("./open.mjs");
            console.log(sum(), all.sum, isOpen);
            """
        let folder = FileManager.default.temporaryDirectory.appending(path: "bundle-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in bundle.files.merging(file.files, uniquingKeysWith: { $1 }) {
            let paths = text.replacing("import \"/open.js\"", with: "import \"./open.mjs\"")
            try Data(paths.utf8).write(to: folder.appending(path: "\(name).mjs"))
        }
        try Data(bundle.text.utf8).write(to: folder.appending(path: "bundle.mjs"))
        try Data("import \"./bundle.mjs\";\n\(later)".utf8).write(to: folder.appending(path: "later.mjs"))
        #expect(
            try NodeScript.output(of: folder.appending(path: "later.mjs").path)
                == "3 3 late, its own true\n23 23 true\n")
    }

    @Test(
        "The bundles contain all scripts for joining and for an open family, in import order"
    )
    func order() throws {
        let files = PageFiles(engine: [])
        let document = try String(decoding: #require(files.file(at: "/")).bytes, as: UTF8.self)
        let start = try #require(document.range(of: "<script type=\"module\">"))
        let end = try #require(document.range(of: "</script>", range: start.upperBound..<document.endIndex))
        let first = String(document[start.upperBound..<end.lowerBound])
        // Text that would end the script early, or hide part of it (HTML, "Restrictions for contents of script
        // elements").
        #expect(!first.contains("<!--") && !first.contains("<script"))
        var seen = try names(in: first, after: [])
        #expect(seen.isSuperset(of: ["join", "lists", "page", "store"]))
        let home = try String(decoding: #require(files.file(at: "/home.js")).bytes, as: UTF8.self)
        seen = try names(
            in: home.replacing("\nexport const { prepare, open } = modules[\"/home.js\"];\n", with: ""), after: seen)
        #expect(seen.isSuperset(of: ["engine", "exchange", "home", "task"]))
        #expect(files.file(at: "/page.js") == nil && files.file(at: "/sync.js") == nil)
        let store = try String(decoding: #require(files.file(at: "/store.js")).bytes, as: UTF8.self)
        #expect(store.hasPrefix("export const { openStore, "))
        let family = try String(decoding: #require(files.file(at: "/family.js")).bytes, as: UTF8.self)
        #expect(family == "import \"/home.js\";\nexport const { Family } = modules[\"/family.js\"];\n")
    }

    /// Returns the scripts available after a bundle has run, each importing only from earlier ones.
    private func names(in bundle: String, after earlier: Set<String>) throws -> Set<String> {
        var own: Set<String> = []
        for line in bundle.components(separatedBy: "\n") {
            #expect(!line.hasPrefix("import ") && !line.hasPrefix("export "), "not understood: \(line)")
            if let imported = line.firstMatch(of: /^const \{.*\} = globalThis\.modules\["\/(\w+)\.js"\];/) {
                #expect(own.union(earlier).contains(String(imported.1)), "imported before it is there: \(line)")
            }
            if let module = line.firstMatch(of: /^globalThis\.modules\["\/(\w+)\.js"\] =/) {
                own.insert(String(module.1))
            }
        }
        for name in own {
            // A dynamic import would load the script a second time.
            #expect(!bundle.contains("import(\"/\(name).js\")"), "\(name).js is in the bundle")
            #expect(!bundle.contains("import('/\(name).js')"), "\(name).js is in the bundle")
        }
        return own.union(earlier)
    }
}
