// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("A file imported on two devices")
struct ImportTwiceTests {
    private static let files = [
        "todotxt": "(A) Buy milk +Food @shop due:2026-11-27\nWater rec:+1w due:2026-11-22\nx 2026-11-20 Bins rec:+1w\n",
        "csv": "title,description,items,category,place\nMow,\"one\ntwo\",\"[x] a\nb\",Garden,Shop\n",
        "ics": """
        BEGIN:VCALENDAR
        BEGIN:VTODO
        UID:one@x
        SUMMARY:Call
        DESCRIPTION:first\\nsecond
        CATEGORIES:a,b
        LOCATION:Home
        END:VTODO
        BEGIN:VTODO
        UID:two@x
        SUMMARY:Bins
        DUE;VALUE=DATE:20261120
        RRULE:FREQ=WEEKLY
        STATUS:COMPLETED
        COMPLETED:20261120T120000Z
        END:VTODO
        END:VCALENDAR
        """,
        "dstask": """
        [{"uuid": "11111111-1111-4111-8111-111111111111", "status": "pending", "summary": "Mow", "project": "Garden",
          "subtasks": [{"summary": "a"}, {"summary": "b"}]}]
        """,
        "taskwarrior": """
        [{"uuid": "11111111-1111-4111-8111-111111111111", "status": "pending", "description": "Mow",
          "project": "Garden", "annotations": [{"entry": "20261120T100000Z", "description": "note"}]}]
        """,
        "google-tasks": """
        {"items": [{"title": "Home", "items": [
         {"id": "a", "title": "Pack", "notes": "for two"}, {"id": "b", "title": "Socks", "parent": "a"},
         {"id": "c", "title": "Mow", "status": "completed", "completed": "2026-11-20T10:00:00Z"}]}]}
        """,
        "microsoft-todo": """
        [{"displayName": "Home", "tasks": [{"id": "a", "title": "Mow", "checklistItems": [{"displayName": "Fuel"}],
          "dueDateTime": {"dateTime": "2026-11-20T00:00:00", "timeZone": "UTC"},
          "recurrence": {"pattern": {"type": "daily", "interval": 2}, "range": {"type": "noEnd"}}}]}]
        """,
        "trello": """
        {"name": "Home", "lists": [{"id": "l", "name": "Garden"}], "checklists": [
         {"idCard": "a", "checkItems": [{"name": "Fuel", "state": "complete"}]}],
         "cards": [{"id": "a", "idList": "l", "name": "Mow", "desc": "first\\nsecond", "dueComplete": true,
          "dateLastActivity": "2026-11-20T10:00:00.000Z"}]}
        """,
    ]

    @Test("creates the same documents, without conflicts or duplicate occurrences", arguments: files.keys.sorted())
    func same(format: String) throws {
        let family = try Family()
        let phone = family.device
        try family.hub()
        let tablet = try family.join("tablet", as: "Ben").at("2026-11-22T10:00:00Z")
        let file = try #require(Self.files[format])
        for device in [phone, tablet] { try device.run("import", format, "-", input: file).expectQuietly("dded") }
        func trees(_ device: Device) throws -> String {
            try device.git("ls-tree", "-r", "HEAD", "tasks", "categories", "pins").stdout
        }
        let (first, second) = (try trees(phone), try trees(tablet))
        #expect(first == second && first.contains("tasks/"))
        for device in [phone, tablet, phone] { try device.run("sync").expect() }
        #expect(try trees(phone) == first && trees(tablet) == first, "nothing follows from the merge")
        try phone.run("conflicts").expect(stdout: "no conflicts")
    }

