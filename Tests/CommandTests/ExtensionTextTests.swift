// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Plugin fields in a task's text")
struct ExtensionTextTests {
    private func device() throws -> Device {
        let device = try NoisePlugin.enable(on: Family().device)
        try device.run(
            "add", "Drill", "--set", "loudness=7", "--set", "tools=saw", "--set", "tools=drill", "--set", "indoors=yes",
            "--set", "heard=tomorrow", "--set", "at=fri 18:00", "--set", "remark=Wear protection"
        ).expect()
        return device
    }

    /// The text passed to the editor, and the outcome of `edit` after a `sed` script changed it.
    private func edit(_ device: Device, _ script: String) throws -> (text: String, outcome: Outcome) {
        let path = device.home + "/editor-\(UUID().uuidString.prefix(8)).sh"
        try "cp \"$1\" \(path).text\nsed -i '\(script)' \"$1\"".write(toFile: path, atomically: true, encoding: .utf8)
        let outcome = try device.with(["EDITOR": "sh \(path)", "TMPDIR": device.home]).run("edit", "1")
        return (try String(contentsOfFile: path + ".text", encoding: .utf8), outcome)
    }

    private func noise(_ device: Device) throws -> [String: Any] {
        let task = try device.run("list", "--json").objects()[0]
        return try #require((task["extensions"] as? [String: [String: Any]])?["noise"])
    }

    @Test("appear like built-in fields, even if empty, and are kept if left unchanged")
    func shown() throws {
        let device = try device()
        try device.expectUnchanged {
            let (text, outcome) = try edit(device, "s/^points:$/points: /")
            outcome.expectQuietly("Nothing to change")
            let lines = text.split(separator: "\n").filter { $0.hasPrefix("noise.") }
            #expect(
                lines == [
                    "noise.at: 2026-11-27 18:00", "noise.heard: 2026-11-22", "noise.indoors: yes", "noise.level:",
                    "noise.loudness: 7", "noise.remark: Wear protection", "noise.tools: drill, saw",
                ])
        }
    }

    @Test("are written, cleared and validated by the schema")
    func taken() throws {
        let device = try device()
        let script = """
            s/^noise.loudness: 7/Loudness: 3/; s/^noise.tools:.*/tools: saw, file/; s/^noise.level:/level: LOUD/; \
            s/^noise.remark:.*/noise.remark:/; s/^noise.at:.*/noise.at: sat 10:00/; s/^noise.indoors: yes/indoors: no/; \
            /^noise.heard/d
            """
        try edit(device, script).outcome.expectQuietly("Changed noise.")
        let noise = try noise(device)
        #expect(noise["loudness"] as? Int == 3 && noise["level"] as? String == "loud")
        #expect(noise["tools"] as? [String] == ["file", "saw"])
        #expect(noise["remark"] == nil && noise["heard"] == nil && noise["indoors"] as? Bool == false)
        #expect(noise["at"] as? String == "2026-11-28T09:00:00Z")
        try device.expectUnchanged {
            for (script, words) in [
                ("s/^noise.loudness: 3/noise.loudness: 11/", ["noise.loudness should be", "11"]),
                ("s/^noise.loudness: 3/noise.loudness: loud/", ["a whole number", "‘loud’"]),
                ("s/^noise.loudness: 3/noise.loudnes: 3/", ["a field ‘noise.loudnes’"]),
                ("s/^noise.loudness: 3/loudnes: 3/", ["is not a field", "noise.loudness"]),
                ("s/^noise.loudness: 3/noise.loudness: 3\\nloudness: 4/", ["for the second time"]),
            ] {
                let outcome = try edit(device, script).outcome
                outcome.expect(status: outcome.status, stderr: .contains(words[0]))
                #expect(outcome.status != 0 && words.allSatisfy(outcome.stderr.contains), "\(outcome)")
            }
        }
    }

    @Test("merge with concurrent changes, a list element by element")
    func meanwhile() throws {
        let device = try device()
        let path = device.home + "/editor.sh"
        try """
        \(Program.path) edit 1 --set tools=+axe --set level=quiet >&2
        sed -i 's/^noise.tools:.*/noise.tools: saw, file/; s/^noise.loudness:.*/noise.loudness: 2/' "$1"
        """.write(toFile: path, atomically: true, encoding: .utf8)
        try device.with(["EDITOR": "sh \(path)", "TMPDIR": device.home]).run("edit", "1").expect()
        let noise = try noise(device)
        #expect(noise["tools"] as? [String] == ["axe", "file", "saw"])
        #expect(noise["level"] as? String == "quiet" && noise["loudness"] as? Int == 2)
        // A field changed on both sides is not overwritten.
        try """
        \(Program.path) edit 1 --set loudness=9 >&2
        sed -i 's/^noise.loudness:.*/noise.loudness: 1/' "$1"
        """.write(toFile: path, atomically: true, encoding: .utf8)
        let outcome = try device.with(["EDITOR": "sh \(path)", "TMPDIR": device.home]).run("edit", "1")
        outcome.expect(status: outcome.status, stderr: ["noise.loudness", "9 in the meantime"])
        #expect(outcome.status != 0)
    }

    @Test("with any value fit on one line, and stay unchanged unless the line changes")
    func odd() throws {
        let device = try device()
        let path = try device.onlyFile(in: "tasks")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let start = try #require(text.range(of: "\"extensions\": {"))
        try text.replacingCharacters(
            in: start,
            with: #""extensions": {"gone": {"a": {"b": [1, "two\nlines\u2028three"]}, "c": "x, y", "odd name": 1}, "#
        ).write(toFile: path, atomically: true, encoding: .utf8)
        try device.run("edit", "1", "--set", "remark=[a] \"b\"").expect()
        try device.run("edit", "1", "--set", "tools=a, b").expect()
        try device.expectUnchanged {
            let (text, outcome) = try edit(device, "s/^points:$/points: /")
            outcome.expectQuietly("Nothing to change")
            #expect(text.contains("gone.a: {\"b\":[1,\"two\\nlines\\u2028three\"]}\n"), "\(text)")
            #expect(text.contains("gone.c: \"x, y\"\n") && text.contains("noise.tools: [\"a, b\"]\n"), "\(text)")
        }
        try edit(
            device,
            "s/^noise.tools:.*/noise.tools: [\"a, b\", \"c\"]/; s/^noise.remark:.*/noise.remark: \"two\\\\nlines\"/"
        )
        .outcome.expectQuietly("Changed")
        #expect(try noise(device)["tools"] as? [String] == ["a, b", "c"])
        #expect(try noise(device)["remark"] as? String == "two\nlines")
        // Fields of an absent plugin can be removed, but not changed.
        let refused = try edit(device, "s/^gone.c:.*/gone.c: z/").outcome
        refused.expect(status: 64, stderr: ["a field ‘gone.c’"])
        try edit(device, "/^gone.c/d").outcome.expectQuietly("Changed gone.c")
    }

    @Test("that are not sets may contain duplicates")
    func repeated() throws {
        let device = try FieldsPlugin.enable(on: Family().device)
        try device.run("add", "Sing", "--set", "lines=la").expect()
        for text in ["la, la", "la, la, li"] {
            _ = try edit(device, "s/^more.lines:.*/more.lines: \(text)/").outcome.expectQuietly("Changed")
        }
        let task = try device.run("list", "--json").objects()[0]
        let more = try #require((task["extensions"] as? [String: [String: Any]])?["more"])
        #expect(more["lines"] as? [String] == ["la", "la", "li"])
    }
}
