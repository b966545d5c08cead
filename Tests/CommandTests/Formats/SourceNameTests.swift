// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Task ids from other programs")
struct SourceNameTests {
    private static let (first, second) = (
        "3f816701-6cbf-4635-ac27-005279a80355", "b7804aab-e493-4450-b81e-4b47252212b8"
    )

    /// The tasks of a Taskwarrior export, sorted by UUID.
    private func warrior(_ device: Device) throws -> [[String: Any]] {
        try device.run("export", "taskwarrior").objects().sorted { "\($0["uuid"] ?? "")" < "\($1["uuid"] ?? "")" }
    }

    @Test("A Taskwarrior export keeps the original UUIDs, also in dependencies")
    func warrior() throws {
        let device = try Family().device
        let file = """
            [{"uuid": "\(Self.first)", "status": "pending", "description": "Milk"},
             {"uuid": "\(Self.second)", "status": "pending", "description": "Call", "depends": ["\(Self.first)"]}]
            """
        try device.run("import", "taskwarrior", "-", input: file).expectQuietly("Added 2 tasks.")
        try device.run("add", "Ours").expect()
        let written = try warrior(device)
        let names = Dictionary(uniqueKeysWithValues: written.map { ("\($0["description"] ?? "")", $0) })
        #expect(names["Milk"]?["uuid"] as? String == Self.first && names["Call"]?["uuid"] as? String == Self.second)
        #expect(names["Call"]?["depends"] as? [String] == [Self.first])
        #expect(
            names["Ours"]?["uuid"] as? String == (try device.run("list", "Ours", "--json").objects().first?["id"])
                as? String)
        // Importing the export changes nothing.
        let text = try device.run("export", "taskwarrior").stdout
        try device.expectUnchanged {
            try device.run("import", "taskwarrior", "-", input: text).expectQuietly(
                .exactly("Changed nothing; 3 are already here.\n"))
        }
    }

    @Test("dstask's UUIDs are kept in a Taskwarrior export, and importing either file again adds nothing")
    func dstask() throws {
        let device = try Family().device
        let file = #"[{"uuid": "\#(Self.first)", "status": "pending", "summary": "Mow"}]"#
        try device.run("import", "dstask", "-", input: file).expectQuietly("Added 1 task.")
        #expect(try warrior(device).map { $0["uuid"] as? String } == [Self.first])
        let text = try device.run("export", "taskwarrior").stdout
        try device.run("import", "taskwarrior", "-", input: text).expectQuietly("Changed nothing; 1 is already here")
        try device.run("import", "dstask", "-", input: file).expectQuietly("Changed nothing; 1 is already here")
        #expect(try openTitles(device) == ["Mow"])
    }

    @Test("A calendar export keeps the original UIDs; the next occurrence of a series has its own")
    func calendar() throws {
        let device = try Family().device
        let file = """
            BEGIN:VCALENDAR
            BEGIN:VTODO
            UID:DEF-1@there
            SUMMARY:Bins
            DUE;VALUE=DATE:20261120
            RRULE:FREQ=WEEKLY
            END:VTODO
            END:VCALENDAR
            """
        try device.run("import", "ics", "-", input: file).expectQuietly("Added 1 task.")
        try device.run("done", "Bins").expect()
        let text = try device.run("export", "ics").stdout
        let uids = text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("UID:") }
        #expect(uids.count == 2 && Set(uids).count == 2 && uids.contains("UID:DEF-1@there"))
        try device.expectUnchanged {
            try device.run("import", "ics", "-", input: text).expectQuietly(
                .exactly("Changed nothing; 2 are already here.\n"))
        }
    }

    @Test("A CSV export keeps the original ids, also in the column ‘after’")
    func table() throws {
        let device = try Family().device
        try device.run("import", "csv", "-", input: "id,title,after\nT-1,Milk,\nT-2,Call,T-1\n").expectQuietly()
        let text = try device.run("export", "csv", "--columns", "id,title,after").stdout
        #expect(Set(text.split(whereSeparator: \.isNewline)) == ["id,title,after", "T-1,Milk,", "T-2,Call,T-1"])
        try device.expectUnchanged {
            try device.run("import", "csv", "-", input: text).expectQuietly(
                .exactly("Changed nothing; 2 are already here.\n"))
        }
    }

    @Test("A Taskwarrior series stays one series in both programs")
    func warriorSeries() throws {
        let device = try Family().device
        let parent = "00000000-0000-4000-8000-00000000000a"
        func occurrence(_ uuid: String, due: String, status: String = "pending", index: Int = 0) -> String {
            let end = status == "completed" ? #", "end": "20261120T120000Z""# : ""
            return """
                {"uuid": "\(uuid)", "status": "\(status)", "description": "Bins", "due": "\(due)T170000Z",
                 "recur": "weekly", "rtype": "periodic", "parent": "\(parent)", "imask": \(index)\(end)}
                """
        }
        let template = """
            {"uuid": "\(parent)", "status": "recurring", "description": "Bins", "due": "20261120T170000Z", \
            "recur": "weekly", "rtype": "periodic", "mask": "-"}
            """
        let start = "[\(template), \(occurrence(Self.first, due: "20261120"))]"
        try device.run("import", "taskwarrior", "-", input: start).expectQuietly("Added 1 task.")
        let written = try #require(warrior(device).first)
        #expect(written["parent"] as? String == parent && written["recur"] as? String == "weekly")
        #expect(written["imask"] as? Int == 0 && written["hometask_repeat"] == nil)

        // Done in hometask: both programs' next occurrences are the same.
        try device.run("done", "Bins").expect()
        try device.run("export", "taskwarrior").expect(
            stdout: .contains("completed"), stderr: "1 task is left out: it is the next task of a series")
        let next =
            "[\(template), \(occurrence(Self.first, due: "20261120")), "
            + "\(occurrence(Self.second, due: "20261127", index: 1))]"
        try device.expectUnchanged {
            try device.run("import", "taskwarrior", "-", input: next).expectQuietly(
                "Changed nothing; 2 are already here")
        }

        // Done in Taskwarrior, with the following occurrence in the file: hometask creates no second one.
        let third = "00000000-0000-4000-8000-00000000000c"
        let later =
            "[\(template), \(occurrence(Self.first, due: "20261120", status: "completed")), "
            + "\(occurrence(Self.second, due: "20261127", status: "completed", index: 1)), "
            + "\(occurrence(third, due: "20261204", index: 2))]"
        try device.run("import", "taskwarrior", "-", input: later).expectQuietly("completed 1 task")
        let open = try device.run("list", "--json").objects()
        #expect(open.count == 1 && open.first?["repeat"] as? String == "FREQ=WEEKLY", "\(open)")
    }

    @Test("Taskwarrior's next occurrence maps to hometask's, although hometask completes all missed ones at once")
    func overdueSeries() throws {
        let device = try Family().device
        let parent = "00000000-0000-4000-8000-00000000000a"
        func occurrence(_ uuid: String, due: String, index: Int, state: String) -> String {
            """
            {"uuid": "\(uuid)", "description": "Bins", "due": "\(due)T170000Z", "recur": "weekly", "rtype": "periodic",
             "parent": "\(parent)", "imask": \(index), \(state)}
            """
        }
        let template = """
            {"uuid": "\(parent)", "status": "recurring", "description": "Bins", "due": "20261030T170000Z", \
            "recur": "weekly", "rtype": "periodic", "mask": "-"}
            """
        let pending = #""status": "pending""#
        let done = #""status": "completed", "end": "20261120T120000Z""#
        try device.run(
            "import", "taskwarrior", "-",
            input: "[\(template), \(occurrence(Self.first, due: "20261030", index: 0, state: pending))]"
        ).expectQuietly("Added 1 task.")
        try device.run("done", "Bins").expect()
        let next =
            "[\(template), \(occurrence(Self.first, due: "20261030", index: 0, state: done)), "
            + "\(occurrence(Self.second, due: "20261106", index: 1, state: pending))]"
        try device.expectUnchanged {
            try device.run("import", "taskwarrior", "-", input: next).expectQuietly([
                "Changed nothing; 2 are already here", "Bins (due)",
            ])
        }
        let open = try device.run("list", "--json").objects()
        #expect(open.count == 1 && open.first?["repeat"] as? String == "FREQ=WEEKLY", "\(open)")

        // Both programs advance by one occurrence.
        try device.run("done", "Bins", "--early").expect()
        let third = "00000000-0000-4000-8000-00000000000c"
        let later =
            "[\(template), \(occurrence(Self.first, due: "20261030", index: 0, state: done)), "
            + "\(occurrence(Self.second, due: "20261106", index: 1, state: done)), "
            + "\(occurrence(third, due: "20261113", index: 2, state: pending))]"
        try device.expectUnchanged {
            try device.run("import", "taskwarrior", "-", input: later).expectQuietly("3 are already here")
        }
    }

    @Test("A Taskwarrior series has one rule, whichever occurrences the file still contains")
    func partialSeries() throws {
        let parent = "00000000-0000-4000-8000-00000000000a"
        func file(_ occurrences: [(uuid: String, due: String, place: Int)]) -> String {
            let template = """
                {"uuid": "\(parent)", "status": "recurring", "description": "Bins", "due": "20261030T170000Z",
                 "recur": "weekly", "rtype": "periodic", "mask": "-"}
                """
            let others = occurrences.map { uuid, due, place in
                """
                {"uuid": "\(uuid)", "description": "Bins", "due": "\(due)T170000Z", "recur": "weekly",
                 "rtype": "periodic", "parent": "\(parent)", "imask": \(place), "status": "pending"}
                """
            }
            return "[\(([template] + others).joined(separator: ",\n"))]"
        }
        let third = "00000000-0000-4000-8000-00000000000c"
        let files = [
            // Taskwarrior's list of open tasks omits completed ones.
            file([(Self.second, "20261106", 1)]),
            // Taskwarrior creates all missed occurrences.
            file([(Self.first, "20261030", 0), (Self.second, "20261106", 1), (third, "20261113", 2)]),
            // One occurrence was deleted in Taskwarrior.
            file([(third, "20261113", 2)]),
        ]
        for (changed, open) in zip(files, [1, 2, 2]) {
            let device = try Family().device
            try device.run("import", "taskwarrior", "-", input: file([(Self.first, "20261030", 0)])).expectQuietly(
                "Added 1 task.")
            try device.run("done", "Bins").expect()
            for _ in 1...2 {
                try device.run("import", "taskwarrior", "-", input: changed).expectQuietly()
                let tasks = try device.run("list", "--json").objects()
                #expect(tasks.count == open && tasks.filter { $0["repeat"] is String }.count == 1, "\(tasks)")
            }
        }
    }

    /// The titles of the open tasks.
    private func openTitles(_ device: Device) throws -> [String] {
        try device.run("list", "--json").objects().compactMap { $0["title"] as? String }
    }
}