    @Test("Edits that both devices take from the file appear once")
    func updated() throws {
        let family = try Family()
        let phone = family.device
        try family.hub()
        let file = "id,title,description,items,due\n1,Mow,one,a,2026-11-27\n"
        try phone.run("import", "csv", "-", input: file).expectQuietly()
        try phone.run("sync").expect()
        let tablet = try family.join("tablet", as: "Ben").at("2026-11-22T10:00:00Z")
        let changed = "id,title,description,items,due\n1,Mow,\"one\ntwo\",\"[x] a\nb\",2026-11-28\n"
        for device in [phone, tablet] {
            try device.run("import", "csv", "-", "--update", input: changed).expectQuietly("Changed 1 document")
        }
        for device in [phone, tablet, phone] { try device.run("sync").expect() }
        let task = try #require(try phone.run("list", "--json").objects().first)
        #expect(task["description"] as? [String] == ["one", "two"])
        let items = (task["items"] as? [[String: Any]] ?? []).map {
            "\($0["text"] ?? "") \($0["done"] as? Bool == true)"
        }
        #expect(items == ["a true", "b false"], "\(task)")
        try phone.run("conflicts").expect(stdout: "no conflicts")
        try phone.run("undo").expect()
    }

    @Test("Edits that both devices take appear once, even if one device has changed another field")
    func updatedBesides() throws {
        let family = try Family()
        let phone = family.device
        try family.hub()
        try phone.run("import", "csv", "-", input: "id,title,items\n1,Mow,a\n").expectQuietly()
        try phone.run("sync").expect()
        let tablet = try family.join("tablet", as: "Ben").at("2026-11-22T10:00:00Z")
        try tablet.run("edit", "Mow", "--description", "The lawn").expect()
        for device in [phone, tablet] {
            try device.run("import", "csv", "-", "--update", input: "id,title,items\n1,Mow,\"a\nb\"\n").expectQuietly(
                "Changed 1 document")
        }
        for device in [phone, tablet, phone] { try device.run("sync").expect() }
        let task = try #require(try phone.run("list", "--json").objects().first)
        #expect((task["items"] as? [[String: Any]])?.map { $0["text"] as? String } == ["a", "b"], "\(task)")
        #expect(task["description"] as? [String] == ["The lawn"])
        try phone.run("conflicts").expect(stdout: "no conflicts")
    }

    @Test("Edits that both devices take appear once in the next task of a series")
    func updatedNext() throws {
        let family = try Family()
        let phone = family.device
        try family.hub()
        try phone.run("add", "Mow", "due:2026-11-21", "every:week").expect()
        try phone.run("done", "Mow").expect()
        try phone.run("sync").expect()
        let tablet = try family.join("tablet", as: "Ben").at("2026-11-22T10:00:00Z")
        let next = try #require(try phone.run("list", "--json").objects().first)
        let id = try #require(next["id"] as? String)
        let file = "id,title,description,items\n\(id),Mow,\"one\ntwo\",\"a\nb\"\n"
        for device in [phone, tablet] {
            try device.run("import", "csv", "-", "--update", input: file).expectQuietly("Changed 1 document")
        }
        for device in [phone, tablet, phone] { try device.run("sync").expect() }
        for device in [phone, tablet] {
            let task = try #require(try device.run("list", "--json").objects().first)
            #expect((task["items"] as? [[String: Any]])?.map { $0["text"] as? String } == ["a", "b"], "\(task)")
            #expect(task["description"] as? [String] == ["one", "two"])
            try device.run("conflicts").expect(stdout: "no conflicts")
        }
    }

    @Test("An edit on one device is kept without a conflict")
    func edited() throws {
        let (family, tablet) = try Family.pair(with: "tablet")
        let phone = family.device
        for device in [phone, tablet] {
            try device.run("import", "todotxt", "-", input: "Buy milk due:2026-11-27\n").expectQuietly()
        }
        try tablet.run("edit", "milk", "--due", "2026-11-28", "--title", "Buy oat milk").expect()
        for device in [phone, tablet, phone] { try device.run("sync").expect() }
        try phone.run("list").expectQuietly(["Buy oat milk", "28 Nov"])
        try phone.run("conflicts").expect(stdout: "no conflicts")
    }
}
