// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The dates are Saturday, 21 November 2026, and the following days.
@Suite("Recurring tasks edited on two devices")
struct RecurringMergeTests {
    /// Two unsynced devices that share a task with a tag, a two-line description and two items.
    private static func devices(every rule: String = "tue") throws -> (family: Family, devices: [Device]) {
        let (family, laptop) = try Family.pair(
            members: ["Mia", "Ben"],
            prepared: [
                [
                    "add", "Bins", "--every", rule, "--tag", "home", "--description", "the green one\nthe blue one",
                    "--item", "glass", "--item", "paper", "--points", "3",
                ]
            ])
        return (family, [family.device, laptop])
    }

    private static func sync(_ devices: [Device], sourceLocation: SourceLocation = #_sourceLocation) throws {
        for device in devices + [devices[0]] { try device.run("sync").expect(sourceLocation: sourceLocation) }
        let trees = try devices.map { try $0.git("rev-parse", "HEAD^{tree}").stdout }
        #expect(Set(trees).count == 1, sourceLocation: sourceLocation)
        for device in devices { try device.expectClean(sourceLocation: sourceLocation) }
    }

    /// Runs concurrent commands on two devices and returns the tasks; fails if the result depends on which device syncs
    /// first. In the commands, FIRST stands for the initial task.
    private static func apart(
        every rule: String = "tue", first: [(String, [String])], second: [(String, [String])],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> (open: [[String: Any]], all: [[String: Any]], device: Device) {
        let (family, devices) = try devices(every: rule)
        let id = URL(fileURLWithPath: try devices[0].onlyFile(in: "tasks")).deletingPathExtension().lastPathComponent
        for (device, deeds) in zip(devices, [first, second]) {
            for (time, words) in deeds {
                let words = words.map { $0 == "FIRST" ? "#\(id)" : $0 }
                try device.at(time).run(words).expect(sourceLocation: sourceLocation)
            }
        }
        let turned = try Array(family.twin(of: devices).reversed())
        var tasks: Set<String> = []
        let open = try [devices, turned].map { devices in
            try sync(devices, sourceLocation: sourceLocation)
            tasks.insert(try devices[0].git("rev-parse", "HEAD:tasks").expect().stdout)
            return try devices[0].at("2026-11-30T09:00:00Z").run("list", "--json").objects()
        }
        let dues = open.map { $0.map { "\($0["title"] ?? "") \($0["due"] ?? "")" } }
        #expect(dues[0] == dues[1], sourceLocation: sourceLocation)
        #expect(tasks.count == 1, "the documents depend on who syncs first", sourceLocation: sourceLocation)
        let device = devices[0].at("2026-11-30T09:00:00Z")
        return (open[0], try device.run("list", "--all", "--json").objects(), device)
    }

    /// Expects a conflict between the two completions and no other conflict.
    private static func expectOnlyCompletions(
        _ device: Device, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let conflicts = try device.run("conflicts", "--json").objects(sourceLocation: sourceLocation)
        #expect(conflicts.map { $0["field"] as? String } == ["completion"], sourceLocation: sourceLocation)
    }

    private static let saturday = "2026-11-21T10:00:00Z"
    private static let later = "2026-11-21T11:00:00Z"
    private static let monday = "2026-11-23T10:00:00Z"
    private static let tuesday = "2026-11-24T10:00:00Z"

    private static func date(_ task: [String: Any]) -> String? { (task["due"] as? [String: Any])?["date"] as? String }

    @Test(
        "Concurrent completions, on the same day or not, create one next task, without a conflict",
        arguments: [saturday, later, monday])
    func bothDo(second: String) throws {
        let result = try Self.apart(first: [(Self.saturday, ["done", "Bins"])], second: [(second, ["done", "Bins"])])
        #expect(result.all.count == 2)
        let next = try #require(result.open.first)
        #expect(result.open.count == 1 && Self.date(next) == "2026-12-01")
        #expect(next["description"] as? [String] == ["the green one", "the blue one"])
        #expect((next["items"] as? [Any])?.count == 2)
        #expect(next["conflict"] as? Bool == false)
        try Self.expectOnlyCompletions(result.device)
    }

    @Test("Devices that complete a task on different days create byte-for-byte equal next tasks before syncing")
    func sameBytes() throws {
        let devices = try Self.devices().devices
        let files = try zip(devices, [Self.saturday, Self.monday]).map { device, time in
            try device.at(time).run("done", "Bins").expect()
            let id = try #require(device.run("list", "--json").objects().first?["id"] as? String)
            return try String(contentsOfFile: "\(device.folder)/tasks/\(id.prefix(2))/\(id).json", encoding: .utf8)
        }
        #expect(files[0] == files[1])
    }

    @Test("With a rule ‘after done’, the earlier of two concurrent completions determines the next due date")
    func bothDoAfterDone() throws {
        let result = try Self.apart(
            every: "3 days after done", first: [(Self.saturday, ["done", "Bins"])],
            second: [(Self.monday, ["done", "Bins"])])
        #expect(result.all.count == 2 && result.open.count == 1)
        let next = try #require(result.open.first)
        #expect(Self.date(next) == "2026-11-24")
        #expect(next["description"] as? [String] == ["the green one", "the blue one"])
    }

    @Test("Completing, reopening and completing on one device and completing on the other create one next task")
    func reopenAndDoAgain() throws {
        let result = try Self.apart(
            first: [
                (Self.saturday, ["done", "Bins"]), (Self.later, ["reopen", "FIRST"]), (Self.monday, ["done", "FIRST"]),
            ],
            second: [(Self.saturday, ["done", "Bins"])])
        #expect(result.all.count == 2 && result.open.count == 1)
        #expect(Self.date(try #require(result.open.first)) == "2026-12-01")
    }

    @Test("After a completion and a concurrent change of the series, the next task has the change")
    func doneAgainstSeries() throws {
        let result = try Self.apart(
            first: [(Self.saturday, ["done", "Bins"])],
            second: [
                (
                    Self.later,
                    ["edit", "Bins", "--series", "--title", "All bins", "--every", "2 weeks on wed", "--tag", "new"]
                )
            ])
        #expect(result.all.count == 2 && result.open.count == 1)
        let next = try #require(result.open.first)
        #expect(next["title"] as? String == "All bins" && next["every"] as? String == "every 2 weeks on Wed")
        #expect(next["tags"] as? [String] == ["home", "new"])
        #expect(Self.date(next) == "2026-12-09")
        try result.device.run("conflicts").expectQuietly("no conflicts")
    }

    @Test("After two skips and a concurrent completion, the next task is due after both skips")
    func skippedTwiceAgainstDone() throws {
        let result = try Self.apart(
            first: [(Self.saturday, ["skip", "Bins"]), (Self.later, ["skip", "Bins"])],
            second: [(Self.later, ["done", "Bins"])])
        #expect(result.all.count == 2 && result.open.count == 1)
        #expect(Self.date(try #require(result.open.first)) == "2026-12-08")
        try result.device.run("conflicts").expectQuietly("no conflicts")
    }

    @Test("Equal concurrent edits of the series' text appear once in the next tasks")
    func sameText() throws {
        let edit = ["edit", "FIRST", "--series", "--description", "the red one\nthe blue one"]
        let result = try Self.apart(
            first: [
                (Self.saturday, edit), (Self.saturday, ["done", "FIRST"]), (Self.later, ["done", "Bins", "--early"]),
            ],
            second: [
                (Self.later, edit), (Self.monday, ["done", "FIRST"]),
                (Self.monday, ["edit", "Bins", "--tag", "quick"]),
            ])
        #expect(result.all.count == 3 && result.open.count == 1)
        for task in result.all.dropFirst() {
            #expect(task["description"] as? [String] == ["the red one", "the blue one"])
        }
    }

    @Test("After a skip and a concurrent completion, there is one next task, due once")
    func skippedAgainstDone() throws {
        let result = try Self.apart(
            first: [(Self.saturday, ["skip", "Bins"])], second: [(Self.later, ["done", "Bins"])])
        #expect(result.all.count == 2 && result.open.count == 1)
        #expect(Self.date(try #require(result.open.first)) == "2026-12-01")
        try result.device.run("conflicts").expectQuietly("no conflicts")
    }

    @Test("Two concurrent skips count once")
    func bothSkip() throws {
        let result = try Self.apart(
            first: [(Self.saturday, ["skip", "Bins"])], second: [(Self.later, ["skip", "Bins"])])
        #expect(result.all.count == 1 && result.open.count == 1)
        #expect(Self.date(try #require(result.open.first)) == "2026-12-01")
        try result.device.run("conflicts").expectQuietly("no conflicts")
    }

    @Test("A deleted next task stays deleted when the other device completes the task again")
    func deletedAgainstDoneAgain() throws {
        let result = try Self.apart(
            first: [(Self.saturday, ["done", "FIRST"]), (Self.later, ["delete", "Bins"])],
            second: [
                (Self.saturday, ["done", "FIRST"]), (Self.later, ["reopen", "FIRST"]),
                (Self.monday, ["done", "FIRST"]),
            ])
        #expect(result.open.isEmpty && result.all.count == 1)
        try Self.expectOnlyCompletions(result.device)
    }

    @Test("A changed next task keeps the change when the other device completes the task again")
    func changedAgainstDoneAgain() throws {
        let result = try Self.apart(
            first: [
                (Self.saturday, ["done", "FIRST"]),
                (Self.later, ["edit", "Bins", "--due", "2026-12-02", "--title", "Bins, early"]),
            ],
            second: [
                (Self.saturday, ["done", "FIRST"]), (Self.later, ["reopen", "FIRST"]),
                (Self.monday, ["done", "FIRST"]),
            ])
        #expect(result.open.count == 1 && result.all.count == 2)
        let next = try #require(result.open.first)
        #expect(Self.date(next) == "2026-12-02" && next["title"] as? String == "Bins, early")
    }

    @Test("A completed next task is not created again by the other device")
    func doneTwiceAgainstOnce() throws {
        let result = try Self.apart(
            first: [(Self.saturday, ["done", "FIRST"]), (Self.monday, ["done", "Bins", "--early"])],
            second: [(Self.tuesday, ["done", "FIRST"])])
        #expect(result.all.count == 3 && result.open.count == 1)
        #expect(Self.date(try #require(result.open.first)) == "2026-12-08")
        try Self.expectOnlyCompletions(result.device)
    }

    @Test("Concurrent changes of the series conflict in the next task, without duplicates")
    func differingTasks() throws {
        let result = try Self.apart(
            first: [
                (Self.saturday, ["edit", "Bins", "--series", "--title", "Green bins"]),
                (Self.later, ["done", "FIRST"]),
            ],
            second: [
                (Self.monday, ["edit", "Bins", "--series", "--title", "Blue bins"]), (Self.tuesday, ["done", "FIRST"]),
            ])
        #expect(result.all.count == 2 && result.open.count == 1)
        let next = try #require(result.open.first)
        #expect(next["title"] as? String == "Blue bins")
        #expect(next["description"] as? [String] == ["the green one", "the blue one"])
        #expect(next["tags"] as? [String] == ["home"])
    }

    /// One person's commands on the series and then the next task, while the other only completes the task; and the
    /// expected text of a field of the next task.
    private static let alone: [(series: [String], next: [String], field: String, shown: String)] = [
        (["edit", "FIRST", "--tag", "quick"], ["edit", "Bins", "--title", "Bins, early"], "title", "Bins, early"),
        (
            ["edit", "FIRST", "--series", "--title", "All bins"], ["edit", "All bins", "--title", "Bins, early"],
            "title",
            "Bins, early"
        ),
        (
            ["edit", "FIRST", "--series", "--points", "7"], ["edit", "Bins", "--series", "--points", "9"], "points", "9"
        ),
        (["item", "add", "FIRST", "cans"], ["item", "edit", "Bins", "1", "jars"], "items", "jars paper cans"),
        (["item", "add", "FIRST", "cans"], ["item", "delete", "Bins", "1"], "items", "paper cans"),
        (["item", "edit", "FIRST", "1", "tins"], ["item", "edit", "Bins", "1", "jars"], "items", "jars paper"),
        (
            ["edit", "FIRST", "--series", "--tag", "new"], ["edit", "Bins", "--series", "--untag", "home"], "tags",
            "new"
        ),
        (["edit", "FIRST", "--due", "tomorrow"], ["edit", "Bins", "--due", "2026-12-02"], "due", "2026-12-02"),
    ]

    private static func text(_ value: Any?) -> String {
        if let date = (value as? [String: Any])?["date"] { return "\(date)" }
        let values = (value as? [Any]) ?? [value ?? "nothing"]
        return values.map { "\(($0 as? [String: Any])?["text"] ?? $0)" }.joined(separator: " ")
    }

    @Test(
        "One person's edits are kept in the next task without a conflict, whatever the other device derived",
        arguments: alone.indices, [later, tuesday])
    func oneWrites(_ index: Int, otherTime: String) throws {
        let deeds = Self.alone[index]
        let result = try Self.apart(
            first: [(Self.saturday, deeds.series), (Self.saturday, ["done", "FIRST"]), (Self.later, deeds.next)],
            second: [(otherTime, ["done", "FIRST"])])
        let next = try #require(result.open.first)
        #expect(result.open.count == 1 && result.all.count == 2)
        #expect(Self.text(next[deeds.field]) == deeds.shown)
        #expect(next["conflict"] as? Bool == false)
        try Self.expectOnlyCompletions(result.device)
    }

    // The tie-break between two derived texts is by hash, which depends on ids that differ from run to run.
    @Test("An item that one person renames and ticks off keeps its text in the next task, without a conflict")
    func oneRenamesItem() throws {
        let result = try Self.apart(
            first: [
                (Self.saturday, ["item", "delete", "FIRST", "1"]),
                (Self.saturday, ["item", "edit", "FIRST", "1", "jars"]),
                (Self.saturday, ["item", "done", "FIRST", "1"]), (Self.later, ["done", "FIRST"]),
            ], second: [(Self.later, ["done", "FIRST"])])
        let next = try #require(result.open.first)
        #expect(result.open.count == 1 && Self.text(next["items"]) == "jars")
        try Self.expectOnlyCompletions(result.device)
    }

    @Test("A date set by one person is kept, although the other's later completion derives another date")
    func putOffAgainstDoneLater() throws {
        let result = try Self.apart(
            every: "3 days after done",
            first: [(Self.saturday, ["done", "FIRST"]), (Self.later, ["edit", "Bins", "--due", "2026-12-02"])],
            second: [(Self.monday, ["done", "FIRST"])])
        #expect(Self.date(try #require(result.open.first)) == "2026-12-02")
        try Self.expectOnlyCompletions(result.device)
    }

    @Test("A next task changed by one person is kept without a conflict, although the other reopened the task")
    func changedAgainstReopened() throws {
        let result = try Self.apart(
            first: [(Self.saturday, ["done", "FIRST"]), (Self.later, ["edit", "Bins", "--title", "Bins, early"])],
            second: [(Self.saturday, ["done", "FIRST"]), (Self.later, ["reopen", "FIRST"])])
        #expect(result.all.contains { $0["title"] as? String == "Bins, early" })
        #expect(result.all.allSatisfy { $0["conflict"] as? Bool == false || $0["previous"] == nil })
    }

    @Test("Concurrent edits by two people, of the series and of the next task, conflict")
    func bothWrite() throws {
        let result = try Self.apart(
            first: [
                (Self.saturday, ["done", "FIRST"]),
                (Self.later, ["edit", "Bins", "--series", "--title", "Green bins"]),
            ],
            second: [
                (Self.saturday, ["edit", "FIRST", "--series", "--title", "Blue bins"]),
                (Self.monday, ["done", "FIRST"]),
            ])
        let next = try #require(result.open.first)
        #expect(next["title"] as? String == "Green bins" && next["conflict"] as? Bool == true)
        let listed = try result.device.run("conflicts").expect().stdout
        #expect(listed.contains("Green bins") && listed.contains("Blue bins"))
    }
}
