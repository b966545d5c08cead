// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Bundled formats: csv, jsonl, markdown, html, geojson, kml, gpx")
struct TableFormatTests {
    /// A family with two tasks, one of them with many fields, a deleted task and a pin.
    private func family() throws -> Family {
        let family = try Family(members: ["Mia", "Ben"])
        let device = family.device
        try device.run("category", "add", "Garden").expectQuietly()
        try device.run(
            "add", "=Mow the lawn", "@Ben", "+out", "--due", "tomorrow 18:00", "--category", "Garden", "--item", "front"
        ).expectQuietly()
        try device.run("add", "Rake").expectQuietly()
        try device.run("add", "Gone").expectQuietly()
        try device.run("delete", "Gone").expectQuietly()
        try device.run("done", "Rake").expectQuietly()
        try device.run("pin", "add", "Shop", "52.37,4.89", "--address", "Dam 1", "--label", "food").expectQuietly()
        return family
    }

    /// The path of an exported file.
    private func export(_ format: String, of device: Device) throws -> String {
        let path = device.home + "/export.\(format)"
        try device.run("export", format, "-o", path).expectQuietly("Wrote")
        return path
    }

    @Test("a table is exported, and importing it into another family is idempotent")
    func table() throws {
        let device = try family().device
        let path = try export("csv", of: device)
        let lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\r\n")
        #expect(lines.count == 4)
        #expect(lines.contains { $0.contains(",'=Mow the lawn,open,,Garden,out,Ben,2026-11-22 18:00,") })
        try device.expectUnchanged { try device.run("import", "csv", path).expectQuietly("Changed nothing") }
        let other = try Family(members: ["Mia", "Ben"], isAnother: true).device
        try other.run("import", "csv", path).expectQuietly("Added 1 category, added 2 tasks.")
        try other.run("list", "--all").expectQuietly(["=Mow the lawn", "Garden", "+out", "Rake"])
        try other.expectUnchanged { try other.run("import", "csv", path).expectQuietly("Changed nothing") }
        try other.expectClean()
    }

