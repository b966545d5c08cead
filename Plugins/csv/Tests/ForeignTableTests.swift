// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime
import Testing

@testable import PluginCSV

@Suite("States that are neither open nor done")
struct ForeignStateTests {
    @Test(
        "Archived and cancelled tasks are imported as done, and reported with their rows",
        arguments: [
            "archived", "Cancelled", "CANCELED", "won't do", "Won’t Do", "deleted", "Rejected", "duplicate", "dropped",
            "Cancelled by the shop", "archiviert", "gelöscht", "abgebrochen", "annulé", "geannuleerd", "eliminado", "❌",
        ])
    func over(word: String) throws {
        let found = try read("title,status\nMow,open\nPaid,\(word)\n")
        #expect(found.tasks.map { $0["completion"] != nil } == [false, true])
        #expect(
            found.faults == ["3: the status ‘\(word)’ is neither open nor done; the task is imported as done"])
    }

    @Test(
        "Deferred tasks are imported as open, and reported with their rows",
        arguments: ["on hold", "On-Hold", "Deferred", "waitingOnOthers", "someday", "zurückgestellt", "in de wacht"])
    func paused(word: String) throws {
        let found = try read("title,status\nPaid,\(word)\n")
        #expect(found.tasks.map { $0["completion"] } == [nil])
        #expect(
            found.faults == ["2: the status ‘\(word)’ is neither open nor done; the task is imported as open"])
    }

    @Test("An unknown state is imported as open, and reported", arguments: ["Sprint 3", "done by Friday"])
    func unknown(word: String) throws {
        let found = try read("title,status\nPaid,\(word)\n")
        #expect(found.tasks.map { $0["completion"] } == [nil])
        #expect(found.faults == ["2: the status ‘\(word)’ is not known; the task is imported as open"])
    }

    @Test(
        "Words for open and done are known in other programs' terms and languages",
        arguments: [
            ("In Progress", false), ("needsAction", false), ("not started", false), ("offen", false), ("50%", false),
            ("à faire", false), ("pendiente", false), ("Erledigt", true), ("voltooid", true), ("terminé", true),
            ("hecho", true), ("100 %", true), ("Done ✅", true),
        ])
    func known(word: String, isDone: Bool) throws {
        let found = try read("title,status\nPaid,\(word)\n")
        #expect(found.tasks.map { $0["completion"] != nil } == [isDone])
        #expect(found.faults.isEmpty)
    }

    @Test(
        "A separate column for a state is known",
        arguments: [
            ("Archived", "true", "2026-11-28T12:00:00Z"), ("Is Deleted", "1", "2026-11-28T12:00:00Z"),
            ("Cancellation Date", "2026-11-20 10:00", "2026-11-20T09:00:00Z"),
            ("archived_at", "2026-11-20", "2026-11-19T23:00:00Z"),
        ])
    func columns(heading: String, cell: String, at: String) throws {
        let found = try read("Title,\(heading)\nPaid,\(cell)\nMow,\nRake,false\n")
        #expect(found.tasks.map { $0["completion"] != nil } == [true, false, false])
        #expect(found.tasks[0]["completion"] == ["at": .string(at)])
        #expect(
            found.faults == ["2: the status ‘\(heading)’ is neither open nor done; the task is imported as done"])
    }

    @Test("An archived row that was done is not reported")
    func archivedAndDone() throws {
        let found = try read("title,status,completed\nPaid,archived,2026-11-20\n")
        #expect(found.tasks.map { $0["completion"] } == [["at": "2026-11-19T23:00:00Z"]])
        #expect(found.faults.isEmpty)
    }

    @Test("A row without an id keeps its key when its state changes")
    func again() throws {
        let trial = PluginTrial(CSVPlugin())
        func key(_ text: String) throws -> String? {
            guard case .create(_, let key, let fields)? = try trial.import("csv", text).changes.first else {
                return nil
            }
            var task = fields
            task["id"] = .string(try trialID(key, trial))
            task["kind"] = "task"
            trial.documents = [task]
            return key
        }
        func trialID(_ key: String?, _ trial: PluginTrial) throws -> String {
            PluginChange.id(ofKey: try #require(key), plugin: trial.plugin, family: trial.family).description
        }
        for (open, over) in [
            ("title,status\nPaid,open\n", "title,status\nPaid,archived\n"),
            ("title,archived\nPaid,false\n", "title,archived\nPaid,true\n"),
        ] {
            trial.documents = []
            #expect(try key(open) == key(over))
        }
    }
}

@Suite("Headings of other programs")
struct ForeignHeadingTests {
    @Test(
        "Headings for the time of completion are known",
        arguments: [
            "Completed Time", "Completion Date", "Done at", "Closed", "Date Completed", "Completed", "completedAt",
            "date_closed", "Resolved", "Time finished", "Completion timestamp", "Date Done", "Erledigt am",
            "Terminé le",
        ])
    func completed(heading: String) throws {
        let found = try read("Title,\(heading)\nMow,2026-11-20 10:00\n")
        #expect(found.tasks.map { $0["completion"] } == [["at": "2026-11-20T09:00:00Z"]])
        #expect(found.faults.isEmpty)
    }

