// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskPlugin
import HometaskTime
import PluginCalendar
import PluginTestSupport
import TestSupport
import Testing

/// Exports read by other programs, and imports of theirs. Skipped if they are not installed: icalendar and dateutil
/// (PyPI), todoman and vdirsyncer (Debian).
@Suite("Interoperability of calendars")
struct CalendarProgramTests {
    /// Version 4, required by Debian's other programs, reads an escaped backslash before an n as a new line.
    static let icalendar = PythonModule("icalendar", since: 7)
    static let dateutil = PythonModule("dateutil.tz")
    static let todoman = Tool("todoman")
    static let vdirsyncer = Tool("vdirsyncer")
    private static let reader = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("read_calendar.py").path

    private func export(_ family: SampleFamily, zone: String = "Europe/Amsterdam") throws -> String {
        let trial = PluginTrial(CalendarPlugin(), documents: family.surroundings + family.tasks)
        trial.zone = zone
        return try trial.export("ics").text
    }

    @Test(
        "icalendar reads an export", .enabled(if: icalendar.isInstalled, "\(icalendar.note)"),
        arguments: 1...3 as ClosedRange<UInt64>)
    func icalendarReads(seed: UInt64) throws {
        let family = SampleFamily(seed: seed, tasks: 60)
        let result = try Self.icalendar.run([Self.reader, "todos"], input: try export(family))
        #expect(result.status == 0, "\(result.output)")
        let todos = try JSON.parse(result.output).arrayValue ?? []
        #expect(todos.count == 60)
        let names = Dictionary(
            uniqueKeysWithValues: family.surroundings.map { ($0["id"] ?? .null, $0["name"]?.stringValue ?? "") })
        for (todo, task) in zip(todos, family.tasks) {
            #expect(todo["uid"] == task["id"])
            #expect(todo["title"] == task["title"])
            #expect(todo["due"] == task["due"]?["date"] ?? task["due"]?["at"] ?? .null)
            #expect(todo["completed"] == task["completion"]?["at"] ?? .null)
            #expect(todo["created"] == task["created"]?["at"] ?? .null)
            #expect(todo["status"] == (task["completion"] == nil ? "NEEDS-ACTION" : "COMPLETED"))
            #expect(todo["after"] == task["after"] ?? [])
            #expect(todo["location"]?.stringValue == task["place"]?["pin"].flatMap { names[$0] } ?? "")
            let words = task["category"].flatMap { names[$0] }.map { [JSON.string($0)] } ?? []
            #expect(todo["categories"]?.arrayValue == words + (task["tags"]?.arrayValue ?? []))
            #expect(todo["alarms"]?.intValue == task["reminders"]?.arrayValue?.count ?? 0)
            let description = task["description"]?.arrayValue?.compactMap(\.stringValue).joined(separator: "\n") ?? ""
            #expect(todo["description"]?.stringValue?.hasPrefix(description) == true)
            if task["due"] != nil, let rule = task["repeat"]?.stringValue {
                let read = try #require(todo["rule"]?.stringValue)
                let basis = rule.hasSuffix("X-FROM=DONE") ? ";X-FROM=DONE" : ""
                #expect(try RecurrenceRule(read + basis) == RecurrenceRule(rule))
            }
        }
    }

    @Test("A VTIMEZONE matches the time zone database", .enabled(if: dateutil.isInstalled, "\(dateutil.note)"))
    func zonesAreRight() throws {
        let names = ["America/New_York", "Europe/London", "Asia/Tokyo", "Australia/Lord_Howe", "Africa/Casablanca"]
        let tasks: [JSONObject] = names.enumerated().map { index, name in
            [
                "id": .string("00000000-0000-4000-8000-00000000000\(index)"), "kind": "task", "title": "x",
                "due": ["at": "2026-06-01T12:00:00Z", "zone": .string(name)],
                "wait": ["at": "2021-06-01T12:00:00Z", "zone": .string(name)],
            ]
        }
        let text = try PluginTrial(CalendarPlugin(), documents: tasks).export("ics").text
        var random = SeededGenerator(seed: 5)
        // From the first use on, and for years where a rule continues. Not at the transition itself, where dateutil is
        // off by an hour.
        let instants = (0..<200).map { _ in Int64.random(in: 1_610_000_000...1_900_000_000, using: &random) }
        let result = try Self.dateutil.run([Self.reader, "zones"] + instants.map { "\($0)" }, input: text)
        #expect(result.status == 0, "\(result.output)")
        let found = try JSON.parse(result.output)
        for name in names {
            let zone = try TimeZoneRules(identifier: name)
            let expected = instants.map { zone.offset(at: Timestamp(seconds: $0)) }
            #expect(found[name]?.arrayValue?.compactMap(\.intValue) == expected, "\(name)")
        }
    }

