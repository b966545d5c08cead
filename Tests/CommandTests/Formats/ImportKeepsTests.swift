// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("What an import leaves unchanged")
struct ImportKeepsTests {
    private static let malformed: Int32 = 65

    private func task(_ device: Device) throws -> [String: Any] {
        try #require(try device.run("list", "--json").objects().first)
    }

    /// The sorted names of the task's assignees.
    private func assignees(_ device: Device) throws -> [String] {
        (try task(device)["assignees"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }.sorted()
    }

    @Test("An unreadable cell clears nothing with --update")
    func unreadCells() throws {
        let device = try Family().device
        let file = "id,title,assignees,tags,priority\n1,Mow,,out,low\n"
        try device.run("import", "csv", "-", input: file).expectQuietly()
        try device.run("edit", "Mow", "@Zoë", "@Mia").expect()
        for name in ["Bem", "Bem;Ben"] {
            let changed = "id,title,assignees,tags,priority\n1,Mow,\(name),out,high\n"
            try device.run("import", "csv", "-", "--update", input: changed)
                .expect(
                    status: Self.malformed, stdout: "Mow (priority)", stderr: "no member is called ‘Bem’")
            #expect(try assignees(device) == ["Mia", "Zoë"])
            try device.run("undo").expect()
        }
    }

    @Test("An unreadable recurrence rule leaves the task's rule unchanged")
    func unreadRule() throws {
        let device = try Family().device
        func calendar(_ more: String) -> String {
            "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:bins@there\nSUMMARY:Bins\nDUE;VALUE=DATE:20261127\n\(more)\nEND:VTODO\n"
                + "END:VCALENDAR\n"
        }
        try device.run("import", "ics", "-", input: calendar("RRULE:FREQ=WEEKLY")).expectQuietly("Added 1 task.")
        try device.run("import", "ics", "-", "--update", input: calendar("PRIORITY:1\nRRULE:FREQ=SECONDLY;BYDAY=XX"))
            .expect(status: Self.malformed, stderr: "does not recur")
        let task = try task(device)
        #expect(task["repeat"] as? String == "FREQ=WEEKLY" && task["priority"] as? String == "high")
    }

    @Test("Importing a full export does not restore the documents in its trash")
    func trashOfCopy() throws {
        let device = try Family().device
        try device.run("import", "csv", "-", input: "title\nMow\nRake\n").expectQuietly("Added 2 tasks.")
        try device.run("undo").expect()
        let file = device.home + "/all.jsonl"
        try device.run("export", "jsonl", "-o", file).expectQuietly()
        try device.expectUnchanged {
            try device.run("import", "jsonl", file).expectQuietly("2 of them in the trash")
        }
        try device.run("import", "csv", "-", input: "title\nMow\nRake\n").expectQuietly("Restored 2 tasks.")
    }

    @Test("A category restored with its task keeps its name")
    func categoryComesBack() throws {
        let device = try Family().device
        try device.run("import", "csv", "-", input: "id,title,category\n1,Mow,Garden\n").expectQuietly("Added")
        try device.run("undo").expect()
        try device.run("import", "csv", "-", "--update", input: "id,title,category\n1,Mow,garden\n").expectQuietly(
            .exactly("Restored 1 category, restored 1 task.\n"))
        #expect(try device.run("category", "list", "--json").objects().map { $0["name"] as? String } == ["Garden"])
    }

    @Test("Restoring a task with different values is reported")
    func backWithOthers() throws {
        let device = try Family().device
        try device.run("import", "csv", "-", input: "id,title,points\n1,Mow,5\n2,Rake,1\n").expectQuietly(
            "Added 2 tasks.")
        try device.run("undo").expect()
        try device.run("import", "csv", "-", input: "id,title,points\n1,Mow,6\n2,Rake,1\n").expectQuietly([
            "Restored 2 tasks.", "1 task was changed to the values in the file:", "standard input:2: Mow (points)",
        ])
    }

    @Test("A locally renamed category and pin keep their names")
    func renamed() throws {
        let device = try Family().device
        let file = "id,title,category,place\n1,Mow,House,Shop\n"
        try device.run("import", "csv", "-", input: file).expectQuietly("Added")
        try device.run("category", "rename", "House", "Home").expect()
        try device.run("pin", "edit", "Shop", "--name", "Market").expect()
        for words in [[], ["--update"]] {
            try device.expectUnchanged {
                try device.run(["import", "csv", "-"] + words, input: file).expectQuietly("Changed nothing")
            }
        }
        try device.run("import", "csv", "-", "--update", input: file + "2,Rake,HOUSE,shop\n").expectQuietly(
            .exactly("Added 1 task; 1 is already here.\n"))
        #expect(try device.run("category", "list", "--json").objects().map { $0["name"] as? String } == ["Home"])
    }

    @Test("A removed member is not assigned again", arguments: ["csv", "ics", "jsonl", "taskwarrior", "todotxt"])
    func formerMember(format: String) throws {
        let device = try Family().device
        try device.run("add", "Mow", "@Ben").expect()
        let file = device.home + "/export"
        try device.run("export", format, "-o", file).expectQuietly()
        try device.run("member", "remove", "Ben", "--to", "Mia").expect()
        try device.expectUnchanged {
            let again = try device.run("import", format, file).expectQuietly("Changed nothing; ")
            #expect(again.stdout.hasSuffix("already here.\n"), "nothing differs")
            try device.run("import", format, file, "--update").expect(
                stdout: "Changed nothing", stderr: "‘Mow’ keeps its assignees: Ben is no longer a member")
        }
        #expect(try assignees(device) == ["Mia"])
        try device.run("done", "Mow").expect()
        try device.run("export", format, "-o", file, "--force").expectQuietly()
        try device.expectUnchanged { try device.run("import", format, file).expectQuietly("Changed nothing") }
    }
}
