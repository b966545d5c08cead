// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime
import PluginTestSupport
import PluginTodoTxt
import TestSupport
import Testing

@Suite("todo.txt")
struct TodoTxtTests {
    private static let zone = "Europe/Amsterdam"

    private func read(
        _ text: String, documents: [JSONObject] = []
    ) throws -> (tasks: [JSONObject], others: [JSONObject], faults: [String]) {
        let trial = PluginTrial(TodoTxtPlugin(), documents: documents)
        trial.zone = Self.zone
        let outcome = try trial.import("todotxt", text)
        var (tasks, others): ([JSONObject], [JSONObject]) = ([], [])
        for case .create(let kind, _, let fields) in outcome.changes {
            if kind == .task { tasks.append(fields) } else { others.append(fields) }
        }
        return (tasks, others, outcome.faults.map { "\($0.line ?? 0): \($0.message)" })
    }

    /// The fields of a task that survive a line.
    private func kept(_ task: JSONObject, in trial: PluginTrial) throws -> JSONObject {
        let zone = try TimeZoneRules(identifier: Self.zone)
        func day(_ instant: JSON?) -> CivilDate? {
            instant?.stringValue.flatMap { Timestamp(rfc3339: $0) }.map { zone.civil(at: $0).date }
        }
        func noon(_ event: JSON?) -> JSON? {
            day(event?["at"]).map { date in
                ["at": .string(zone.timestamp(of: CivilTime(date: date, time: .noon)).rfc3339)]
            }
        }
        var kept = JSONObject()
        let names = [
            "title", "tags", "category", "assignees", "priority", "repeat", "due", "reminders",
        ]
        for name in names + DeclaredField.all.map(\.name) { kept[name] = task[name] }
        if let at = task["due"]?["at"] { kept["due"] = ["at": at] }
        kept["wait"] = (day(task["wait"]?["at"])?.description ?? task["wait"]?["date"]?.stringValue).map {
            ["date": .string($0)]
        }
        kept["completion"] = noon(task["completion"])
        kept["created"] = noon(task["created"])
        if let after = task["after"]?.arrayValue {
            let ids = after.map { id in
                PluginChange.id(ofKey: "task/\(id.stringValue ?? "")", plugin: trial.plugin, family: trial.family)
            }
            kept["after"] = .array(ids.sorted().map { .string($0.description) })
        }
        return kept
    }