    /// A vdir folder: calendars of one to-do each.
    private func write(_ family: SampleFamily, to folder: String) throws {
        for task in family.tasks {
            let trial = PluginTrial(CalendarPlugin(), documents: family.surroundings + [task])
            let text = try trial.export("ics").text
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(task["id"]?.stringValue ?? "").ics"))
        }
    }

    private func configuration(_ folder: TemporaryFolder) throws -> [String] {
        let file = folder.path + "/todoman.py"
        let text = """
            path = "\(folder.path)/lists/*"
            default_list = "chores"
            cache_path = "\(folder.path)/cache.sqlite3"

            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        return ["--config", file]
    }

    @Test("todoman lists an export", .enabled(if: todoman.isInstalled, "\(todoman.note)"))
    func todomanReads() throws {
        let folder = try TemporaryFolder()
        let family = SampleFamily(seed: 21, tasks: 30)
        try write(family, to: folder.folder("lists/chores"))
        let arguments = try configuration(folder) + ["--porcelain", "list", "--status", "ANY"]
        let result = try Self.todoman.run(arguments, environment: ["TZ": "UTC"])
        #expect(result.status == 0, "\(result.output)")
        let todos = try JSON.parse(result.output).arrayValue ?? []
        #expect(todos.count == 30)
        // Debian's icalendar 4.0, used by todoman, reads an n after a backslash as a line end.
        func bare(_ title: JSON?) -> String { (title?.stringValue ?? "").filter { !"\\n\n".contains($0) } }
        let found = Dictionary(grouping: todos) { bare($0["summary"]) }
        for task in family.tasks {
            let title = bare(task["title"])
            let todo = try #require(found[title]?.first, "\(title)")
            #expect(todo["completed"] == .bool(task["completion"] != nil))
            let priority = ["high": 1, "medium": 5, "low": 9][task["priority"]?.stringValue ?? ""] ?? 0
            #expect(todo["priority"]?.intValue == priority)
            if let at = task["due"]?["at"]?.stringValue.flatMap({ Timestamp(rfc3339: $0) }) {
                #expect(todo["due"]?.doubleValue == Double(at.seconds))
            }
        }
    }

    @Test("An import reads the files of todoman", .enabled(if: todoman.isInstalled, "\(todoman.note)"))
    func todomanWrites() throws {
        let folder = try TemporaryFolder()
        let list = try folder.folder("lists/chores")
        let arguments = try configuration(folder)
        let title = "Buy; milk, \"now\" \\ 😀 " + String(repeating: "and 漢 more ", count: 12) + "!"
        let made = try Self.todoman.run(
            arguments + [
                "new", "-l", "chores", "-d", "2026-11-27 18:00", "--priority", "high", "--location", "Home, sweet",
                title,
            ], environment: ["TZ": "UTC"])
        #expect(made.status == 0, "\(made.output)")
        let files = try FileManager.default.contentsOfDirectory(atPath: list)
        let text = try String(contentsOfFile: "\(list)/\(#require(files.first))", encoding: .utf8)
        let outcome = try PluginTrial(CalendarPlugin()).import("ics", text)
        #expect(outcome.faults.isEmpty)
        guard case .create(.pin, _, let pin)? = outcome.changes.first, pin == ["name": "Home, sweet"],
            case .create(.task, _, let task)? = outcome.changes.last
        else {
            Issue.record("a pin and a task should be made")
            return
        }
        #expect(task["title"]?.stringValue == title)
        #expect(task["due"] == ["at": "2026-11-27T18:00:00Z"])
        #expect(task["priority"] == "high")
        #expect(task["created"] != nil && task["completion"] == nil)
    }

    @Test("vdirsyncer transfers the files unchanged", .enabled(if: vdirsyncer.isInstalled, "\(vdirsyncer.note)"))
    func vdirsyncerSyncs() throws {
        let folder = try TemporaryFolder()
        let family = SampleFamily(seed: 22, tasks: 10)
        try write(family, to: folder.folder("one/chores"))
        _ = try folder.folder("two/chores")
        let storages = ["one", "two"].map {
            "[storage \($0)]\ntype = \"filesystem\"\npath = \"\(folder.path)/\($0)/\"\nfileext = \".ics\"\n"
        }
        let text = """
            [general]
            status_path = "\(folder.path)/status/"
            [pair chores]
            a = "one"
            b = "two"
            collections = ["chores"]

            """
        let file = folder.path + "/config"
        try Data((text + storages.joined()).utf8).write(to: URL(fileURLWithPath: file))
        for command in ["discover", "sync"] {
            let result = try Self.vdirsyncer.run(["-c", file, command], input: "y\ny\n")
            #expect(result.status == 0, "\(result.output)")
        }
        let copies = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/two/chores")
        #expect(copies.count == 10)
    }
}