    @Test("an export does not write through a symbolic link; the link's target is unchanged")
    func link() throws {
        let device = try family().device
        let (target, link) = (device.home + "/precious", device.home + "/export.csv")
        try "precious".write(toFile: target, atomically: true, encoding: .utf8)
        for destination in [target, device.home + "/nowhere"] {
            try? FileManager.default.removeItem(atPath: link)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: destination)
            try device.expectRefusal(
                WrongUse("export", "csv", "-o", link, status: 64, message: "is a symbolic link", hint: "points to"))
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == destination)
        }
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
        #expect(!FileManager.default.fileExists(atPath: device.home + "/nowhere"))
    }

    @Test("a full export is imported into another family unchanged, with its history and trash")
    func everything() throws {
        let device = try family().device
        let path = try export("jsonl", of: device)
        let written = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(written.filter { $0.contains("\"kind\":\"family\"") }.count == 1)
        let other = try Family(members: ["Zoë"]).device
        try other.run("import", "jsonl", path).expectQuietly("Added 1 category")
        let read = Set(try String(contentsOfFile: export("jsonl", of: other), encoding: .utf8).split(separator: "\n"))
        let lost = written.filter { !read.contains($0) }
        #expect(lost.count == 2, "the family's and the device's own")
        #expect(lost.allSatisfy { $0.contains("\"kind\":\"family\"") || $0.contains("\"kind\":\"device\"") })
        try other.run("trash").expectQuietly("Gone")
        try other.expectClean()
    }

    @Test("an imported member merges into the existing member with the same name, who gets the imported tasks")
    func namesakes() throws {
        let device = try family().device
        try device.run("add", "Sweep", "@Mia").expect()
        let path = try export("jsonl", of: device)
        let other = try Family(members: ["Mia", "Zoë"]).device
        try other.run("import", "jsonl", "--dry-run", path).expect(
            stderr: "after the import, Mia in the file is merged into the existing member Mia")
        try other.run("import", "jsonl", path).expect(
            stdout: "Added 1 category", stderr: "merged into the existing member Mia")
        let members = try other.run("member", "list", "--json").objects().compactMap { $0["name"] as? String }
        #expect(members == ["Ben", "Mia", "Zoë"])
        try other.run("list", "--mine").expectQuietly("Sweep")
        try other.run("edit", "Sweep", "--unassign", "Mia").expect()
        let sweep = try #require(other.run("list", "Sweep", "--json").objects().first)
        #expect((sweep["assignees"] as? [Any])?.isEmpty != false)
        try other.expectUnchanged { try other.run("import", "jsonl", path).expectQuietly("Changed nothing") }
        try other.expectClean()
        try other.run("undo").expect()
        try other.run("undo").expectQuietly("Took back 'import'")
        let left = try other.run("member", "list", "--json").objects().compactMap { $0["name"] as? String }
        #expect(left == ["Mia", "Zoë"])
    }

    @Test("an unreadable member is skipped, with changes that depend on it; the rest is imported")
    func unreadableNamesake() throws {
        let device = try family().device
        let path = try export("jsonl", of: device)
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
            line.contains("\"kind\":\"member\"")
                ? line.replacingOccurrences(of: "\"format\":1", with: "\"format\":99")
                : String(line)
        }
        try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
        let other = try Family(members: ["Mia"]).device
        for words in [["--dry-run"], []] {
            let outcome = try other.run(["import", "jsonl", path] + words).expect(
                status: 65, stdout: "added 3 tasks", stderr: "format 99")
            #expect(!outcome.stderr.contains("is taken for"), "\(outcome.stderr)")
            let members = lines.count { $0.contains("\"kind\":\"member\"") }
            #expect(outcome.stderr.split(separator: "was left out").count == members + 1, "\(outcome.stderr)")
        }
        #expect(try other.run("member", "list", "--all", "--json").objects().count == 1)
    }

    @Test("importing a project again under another name adds no category")
    func projectAgain() throws {
        let device = try Family().device
        let path = device.home + "/Home.csv"
        try "TYPE,CONTENT,PRIORITY,INDENT\ntask,Mow,4,1\n".write(toFile: path, atomically: true, encoding: .utf8)
        try device.run("import", "todoist", path, "--category", "Garden").expectQuietly(
            "Added 1 category, added 1 task.")
        try device.expectUnchanged {
            try device.run("import", "todoist", path, "--category", "Garden").expectQuietly("Changed nothing")
            try device.run("import", "todoist", path, "--category", "Chores").expectQuietly("Changed nothing")
            try device.run("import", "todoist", path).expectQuietly("Changed nothing")
        }
    }

    @Test("pins are exported to a map format and imported again")
    func map() throws {
        let family = try family()
        let path = try export("geojson", of: family.device)
        let other = try Family(members: ["Mia"]).device
        try other.run("import", "geojson", path).expectQuietly("Added 1 pin.")
        try other.run("pin", "show", "Shop").expectQuietly(["52.37,4.89", "Dam 1", "food"])
    }

    @Test("pages and files for other programs are exported, optionally filtered by a query")
    func pages() throws {
        let device = try family().device
        try device.run("export", "markdown", "--group", "none").expectQuietly(["- [ ] =Mow the lawn", "- [x] Rake"])
        let chosen = try device.run("export", "markdown", "category:Garden").expectQuietly("- [ ] =Mow the lawn")
        #expect(!chosen.stdout.contains("Rake"))
        try device.run("export", "html", "--weeks", "3").expectQuietly(["<!doctype html>", "Done in 3 weeks"])
        try device.run("export", "kml").expectQuietly("<coordinates>4.89,52.37</coordinates>")
        try device.run("export", "gpx").expectQuietly("<wpt lat=\"52.37\" lon=\"4.89\">")
    }
}
