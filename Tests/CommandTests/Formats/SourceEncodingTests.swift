// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Other programs' files in other encodings")
struct SourceEncodingTests {
    /// A task called Küche in each text format.
    private static let files = [
        "csv": "title\nKüche\n",
        "todotxt": "Küche\n",
        "taskwarrior": #"[{"uuid": "a", "status": "pending", "description": "Küche"}]"#,
        "dstask": #"[{"uuid": "a", "status": "pending", "summary": "Küche"}]"#,
        "todoist": #"{"items": [{"id": "1", "content": "Küche"}]}"#,
        "jsonl": #"{"format":1,"id":"00000000-0000-4000-8000-000000000001","kind":"task","title":"Küche"}"#,
        "google-tasks": #"{"items": [{"title": "", "items": [{"id": "1", "title": "Küche"}]}]}"#,
        "microsoft-todo": #"[{"id": "1", "title": "Küche"}]"#,
        "trello": #"{"name": "", "lists": [], "cards": [{"id": "1", "name": "Küche"}]}"#,
    ]

    @Test(
        "are read, with and without a byte-order mark", arguments: files.keys.sorted(),
        [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian])
    func encodings(format: String, encoding: String.Encoding) throws {
        for mark in ["\u{FEFF}", ""] {
            let device = try Family().device
            let path = device.home + "/file"
            let text = mark + (try #require(Self.files[format]))
            try #require(text.data(using: encoding)).write(to: URL(filePath: path))
            try device.run("import", format, path).expectQuietly(.exactly("Added 1 task.\n"))
            #expect(try device.titles() == ["Küche"])
        }
    }

    @Test("Lists and tables in Windows-1252 are read, with a note", arguments: ["csv", "todotxt"])
    func windows(format: String) throws {
        let device = try Family().device
        let path = device.home + "/file"
        try #require(Self.files[format]?.data(using: .windowsCP1252)).write(to: URL(filePath: path))
        try device.run("import", format, path).expect(
            stdout: "Added 1 task.", stderr: "file: the file is not in UTF-8; it was read as Windows-1252")
        #expect(try device.titles() == ["Küche"])
    }

    @Test(
        "JSON in another encoding and binary data are refused", arguments: ["taskwarrior", "trello", "csv"])
    func refused(format: String) throws {
        let device = try Family().device
        let path = device.home + "/file"
        let bytes =
            format == "csv"
            ? Data([0x50, 0x4B, 0x03, 0x04, 0x00, 0xFF]) : Self.files[format]?.data(using: .windowsCP1252)
        try #require(bytes).write(to: URL(filePath: path))
        try device.expectUnchanged {
            let outcome = try device.run("import", format, path)
            #expect(outcome.status != 0 && outcome.stderr.contains("is not text in UTF-8"), "\(outcome.stderr)")
        }
    }

    @Test("An archived row is not open, and a due time of midnight is a date")
    func meanings() throws {
        let device = try Family().device
        try device.run("import", "csv", "-", input: "title,status\nPaid,archived\n").expect(
            status: 65, stdout: "Added 1 task.",
            stderr: "standard input:2: the status ‘archived’ is neither open nor done")
        #expect(try device.run("list", "--json").objects().isEmpty)
        try device.run(
            ["import", "csv", "-", "--map", "for="], input: "title,due,Who\nTrip,2026-11-27 00:00:00,\n"
        ).expectQuietly("Added 1 task.")
        let trip = try #require(try device.run("list", "Trip", "--json").objects().first)
        #expect((trip["due"] as? [String: String]) == ["date": "2026-11-27"])
    }
}
