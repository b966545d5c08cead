// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskEngine
import Testing

/// The engine's own error cases and rules; the code shared with every device is tested with that code.
@Suite("The engine for phones")
struct EngineTests {
    private let engine = Engine()
    private static let ids = (1...3).map { "00000000-0000-4000-8000-00000000000\($0)" }

    private func ask(_ request: JSONObject) throws -> JSONObject {
        try JSONObject.parse(engine.answer(request.compactBytes()))
    }

    private func author(_ actor: String, _ second: Int64) -> JSON {
        ["actor": .string(actor), "time": .string(Timestamp(seconds: 1_795_000_000 + second).rfc3339)]
    }

    /// The text of a task, by default the first.
    private func task(_ id: String = ids[0], _ fields: JSONObject = [:], kind: String = "task") throws -> JSON {
        var fields = fields
        fields[kind == "task" ? "title" : "name"] = "Bins"
        fields["created"] = ["at": "2026-11-21T09:00:00Z"]
        return try #require(
            try ask([
                "do": "make", "kind": .string(kind), "id": .string(id), "fields": .object(fields),
                "author": author("d1", 0),
            ])["document"])
    }

    private func edit(_ document: JSON, _ edits: JSON..., by actor: String, at second: Int64) throws -> JSONObject {
        try ask([
            "do": "edit", "document": document, "author": author(actor, second), "edits": .array(edits),
        ])
    }

    private func code(_ answer: JSONObject) -> String? { answer["error"]?["code"]?.stringValue }

    @Test("Versions of one document are joined, and different documents are refused")
    func joining() throws {
        let task = try task()
        let edited = try #require(
            edit(task, ["edit": "write", "field": "title", "value": "All bins"], by: "d2", at: 1)["document"])
        #expect(try ask(["do": "join", "documents": [task, edited]])["document"] == edited)
        let others = [try self.task(Self.ids[1]), try self.task(Self.ids[0], kind: "category")]
        for other in others { #expect(code(try ask(["do": "join", "documents": [task, other]])) == "request") }
        #expect(code(try ask(["do": "join", "documents": []])) == "request")
    }

    @Test("A value that devices reject is refused, and an edit that changes nothing is reported")
    func rules() throws {
        let task = try task()
        let wrong = try edit(task, ["edit": "write", "field": "points", "value": -1], by: "d1", at: 1)
        #expect(code(wrong) == "refused" && wrong["document"] == nil)
        let same = try edit(task, ["edit": "write", "field": "title", "value": "Bins"], by: "d1", at: 1)
        #expect(same["changed"] == false && same["document"] == task)
    }

    @Test("A weak edit leaves a deleted task deleted; any other edit restores it")
    func weakEdits() throws {
        let task = try task()
        let deleted = try #require(edit(task, ["edit": "delete"], by: "d1", at: 1)["document"])
        for isWeak in [true, false] {
            let write: JSON = ["edit": "write", "field": "order", "value": "V1", "weak": .bool(isWeak)]
            let edited = try #require(edit(task, write, by: "d2", at: 2)["document"])
            let joined = try #require(ask(["do": "join", "documents": [deleted, edited]])["document"])
            #expect(try ask(["do": "read", "document": joined])["deleted"] == .bool(isWeak))
        }
    }

    @Test("A move returns the keys to write, which put the task in place; a move to the same place returns none")
    func moves() throws {
        let orders: [JSONObject] = [["order": "V1"], ["order": "V1"], ["order": "W1"]]
        for (id, fields) in zip(Self.ids, orders) { _ = try ask(["do": "put", "documents": [try task(id, fields)]]) }
        func move(_ task: Int, _ position: JSONObject = [:]) throws -> JSONObject {
            var request = position
            (request["do"], request["task"], request["tail"]) = ("move", .string(Self.ids[task]), 7)
            return try ask(request)
        }
        /// Writes a move's keys, and returns the tasks in the manual order.
        func written(_ answer: JSONObject) throws -> [Int?] {
            for order in try #require(answer["orders"]?.arrayValue) {
                let id = try #require(order["id"]?.stringValue)
                let fields: JSONObject = ["order": try #require(order["order"])]
                _ = try ask(["do": "put", "documents": [try task(id, fields)]])
            }
            let list = try ask(["do": "list", "query": "", "now": "2026-11-25T09:00:00Z", "order": "manual"])
            let ids = try #require(list["tasks"]?.arrayValue)
            return ids.map { $0.stringValue.flatMap { Self.ids.firstIndex(of: $0) } }
        }
        #expect(try move(2, ["after": .string(Self.ids[1])])["orders"] == [])
        // No key fits between two equal keys, so the second task also gets a new key.
        let tied = try move(2, ["after": .string(Self.ids[0])])
        #expect(tied["orders"]?.arrayValue?.count == 2)
        #expect(try written(tied) == [0, 2, 1])
        let top = try move(1)
        #expect(top["orders"]?.arrayValue?.count == 1)
        #expect(try written(top) == [1, 0, 2])
        #expect(try written(try move(1, ["after": .string(Self.ids[2])])) == [0, 2, 1])
        for answer in [
            try move(0, ["after": .string(Self.ids[0])]),
            try move(0, ["before": "00000000-0000-4000-8000-000000000009"]),
            try ask(["do": "move", "task": "00000000-0000-4000-8000-000000000009"]),
        ] { #expect(code(answer) == "refused") }
    }

    @Test("A completed recurring task has a next occurrence; any other task has none")
    func next() throws {
        let rule: JSONObject = ["repeat": "FREQ=DAILY", "due": ["date": "2026-11-21"]]
        let open = try task(Self.ids[0], rule)
        #expect(code(try ask(["do": "next", "document": open])) == "refused")
        let done: JSON = ["edit": "write", "field": "completion", "value": ["at": "2026-11-21T10:00:00Z"]]
        let completed = try #require(edit(open, done, by: "d1", at: 1)["document"])
        let next = try #require(ask(["do": "next", "document": completed])["document"])
        #expect(try ask(["do": "read", "document": next])["shown"]?["due"] == ["date": "2026-11-22"])
        let single = try #require(edit(try task(), done, by: "d1", at: 1)["document"])
        #expect(try ask(["do": "next", "document": single])["document"] == .null)
    }

    @Test("Completing a task again in the same period is early until its next due day")
    func early() throws {
        let open = try task(Self.ids[0], ["repeat": "FREQ=DAILY", "due": ["date": "2026-11-21"]])
        let completion: JSON = ["at": "2026-11-21T10:00:00Z"]
        let done: JSON = ["edit": "write", "field": "completion", "value": completion]
        let completed = try #require(edit(open, done, by: "d1", at: 1)["document"])
        let next = try #require(ask(["do": "next", "document": completed])["document"])
        _ = try ask(["do": "put", "documents": [completed, next]])
        let task = try #require(ask(["do": "read", "document": next])["shown"]?["id"])
        let early = try ask(["do": "early", "task": task, "now": "2026-11-21T10:01:00Z", "zone": "Europe/Amsterdam"])
        #expect(early["early"] == ["done": completion, "due": ["date": "2026-11-22"]])
        let later = try ask(["do": "early", "task": task, "now": "2026-11-21T23:01:00Z", "zone": "Europe/Amsterdam"])
        #expect(later["early"] == .null)
    }

    @Test("An edit of one occurrence keeps the earlier value for the series, and an edit of the series does not")
    func scopes() throws {
        let weekly: JSONObject = ["repeat": "FREQ=WEEKLY;BYDAY=FR", "due": ["date": "2027-01-01"], "tags": ["street"]]
        let bins = try task(Self.ids[0], weekly)
        func shown(_ document: JSON, _ edits: JSON...) throws -> JSON {
            let request: JSONObject = [
                "do": "edit", "document": document, "author": author("d2", 1), "edits": .array(edits),
            ]
            let edited = try #require(try ask(request)["document"])
            return try #require(try ask(["do": "read", "document": edited])["shown"])
        }
        func edited(_ document: JSON, _ scope: JSON, at second: Int64, by edit: JSONObject) throws -> JSON {
            var edit = edit
            edit["scope"] = scope
            return try #require(try self.edit(document, .object(edit), by: "d2", at: second)["document"])
        }
        let title: JSONObject = ["edit": "write", "field": "title", "value": "All bins"]
        let tag: JSONObject = ["edit": "insert", "field": "tags", "element": "heavy"]
        let named = try edited(bins, "once", at: 1, by: title)
        let once = try edited(named, "once", at: 2, by: tag)
        let kept: JSON = [["id": "title", "value": "Bins"], ["id": "tags", "value": ["street"]]]
        #expect(Set(try shown(once)["series"]?.arrayValue ?? []) == Set(kept.arrayValue ?? []))
        // A second edit keeps the series' value; restoring that value, or editing the series, keeps none.
        let twice = try edited(once, "once", at: 3, by: ["edit": "write", "field": "title", "value": "No bins"])
        #expect(try shown(twice)["series"] == shown(once)["series"])
        let back = try edited(once, "once", at: 3, by: ["edit": "write", "field": "title", "value": "Bins"])
        #expect(try shown(back)["series"] == [["id": "tags", "value": ["street"]]])
        let all = try edited(once, "series", at: 3, by: title)
        #expect(try shown(all)["title"] == "All bins" && shown(all)["series"] == shown(back)["series"])
        #expect(try shown(bins, .object(title))["series"] == nil)
        // A rule that excludes the due day moves the task, and the series with it.
        let saturdays: JSONObject = ["edit": "write", "field": "repeat", "value": "FREQ=WEEKLY;BYDAY=SA"]
        let moved = try edited(bins, "once", at: 4, by: saturdays)
        #expect(try shown(moved)["due"] == ["date": "2027-01-02"] && shown(moved)["series"] == nil)
        let ended = try edited(once, "once", at: 4, by: ["edit": "write", "field": "repeat", "value": .null])
        #expect(try shown(ended)["series"] == nil)
        // A non-recurring task has no series, and the scope must be `once` or `series`.
        let single = try edited(try task(Self.ids[1]), "once", at: 5, by: title)
        #expect(try shown(single)["series"] == nil)
        func titled(_ title: JSON, _ scope: JSON) -> JSON {
            ["edit": "write", "field": "title", "value": title, "scope": scope]
        }
        #expect(code(try self.edit(bins, titled("x", "twice"), by: "d2", at: 6)) == "request")
        let heavy: JSON = ["edit": "insert", "field": "tags", "element": "heavy", "scope": "series"]
        let mixed = try #require(try self.edit(bins, titled("x", "once"), heavy, by: "d2", at: 6)["document"])
        #expect(try shown(mixed)["series"] == [["id": "title", "value": "Bins"]])
    }

    @Test("A malformed request is refused with the reason", arguments: ["{", "[]", "{}", #"{"do":"x"}"#])
    func requests(text: String) throws {
        let answer = try JSONObject.parse(engine.answer(Array(text.utf8)))
        #expect(code(answer) == "request" && answer["error"]?["message"]?.stringValue?.isEmpty == false)
    }

    @Test("A recurrence rule is read and returned in words, with its next date")
    func phrases() throws {
        func read(_ text: String, due: JSON? = nil) throws -> JSONObject {
            var request: JSONObject = ["do": "rule", "text": .string(text), "now": "2026-11-25T09:00:00Z"]
            request["due"] = due
            return try ask(request)
        }
        let weeks: JSONObject = [
            "due": ["date": "2026-11-25"], "rule": "FREQ=WEEKLY;INTERVAL=2", "words": "every 2 weeks",
        ]
        for text in ["every 2 weeks", "2 weeks", "FREQ=WEEKLY;INTERVAL=2"] { #expect(try read(text) == weeks) }
        #expect(try read("week", due: ["date": "2026-12-03"])["due"] == ["date": "2026-12-03"])
        for text in ["sometimes", "FREQ=NEVER"] { #expect(code(try read(text)) == "refused") }
    }

    @Test(
        "A new task in one line is read as on the command line, and an unsupported line is refused with the reason")
    func words() throws {
        let mia = Self.ids[1]
        let member = try #require(
            try ask([
                "do": "make", "kind": "member", "id": .string(mia), "fields": ["name": "Mia"],
                "author": author("d1", 0),
            ])["document"])
        _ = try ask(["do": "put", "documents": [member]])
        func read(_ line: String) throws -> JSONObject {
            try ask([
                "do": "words", "words": .string(line), "now": "2026-11-25T09:00:00Z", "member": .string(mia),
            ])
        }
        #expect(
            try read("Milk for tea  @mia +shopping due:fri points:5 priority:High -- +1")["fields"]
                == [
                    "assignees": [.string(mia)], "due": ["date": "2026-11-27"], "points": 5, "priority": "high",
                    "tags": ["shopping"], "title": "Milk for tea +1",
                ])
        #expect(try read("Milk @me for:mia")["fields"]?["assignees"] == [.string(mia)])
        for (line, text, field) in [
            ("Buy eggs due:tomorrow 18:00", "18:00", #"due:"tomorrow 18:00""#),
            ("Bins every:week on sunday", "on sunday", #"every:"week on sunday""#),
            ("Call Ben 27/11", "27/11", "due:27.11."),
        ] {
            #expect(try read(line)["remainder"] == ["field": .string(field), "text": .string(text)])
        }
        for line in ["Milk", "Milk due:tomorrow", "Read chapter 2", "Call Ben -- 18:00"] {
            #expect(try read(line)["remainder"] == nil)
        }
        let pin = try #require(
            try ask([
                "do": "make", "kind": "pin", "id": .string(Self.ids[2]),
                "fields": ["name": "Garden shed", "location": ["latitude": 52, "longitude": 4]],
                "author": author("d1", 1),
            ])["document"])
        _ = try ask(["do": "put", "documents": [pin]])
        for (line, fields): (String, JSONObject) in [
            ("Bins every:week", ["due": ["date": "2026-11-25"], "repeat": "FREQ=WEEKLY"]),
            (
                #"Bins every:"month on the first mon""#,
                ["due": ["date": "2026-12-07"], "repeat": "FREQ=MONTHLY;BYDAY=1MO"]
            ),
            (
                #"Bins every:"day at 7:30""#,
                ["due": ["at": "2026-11-26T07:30:00Z", "zone": "UTC"], "repeat": "FREQ=DAILY"]
            ),
            ("Bins every:week due:fri", ["due": ["date": "2026-11-27"], "repeat": "FREQ=WEEKLY"]),
            (
                "Bins at:shed within:100m",
                ["place": ["pin": .string(Self.ids[2]), "within": 100]]
            ),
        ] {
            var expected = fields
            expected["title"] = "Bins"
            #expect(try read(line)["fields"] == .object(expected), "\(line)")
        }
        for (line, part) in [
            ("", "no title"), ("+home", "no title"), ("Milk @nobody", "nobody"), ("Milk due:never", "never"),
            ("Milk every:so", "every so"), ("Milk at:moon", "moon"), ("Milk within:5m", "pin"),
            ("Milk after:3", "after:"), ("Milk dueee:fri", "dueee"), ("Milk due:fri due:mon", "twice"),
        ] {
            let answer = try read(line)
            #expect(code(answer) == "refused", "\(line)")
            #expect(answer["error"]?["message"]?.stringValue?.contains(part) == true, "\(answer)")
        }
    }
}