    @Test(
        "Headings for other fields are known",
        arguments: [
            ("Created Time", "created", "{\"at\":\"2026-11-26T23:00:00Z\"}"),
            ("Date Added", "created", "{\"at\":\"2026-11-26T23:00:00Z\"}"),
            ("dueDate", "due", "{\"date\":\"2026-11-27\"}"), ("Due On", "due", "{\"date\":\"2026-11-27\"}"),
            ("Fälligkeitsdatum", "due", "{\"date\":\"2026-11-27\"}"),
            ("Start On", "wait", "{\"date\":\"2026-11-27\"}"),
            ("Card Description", "description", "[\"2026-11-27\"]"), ("Notities", "description", "[\"2026-11-27\"]"),
        ])
    func others(heading: String, field: String, value: String) throws {
        let found = try read("Card Name,\(heading)\nMow,2026-11-27\n")
        #expect(found.tasks.map { $0[field]?.compactText } == [value])
        #expect(found.faults.isEmpty)
    }

    @Test("Of several headings for a field, the most specific one is used")
    func several() throws {
        let found = try read("Name,Section/Column,Task Name,Projects,% Complete,Status\na,b,Mow,Garden,0,done\n")
        #expect(found.tasks.map { $0["title"] } == ["Mow"])
        #expect(found.tasks.map { $0["completion"] != nil } == [true])
        #expect(
            found.faults == [
                "1: not read: ‘Name’, ‘Section/Column’, ‘% Complete’; --map FIELD=COLUMN assigns a column to a field"
            ])
    }

    @Test("Trello's labels lose their colours")
    func labels() throws {
        let found = try read("Card Name,Labels,Archived\nMow,\"Garden (green), Urgent (red_dark), (later)\",false\n")
        #expect(found.tasks.map { $0["tags"] } == [["(later)", "Garden", "Urgent"]])
        #expect(found.faults.isEmpty)
    }

    @Test(
        "A column is mapped by any name of the field",
        arguments: ["for=Wer", "assignees=Wer", "assigned to=Wer", "FOR=#2"])
    func map(option: String) throws {
        let mia: JSONObject = ["id": "00000000-0000-4000-8000-000000000001", "kind": "member", "name": "Mia"]
        let found = try read("Title,Wer\nMow,Mia\n", options: ["map": [.string(option)]], documents: [mia])
        #expect(found.tasks.map { $0["assignees"] } == [["00000000-0000-4000-8000-000000000001"]])
        #expect(found.faults.isEmpty)
    }

    @Test("A column is skipped by any name of the field", arguments: ["for=", "tag=", "every=", "project="])
    func leftOut(option: String) throws {
        let mia: JSONObject = ["id": "00000000-0000-4000-8000-000000000001", "kind": "member", "name": "Mia"]
        let found = try read(
            "Title,Who,Labels,Recurrence,Project\nMow,Mia,out,daily,Garden\n", options: ["map": [.string(option)]],
            documents: [mia])
        let field = ["for=": "assignees", "tag=": "tags", "every=": "repeat", "project=": "category"][option] ?? ""
        #expect(found.tasks.map { $0[field] } == [nil])
        #expect(found.faults.isEmpty)
        let names = Set(found.tasks.flatMap { $0.members.map(\.0.string) })
        #expect(names.union([field]) == ["title", "assignees", "tags", "repeat", "category"])
    }
}

@Suite("Midnights in tables")
struct MidnightTests {
    @Test(
        "A midnight is a day",
        arguments: [
            "2026-11-27T00:00:00", "2026-11-27 00:00:00", "2026-11-27 00:00", "2026-11-27T00:00:00Z",
            "2026-11-27T00:00:00.000Z", "2026-11-27T00:00:00+01:00", "2026-11-27T00:00:00-0500",
            "2026-11-26T23:00:00+0000", "27.11.2026 0:00", "2026-11-27 12:00:00 AM", "27 Nov 2026 12:00 am",
        ])
    func days(cell: String) throws {
        let found = try read("title,due,start date\nMow,\(cell),\nRake,,\(cell)\n")
        #expect(found.tasks.map { $0["due"] } == [["date": "2026-11-27"], nil])
        #expect(found.tasks.map { $0["wait"] } == [nil, ["date": "2026-11-27"]])
    }

    @Test("An all-day column decides between days and times")
    func allDay() throws {
        let found = try read(
            """
            title,due,Is All Day,Timezone
            Mow,2026-11-27T00:00:00,false,
            Rake,2026-11-27T00:00:00,true,
            Bins,2026-11-27T05:00:00+0000,true,America/New_York
            Sow,2026-11-27 18:00,TRUE,
            """)
        #expect(
            found.tasks.map { $0["due"] } == [
                ["at": "2026-11-26T23:00:00Z"], ["date": "2026-11-27"], ["date": "2026-11-27"], ["date": "2026-11-27"],
            ])
    }

    @Test("A midnight with a named zone is a time, and an exported time round-trips")
    func times() throws {
        #expect(
            try read("title,due\nMow,2026-11-27 00:00 America/New_York\n").tasks[0]["due"]
                == ["at": "2026-11-27T05:00:00Z", "zone": "America/New_York"])
        let task: JSONObject = [
            "id": "00000000-0000-4000-8000-000000000003", "kind": "task", "title": "Mow",
            "due": ["at": "2026-11-26T23:00:00Z"],
        ]
        let trial = PluginTrial(CSVPlugin(), documents: [task])
        trial.zone = "Europe/Amsterdam"
        let text = try trial.export("csv", options: ["columns": "title,due"]).text
        #expect(text == "title,due\r\nMow,2026-11-26 24:00\r\n")
        #expect(try read(text).tasks[0]["due"] == ["at": "2026-11-26T23:00:00Z"])
    }

    @Test("A start at the due date does not hide the task")
    func start() throws {
        let found = try read("title,Start Date,Due Date\nMow,2026-11-27,2026-11-27\nRake,2026-11-20,2026-11-27\n")
        #expect(found.tasks.map { $0["wait"] } == [nil, ["date": "2026-11-20"]])
    }
}
