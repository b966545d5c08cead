// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@Suite("Files that an importer reads in chunks", .waits)
struct SourcePieceTests {
    @Test("A chunk never splits a character, whatever its length in bytes", arguments: ["é", "€", "🦊"])
    func characters(character: String) throws {
        let family = try Family()
        // The title has the length, whether the joined chunks equal the file, and whether there were several.
        let program = PluginFolder.python(
            """
            text, pieces, end = "", 0, False
            while not end:
                send(id="s", method="source/read", params={"encoding": "text"})
                result = json.loads(sys.stdin.readline())["result"]
                text, pieces, end = text + result["text"], pieces + 1, result["end"]
            start = len(text) - len(text.lstrip("-"))
            isWhole = text == "-" * start + "\(character)" * (len(text) - start)
            title = f"{len(text)} characters, {isWhole}, {pieces > 1}"
            answer({"changes": [{"create": "task", "key": str(start), "fields": {"title": title}}]})
            """)
        let plugin = try PluginFolder(
            "pieces", in: family.root.path, program: program,
            offers: #"{"importers":[{"name":"pieces","summary":"It."}]}"#, needs: #"{"write":["task"]}"#)
        try family.device.install(plugin)
        let (size, count) = (character.utf8.count, 600_000 / character.utf8.count)
        // Each prefix shifts the byte at which a chunk ends.
        for start in 0..<size {
            let text = String(repeating: "-", count: start) + String(repeating: character, count: count)
            try family.device.run(["import", "pieces", "-"], input: text).expect(stdout: "Added 1 task")
        }
        let titles = Set((0..<size).map { "\(count + $0) characters, True, True" })
        #expect(Set(try family.device.titles()) == titles)
    }
}
