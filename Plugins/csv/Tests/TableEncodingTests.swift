// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime
import Testing

@testable import PluginCSV

@Suite("Tables with lines before the headings")
struct PreambleTests {
    @Test("Lines before the headings are skipped", arguments: [",", ";", "\t"])
    func preamble(separator: String) throws {
        let rows = [
            ["Tasks of 27 November"], ["made by", "a program"], ["Task", "Due Date", "Labels"],
            ["Mow", "2026-11-27", "out"],
        ]
        let text = rows.map { $0.joined(separator: separator) }.joined(separator: "\n")
        let found = try read(text)
        #expect(found.tasks == [["title": "Mow", "due": ["date": "2026-11-27"], "tags": ["out"]]])
        #expect(found.notes == ["the headings are in line 3; the lines before it are not read"])
        #expect(found.faults.isEmpty)
    }

    @Test("The headings are found by the names in an option")
    func mapped() throws {
        let found = try read(
            "Liste vom 27.11.\n\nWas;Bis wann\nMow;2026-11-27\n", options: ["map": ["title=Was", "due=Bis wann"]])
        #expect(found.tasks == [["title": "Mow", "due": ["date": "2026-11-27"]]])
    }

    @Test("Without a title column, the likely headings are named in the error")
    func refused() throws {
        let error = #expect(throws: RPCError.self) { try read("Date: 2026-11-01\nWas,Wann\nMow,x\n") }
        #expect(error?.message == "no column holds the titles of the tasks; line 2 has ‘Was’, ‘Wann’")
    }

    @Test("Headings in the first row take precedence")
    func first() throws {
        let found = try read("title,due\nTask,2026-11-27\nTask name,\n")
        #expect(found.tasks.map { $0["title"] } == ["Task", "Task name"])
    }
}

@Suite("Encodings of tables")
struct TableEncodingTests {
    private static let text = "Aufgabe;Fällig\r\nKüche – Öl „putzen“;2026-11-27\r\nBad;\r\n"
    private static let tasks: [JSONObject] = [
        ["title": "Küche – Öl „putzen“", "due": ["date": "2026-11-27"]], ["title": "Bad"],
    ]

    private static func utf16(_ text: String, isBig: Bool, hasMark: Bool) -> [UInt8] {
        let units = (hasMark ? [0xFEFF] : []) + Array(text.utf16)
        return units.flatMap { unit -> [UInt8] in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBig ? [high, low] : [low, high]
        }
    }

    @Test("UTF-16 is read, with and without a byte-order mark", arguments: [true, false], [true, false])
    func utf16(isBig: Bool, hasMark: Bool) throws {
        for text in [Self.text, "sep=;\r\n" + Self.text] {
            let found = try read(Self.utf16(text, isBig: isBig, hasMark: hasMark))
            #expect(found.tasks == Self.tasks)
            #expect(found.notes.isEmpty && found.faults.isEmpty)
        }
    }

    @Test("Windows-1252 is read, with a note")
    func windows() throws {
        let special: [Unicode.Scalar: UInt8] = ["–": 0x96, "„": 0x84, "“": 0x93]
        let bytes = Self.text.unicodeScalars.map { special[$0] ?? UInt8($0.value) }
        let found = try read(bytes)
        #expect(found.tasks == Self.tasks)
        #expect(found.notes == ["the file is not in UTF-8; it was read as Windows-1252"])
    }

    @Test(
        "A binary file is refused",
        arguments: [[0x50, 0x4B, 3, 4, 0, 0xFF], [0xFF, 0xFE, 0x41], [0xEF, 0xBB, 0xBF, 0xFF]])
    func refused(bytes: [UInt8]) {
        let error = #expect(throws: RPCError.self) { try read(bytes) }
        #expect(error?.message == "the file is not text in UTF-8 or UTF-16")
    }

    @Test("A separator declared in the first line is used", arguments: ["sep=;", "SEP=;", "\u{FEFF}sep=;"])
    func separator(line: String) throws {
        #expect(
            try read("\(line)\ntitle;tags\nMow, rake, sow;out\n").tasks == [
                ["title": "Mow, rake, sow", "tags": ["out"]]
            ])
    }
}
