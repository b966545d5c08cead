// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Importing several files")
struct ImportFilesTests {
    private func todo(_ uid: String, _ lines: String) -> String {
        "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:\(uid)\n\(lines)\nEND:VTODO\nEND:VCALENDAR"
    }

    private func write(_ texts: [String: String], below folder: String) throws {
        for (name, text) in texts {
            let path = folder + "/" + name
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
    }

    @Test("A folder with one file per to-do makes one commit, with references between the files")
    func folder() throws {
        let device = try Family().device
        let folder = device.home + "/lists"
        try write(
            [
                "home/a.ics": todo("p", "SUMMARY:Move"), "home/b.ics": todo("c", "SUMMARY:Pack\nRELATED-TO:p"),
                "home/color": "#ff0000", ".hidden.ics": todo("h", "SUMMARY:Hidden"), "home/.b.tmp": "x",
                "work/c.ICS": todo("d", "SUMMARY:Report\nRELATED-TO;RELTYPE=DEPENDS-ON:p"),
            ], below: folder)
        let commits = try device.git("rev-list", "HEAD").lines.count
        try device.run("import", "ics", folder).expectQuietly("Added 2 tasks.")
        #expect(try device.git("rev-list", "HEAD").lines.count == commits + 1)
        let tasks = try device.run("list", "--all", "--json").objects()
        #expect(Set(tasks.compactMap { $0["title"] as? String }) == ["Move", "Report"])
        #expect(tasks.compactMap { $0["items"] as? [[String: Any]] }.flatMap { $0 }.count == 1)
        #expect(tasks.compactMap { $0["after"] as? [String] }.count == 1)
        try device.run("import", "ics", folder).expectQuietly("Changed nothing; 2 are already here.")
        try device.run("undo").expect()
        #expect(try device.run("list", "--json").objects().isEmpty)
    }

    @Test("Messages name the file, and number lines per file")
    func lines() throws {
        let device = try Family().device
        try write(
            ["a.ics": "\u{FEFF}" + todo("a", "SUMMARY:A"), "b.ics": todo("b", "SUMMARY:B\nDUE:never")],
            below: device.home)
        try device.run("import", "ics", device.home + "/a.ics", device.home + "/b.ics").expect(
            status: 65, stdout: "Added 2 tasks", stderr: "b.ics:5: DUE is not a valid date: never")
        let again = try device.run("import", "ics", device.home + "/a.ics", device.home + "/b.ics", "--json")
        let report = try JSONSerialization.jsonObject(with: Data(again.stdout.utf8)) as? [String: Any]
        let fault = (report?["faults"] as? [[String: Any]])?.first
        #expect(fault?["file"] as? String == "b.ics" && fault?["line"] as? Int == 5)
    }

    @Test("todo.txt lists are imported together, with or without a final newline")
    func lists() throws {
        let device = try Family().device
        try write(["a.txt": "one\ntwo", "b.txt": "\u{FEFF}three\n"], below: device.home)
        try device.run("import", "todotxt", device.home + "/a.txt", device.home + "/b.txt").expectQuietly(
            "Added 3 tasks")
        #expect(try device.titles() == ["one", "two", "three"])
    }

    @Test("A folder without matching files, a missing file and several files of a single-file format are refused")
    func refused() throws {
        let device = try Family().device
        try write(["empty/a.txt": "x", "a.csv": "title\na\n", "a.ics": todo("a", "SUMMARY:A")], below: device.home)
        try device.expectUnchanged {
            try device.run("import", "ics", device.home + "/empty").expect(
                status: 66, stderr: "has no files that end in .ics")
            let missing = try device.run("import", "ics", device.home + "/a.ics", device.home + "/b.ics")
            #expect(missing.status != 0)
            let file = device.home + "/a.csv"
            try device.run("import", "csv", file, file).expect(
                status: 64, stderr: "one file of the format ‘csv’ is imported at a time, but 2 were given")
        }
    }
}