    @Test(
        "The priority of a done task is read before, between and after its dates",
        arguments: [
            "x 2026-11-20 (A) 2026-11-01 Pay bill", "x (A) 2026-11-20 2026-11-01 Pay bill",
            "x 2026-11-20 2026-11-01 (A) Pay bill", "x 2026-11-20 2026-11-01 Pay bill pri:A",
        ])
    func priorityOfDone(line: String) throws {
        let found = try read(line)
        #expect(
            found.tasks == [
                [
                    "title": "Pay bill", "priority": "high", "created": ["at": "2026-11-01T11:00:00Z"],
                    "completion": ["at": "2026-11-20T11:00:00Z"],
                ]
            ])
        #expect(found.faults.isEmpty)
    }

    @Test("The priority of an open task is read before and after its date")
    func priorityOfOpen() throws {
        for line in ["(B) 2026-11-01 Pay bill", "2026-11-01 (B) Pay bill"] {
            #expect(
                try read(line).tasks
                    == [["title": "Pay bill", "priority": "medium", "created": ["at": "2026-11-01T11:00:00Z"]]])
        }
        #expect(try read("x 2026-11-20 (A) 2026-11-01 (B) Pay").tasks.map { $0["title"] } == ["(B) Pay"])
    }

    @Test(
        "A line completed by another program keeps its key, wherever its priority is",
        arguments: ["x 2026-11-20 (A) 2026-11-01 Pay bill", "x (A) 2026-11-20 2026-11-01 Pay bill"])
    func completedElsewhere(line: String) throws {
        let trial = PluginTrial(TodoTxtPlugin())
        guard
            case .create(_, let open?, var task)? = try trial.import("todotxt", "(A) 2026-11-01 Pay bill").changes.first
        else { throw RPCError(.refused, "nothing came") }
        task["id"] = .string(PluginChange.id(ofKey: open, plugin: trial.plugin, family: trial.family).description)
        task["kind"] = "task"
        trial.documents = [task]
        guard case .create(_, let done?, _)? = try trial.import("todotxt", line).changes.first else {
            throw RPCError(.refused, "nothing came")
        }
        #expect(done == open)
    }

    @Test("A list in UTF-16 or Windows-1252 is read")
    func encodings() throws {
        let utf16 = "\u{FEFF}Küche putzen".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        for bytes in [utf16, Array("K".utf8) + [0xFC] + Array("che putzen".utf8)] {
            let outcome = try PluginTrial(TodoTxtPlugin()).import("todotxt", bytes)
            guard case .create(_, _, let fields)? = outcome.changes.first else { throw RPCError(.refused, "none") }
            #expect(fields["title"] == "Küche putzen")
        }
    }

    @Test("Every field named in the guide round-trips", arguments: 0..<UInt64(SeededGenerator.runs(12)))
    func fieldsComeBack(run: UInt64) throws {
        let seed = SeededGenerator.runSeed &+ run
        let note: Comment = "run again with HOMETASK_TEST_SEED=\(seed)"
        let family = SampleFamily(
            seed: seed, tasks: 40, tags: ["home", "a-b", "priority-x", "ü", "\"q\"", "c\\d", "k:v"])
        let writing = PluginTrial(TodoTxtPlugin(), documents: family.surroundings + family.tasks)
        writing.zone = Self.zone
        let text = try writing.export("todotxt").text
        #expect(text.utf8.split(separator: 0x0A).count == 40, note)
        let reading = PluginTrial(TodoTxtPlugin(), documents: family.surroundings)
        reading.zone = Self.zone
        let outcome = try reading.import("todotxt", text)
        #expect(outcome.faults.map(\.message) == [], note)
        var made: [String: JSONObject] = [:]
        for case .create(.task, let key?, let fields) in outcome.changes { made[key] = fields }
        for task in family.tasks {
            let id = task["id"]?.stringValue ?? ""
            #expect(made["task/\(id)"]?.canonicalText == (try kept(task, in: reading)).canonicalText, note)
        }
        #expect(try writing.import("todotxt", text).changes.isEmpty, "what the family has is left alone; \(note)")
    }

    @Test(
        "A title round-trips, whatever it looks like",
        arguments: [
            "x marks the spot", "(A) is best", "2026-11-27 is a day", "\\x", "\\\\+a", "call @mia +now due:later", "@",
            "+ 1",
            "http://example.org: t:x uuid:1", "rec:", "a  b", "x", "(A)", "@home",
        ])
    func titles(title: String) throws {
        for completion in [nil, ["at": "2026-11-20T10:00:00Z"]] as [JSON?] {
            for created in [nil, ["at": "2026-11-19T10:00:00Z"]] as [JSON?] {
                var task: JSONObject = ["id": "00000000-0000-4000-8000-000000000001", "kind": "task"]
                task["title"] = .string(title)
                task["completion"] = completion
                task["created"] = created
                let text = try PluginTrial(TodoTxtPlugin(), documents: [task]).export("todotxt").text
                let found = try read(text)
                #expect(found.tasks.first?["title"]?.stringValue == title, "\(text)")
                #expect(found.faults.isEmpty && found.others.isEmpty && found.tasks.count == 1)
                #expect((found.tasks.first?["completion"] == nil) == (completion == nil))
            }
        }
    }

    @Test("The examples of the format's specification are read")
    func rules() throws {
        let found = try read(
            """
            (A) Thank Mom for the meatballs @phone\r
            (B) 2026-03-01 Schedule Goodwill pickup +GarageSale @phone

            Post signs around the neighborhood +GarageSale
            @GroceryStore Eskimo pies
            Really gotta call Mom (A) @phone @someday
            (b) Get back to the boss
            x 2026-03-03 2026-03-01 Review Tim's pull request +TodoTxtTouch @github pri:D
            xylophone lesson
            X 2026-03-03 Make resolutions
            (A) Call +Family about +Peace dinner
            """)
        #expect(found.faults == [])
        let titles = found.tasks.map { $0["title"]?.stringValue }
        #expect(
            titles == [
                "Thank Mom for the meatballs", "Schedule Goodwill pickup", "Post signs around the neighborhood",
                "Eskimo pies", "Really gotta call Mom (A)", "(b) Get back to the boss", "Review Tim's pull request",
                "xylophone lesson", "X 2026-03-03 Make resolutions", "Call Family about Peace dinner",
            ])
        #expect(found.tasks[0]["priority"] == "high" && found.tasks[1]["priority"] == "medium")
        #expect(found.tasks[1]["created"] == ["at": "2026-03-01T11:00:00Z"])
        #expect(found.tasks[3]["tags"] == ["GroceryStore"])
        #expect(found.tasks[4]["tags"] == ["phone", "someday"] && found.tasks[4]["priority"] == nil)
        #expect(found.tasks[6]["completion"] == ["at": "2026-03-03T11:00:00Z"])
        #expect(found.tasks[6]["tags"] == ["github", "priority-D"])
        #expect(found.tasks[8]["completion"] == nil)
        #expect(found.tasks[9]["tags"] == ["Peace"])
        #expect(found.others.map { $0["name"] } == ["GarageSale", "TodoTxtTouch", "Family"])
    }

    @Test("Flags and the time of the photo round-trip as pairs")
    func demands() throws {
        var task: JSONObject = ["id": "00000000-0000-4000-8000-000000000001", "kind": "task", "title": "Bins"]
        let flags = DeclaredField.all.filter(\.isFlag)
        for flag in flags { task[flag.name] = .string(flag.example) }
        task["window"] = ["from": "21:00", "to": "06:15", "zone": "America/Argentina/Buenos_Aires"]
        let writing = PluginTrial(TodoTxtPlugin(), documents: [task])
        let outcome = try writing.export("todotxt", options: ["plain": true])
        let words = outcome.text.split(whereSeparator: \.isWhitespace)
        #expect(words.first == "Bins" && words.last == "window:21:00-06:15_America/Argentina/Buenos_Aires")
        #expect(words.contains("proof:photo") && words.contains("approval:adult"))
        #expect(words.count == flags.count + 2 && outcome.notes.isEmpty)
        let found = try read(outcome.text)
        #expect(found.faults.isEmpty && found.tasks.first?["title"] == "Bins")
        for name in flags.map(\.name) + ["window"] { #expect(found.tasks.first?[name] == task[name]) }
    }

    @Test("A value without a valid pair is omitted, with a note")
    func unwritten() throws {
        func task(_ number: Int, _ more: JSONObject) -> JSONObject {
            var task = more
            task["id"] = .string("00000000-0000-4000-8000-00000000000\(number)")
            (task["kind"], task["title"]) = ("task", "Bins")
            return task
        }
        let tasks = [
            task(1, ["proof": "a film", "window": ["from": "07:00", "to": "07:00"]]), task(2, ["proof": 3]),
        ]
        let outcome = try PluginTrial(TodoTxtPlugin(), documents: tasks).export("todotxt", options: ["plain": true])
        #expect(outcome.text == "Bins\nBins\n")
        #expect(
            outcome.notes == [
                "the proof of 2 tasks is left out: todo.txt has no pair for its value",
                "the window of 1 task is left out: todo.txt has no pair for its value",
            ])
    }

    @Test(
        "Invalid flags and times of other programs stay words",
        arguments: [
            "proof:film", "approval:pending", "window:living_room", "window:24:00-01:00", "window:07:00-09:00_Foo/Bar",
        ])
    func foreignPairs(word: String) throws {
        let found = try read("Bins \(word)")
        #expect(found.tasks.first?["title"]?.stringValue == "Bins \(word)" && found.faults.isEmpty)
        for name in ["proof", "approval", "window"] { #expect(found.tasks.first?[name] == nil) }
    }

    @Test("An ambiguous local time round-trips", arguments: ["2026-10-25T01:30:00Z", "2026-10-25T00:30:00Z"])
    func repeatedHour(at: String) throws {
        let task: JSONObject = [
            "id": "00000000-0000-4000-8000-000000000001", "kind": "task", "title": "x", "due": ["at": .string(at)],
        ]
        let writing = PluginTrial(TodoTxtPlugin(), documents: [task])
        writing.zone = Self.zone
        #expect(try read(writing.export("todotxt").text).tasks.first?["due"] == task["due"])
    }

    @Test("Line breaks in hand-edited values start no line")
    func lineBreaks() throws {
        let task: JSONObject = [
            "id": "00000000-0000-4000-8000-000000000001", "kind": "task", "title": "x", "tags": ["a\nb\u{1b}"],
            "reminders": ["P1D\r\nc d"], "nag": "PT1H\ne", "after": ["f\ng"],
        ]
        let outcome = try PluginTrial(TodoTxtPlugin(), documents: [task]).export("todotxt")
        let text = outcome.text
        #expect(text.hasPrefix("\\x @a_b remind:P1D__c_d after:f_g uuid:"))
        #expect(outcome.notes == ["the nag of 1 task is left out: todo.txt has no pair for its value"])
        #expect(text.split(separator: "\n").count == 1)
    }

    @Test("A priority from D to Z round-trips through its tag")
    func otherPriorities() throws {
        let found = try read("(Q) x\n").tasks
        #expect(found.first?["tags"] == ["priority-Q"])
        var task = try #require(found.first)
        (task["id"], task["kind"]) = ("00000000-0000-4000-8000-000000000001", "task")
        let text = try PluginTrial(TodoTxtPlugin(), documents: [task]).export("todotxt", options: ["plain": true]).text
        #expect(text == "(Q) \\x\n")
    }

    @Test(
        "Pairs of Simpletask and topydo are read",
        arguments: [
            ("rec:1w", "FREQ=WEEKLY;X-FROM=DONE"), ("rec:+2m", "FREQ=MONTHLY;INTERVAL=2"),
            ("rec:1b", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), ("rrule:FREQ=DAILY;COUNT=3", "FREQ=DAILY;COUNT=3"),
        ])
    func recurrence(word: String, rule: String) throws {
        let found = try read("a due:2026-11-27 t:2026-11-20 \(word)")
        #expect(found.tasks.first?["repeat"]?.stringValue == rule)
        #expect(found.tasks.first?["due"] == ["date": "2026-11-27"])
        #expect(found.tasks.first?["wait"] == ["date": "2026-11-20"])
        #expect(found.tasks.first?["title"] == "a" && found.faults.isEmpty)
    }

    @Test("A `rec` rule keeps the end of the month, an RFC 5545 rule does not")
    func monthEnd() throws {
        let found = try read("a due:2026-08-31 rec:+6m\nb due:2026-08-31 rrule:FREQ=MONTHLY").tasks
        #expect(found.first?["repeat"] == "FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=28,29,30,31;BYSETPOS=-1")
        #expect(found.last?["repeat"] == "FREQ=MONTHLY")
    }

    @Test(
        "Invalid pairs stay in the title, with a fault",
        arguments: [
            "due:2026-02-30", "due:tomorrow", "t:x", "rec:1h", "rec:2b", "rec:99999999999999999999d",
            "rrule:FREQ=HOURLY",
        ])
    func faults(word: String) throws {
        let found = try read("buy milk \(word)")
        #expect(found.tasks.first?["title"]?.stringValue == "buy milk \(word)")
        #expect(found.faults.count == 1 && found.faults.first?.hasPrefix("1: ") == true)
    }

    @Test("A dependency of a task on itself is ignored")
    func afterItself() throws {
        let (one, two) = ("10000000-0000-4000-8000-000000000001", "10000000-0000-4000-8000-000000000002")
        let found = try read("a uuid:\(one) after:\(one)\nb uuid:\(two) after:\(one),\(two)\n")
        #expect(found.faults.isEmpty && found.tasks.map { $0["title"] } == ["a", "b"])
        #expect(found.tasks.first?["after"] == nil)
        #expect(found.tasks.last?["after"]?.arrayValue?.count == 1)
    }

    @Test("--open omits completed tasks")
    func openAlone() throws {
        let family = SampleFamily(seed: 9, tasks: 30)
        let trial = PluginTrial(TodoTxtPlugin(), documents: family.surroundings + family.tasks)
        let text = try trial.export("todotxt", options: ["open": true]).text
        let open = family.tasks.filter { $0["completion"] == nil }
        #expect((1..<30).contains(open.count))
        for task in family.tasks {
            let id = task["id"]?.stringValue ?? ""
            let isThere = text.contains(#"uuid:"# + id)
            #expect(isThere == (task["completion"] == nil))
        }
    }

    @Test("A line's key depends on its text and on the number of equal lines before it")
    func keys() throws {
        let trial = PluginTrial(TodoTxtPlugin())
        func keys(_ text: String) throws -> [String] {
            try trial.import("todotxt", text).changes.compactMap { change in
                if case .create(_, let key, _) = change { key } else { nil }
            }
        }
        let first = try keys("a\nb\na\n")
        #expect(Set(first).count == 3)
        #expect(try keys("a\r\n\r\nb\r\na\r\nc") == first + [try keys("c")[0]])
    }

    @Test("Assignees are matched to members, and no member is created")
    func members() throws {
        let mia: JSONObject = [
            "id": "00000000-0000-4000-8000-000000000001", "kind": "member", "name": "Mia B", "email": "mia@example.org",
        ]
        let found = try read("a for:mia_b\nb for:MIA@example.org\nc for:Stranger", documents: [mia])
        #expect(found.tasks[0]["assignees"] == ["00000000-0000-4000-8000-000000000001"])
        #expect(found.tasks[1]["assignees"] == ["00000000-0000-4000-8000-000000000001"])
        #expect(found.tasks[2]["title"] == "c for:Stranger" && found.others.isEmpty)
    }

    @Test("Parsing terminates on long lines and many lines", .timeLimit(.minutes(1)))
    func hostile() throws {
        let words = (0..<20_000).map { "@t\($0)" }.joined(separator: " ")
        #expect(try read("a \(words)").faults.count == 1, "more tags than a task may have")
        let long = try read("a\u{1b}[31m " + String(repeating: "w ", count: 5_000) + "end +p")
        #expect(long.tasks.first?["title"]?.stringValue?.hasPrefix("a[31m w") == true)
        #expect(long.tasks.first?["description"]?.arrayValue?.last?.stringValue?.hasSuffix("w end") == true)
        #expect(try read(String(repeating: "x\n", count: 20_000)).tasks.count == 20_000)
        #expect(try read("\n \t\n\u{0}\n").tasks.isEmpty)
    }

    @Test(
        "A damaged file yields valid documents, or is refused",
        arguments: 0..<UInt64(SeededGenerator.runs(40)))
    func damaged(run: UInt64) throws {
        let seed = SeededGenerator.runSeed &+ run
        var random = SeededGenerator(seed: seed)
        let family = SampleFamily(seed: seed, tasks: 4)
        let text = try PluginTrial(TodoTxtPlugin(), documents: family.surroundings + family.tasks).export("todotxt")
            .text
        for _ in 0..<10 {
            let bytes = DamagedText.damaged(text, using: &random)
            let faults = try DamagedText.faults(ofImporting: bytes, as: "todotxt", by: TodoTxtPlugin())
            #expect(faults.isEmpty, "\(faults); run again with HOMETASK_TEST_SEED=\(seed)")
        }
    }

    @Test("The manifest is valid, and declares the plugin's offers")
    func manifest() throws {
        let manifest = try PluginManifest(TodoTxtPlugin.manifest)
        #expect(manifest.id == "todotxt" && manifest.arguments == ["plugin-serve", "todotxt"])
        #expect(manifest.offers.exporters.map(\.name) == ["todotxt"])
    }
}
