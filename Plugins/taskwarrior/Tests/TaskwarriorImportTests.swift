// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import PluginTaskwarrior
import PluginTestSupport
import TestSupport
import Testing

@Suite("Taskwarrior imports")
struct TaskwarriorImportTests {
    private func read(
        _ text: String, documents: [JSONObject] = [], zone: String = "Europe/Amsterdam"
    ) throws -> (tasks: [String: JSONObject], others: [JSONObject], faults: [String]) {
        let trial = PluginTrial(TaskwarriorPlugin(), documents: documents)
        trial.zone = zone
        let outcome = try trial.import("taskwarrior", text)
        var (tasks, others): ([String: JSONObject], [JSONObject]) = ([:], [])
        for case .create(let kind, let key, let fields) in outcome.changes {
            if kind == .task { tasks[String((key ?? "").dropFirst(5))] = fields } else { others.append(fields) }
        }
        return (tasks, others, outcome.faults.map { "\($0.line ?? 0): \($0.message)" })
    }

    @Test("Every field of Taskwarrior is read")
    func everything() throws {
        let found = try read(
            #"""
            [{"id":1,"uuid":"a","description":"Paint","status":"waiting","entry":"20261101T100000Z",
              "modified":"20261102T100000Z","due":"20261126T230000Z","wait":"20261120T173000Z",
              "scheduled":"20261124T230000Z","until":"20270101T120000Z","priority":"H","project":"Home.Kitchen",
              "tags":["next","weekend"],"depends":"b,c","start":"20261103T100000Z","estimate":2,"jiraid":"X-1",
              "annotations":[{"entry":"20261102T100001Z","description":"second"},
                             {"entry":"20261102T100000Z","description":"first"}],"urgency":12.3},
             {"uuid":"b","description":"Buy","status":"completed","end":"20261104T100000Z"},
             {"uuid":"c","description":"Gone","status":"deleted","end":"20261104T100000Z"}]
            """#)
        #expect(found.faults == [])
        #expect(found.others == [["name": "Home.Kitchen"]])
        let task = try #require(found.tasks["a"])
        #expect(task["due"] == ["date": "2026-11-27"], "midnight in the family's zone is a whole day")
        #expect(task["wait"] == ["at": "2026-11-20T17:30:00Z"])
        #expect(task["priority"] == "high")
        #expect(task["tags"] == ["next", "weekend"])
        #expect(task["after"]?.arrayValue?.count == 1)
        #expect(
            task["description"] == [
                "first", "second", "Scheduled: 2026-11-25", "Until: 2027-01-01T12:00:00Z", "estimate: 2", "jiraid: X-1",
            ])
        #expect(task["created"] == ["at": "2026-11-01T10:00:00Z"])
        #expect(found.tasks["b"]?["completion"] == ["at": "2026-11-04T10:00:00Z"])
        #expect(found.tasks["c"] == nil)
    }

    @Test("The latest open occurrence of a series gets the rule, and the template is skipped")
    func series() throws {
        let found = try read(
            #"""
            [{"uuid":"t","description":"Bins","status":"recurring","recur":"weekly","due":"20261101T230000Z","mask":"+--",
              "until":"20271231T230000Z"},
             {"uuid":"1","description":"Bins","status":"completed","parent":"t","recur":"weekly","imask":0,
              "due":"20261101T230000Z","end":"20261102T100000Z"},
             {"uuid":"2","description":"Bins","status":"pending","parent":"t","recur":"weekly","imask":1,
              "due":"20261108T230000Z"},
             {"uuid":"3","description":"Bins","status":"pending","parent":"t","recur":"weekly","imask":2,
              "due":"20261115T230000Z"}]
            """#)
        #expect(found.faults.isEmpty)
        #expect(found.tasks.keys.sorted() == ["1", "2", "3"])
        #expect(found.tasks["3"]?["repeat"] == "FREQ=WEEKLY;UNTIL=20271231T230000Z")
        #expect(found.tasks["1"]?["repeat"] == nil && found.tasks["2"]?["repeat"] == nil)
    }

    @Test("A series without an open occurrence continues from the template, after the latest done one")
    func seriesWithoutOpen() throws {
        let found = try read(
            #"""
            [{"uuid":"t","description":"Bins","status":"recurring","recur":"P2W","due":"20261001T220000Z"},
             {"uuid":"1","description":"Bins","status":"completed","parent":"t","due":"20261015T220000Z"},
             {"uuid":"u","description":"New","status":"recurring","recur":"3 days","due":"20261001T170000Z",
              "rtype":"chained"}]
            """#)
        #expect(found.tasks["t"]?["due"] == ["date": "2026-10-30"])
        #expect(found.tasks["t"]?["repeat"] == "FREQ=WEEKLY;INTERVAL=2")
        #expect(found.tasks["u"]?["due"] == ["at": "2026-10-01T17:00:00Z"])
        #expect(found.tasks["u"]?["repeat"] == "FREQ=DAILY;INTERVAL=3;X-FROM=DONE")
    }

    @Test(
        "Recurrence periods are converted",
        arguments: [
            ("daily", "FREQ=DAILY"), ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
            ("fortnight", "FREQ=WEEKLY;INTERVAL=2"),
            ("quarterly", "FREQ=MONTHLY;INTERVAL=3"), ("P1Y", "FREQ=YEARLY"), ("P3M", "FREQ=MONTHLY;INTERVAL=3"),
            ("10d", "FREQ=DAILY;INTERVAL=10"), ("2 wks", "FREQ=WEEKLY;INTERVAL=2"), ("2q", "FREQ=MONTHLY;INTERVAL=6"),
            ("1h", nil), ("P1Y2M", nil), ("0d", nil), ("", nil), ("99999999999999999999d", nil),
        ])
    func lengths(text: String, rule: String?) throws {
        let found = try read(#"{"uuid":"t","description":"x","status":"recurring","recur":"\#(text)"}"#)
        #expect(found.tasks["t"]?["repeat"]?.stringValue == rule)
        #expect(found.faults.count == (rule == nil ? 1 : 0))
    }

    @Test("With a task on each line, a malformed line costs only its task")
    func lines() throws {
        let found = try read(
            """
            [
            {"uuid":"1","description":"a","status":"pending"},
            {"uuid":"2","description":"b","stat
            {"uuid":"3","description":"c","status":"pending","due":"tomorrow"}
            {"uuid":"4","status":"pending"}
            {"uuid":"1","description":"again","status":"pending"}
            {"uuid":"5","description":"e","hometask_points":"many","hometask_proof":"film"}
            ]
            """)
        #expect(found.tasks.keys.sorted() == ["1", "3", "5"])
        #expect(found.faults.count == 6, "\(found.faults)")
        #expect(found.faults.contains { $0.hasSuffix("‘many’ is not a whole number from 0 to 100000") })
        #expect(found.faults.contains { $0.hasSuffix("‘film’ is not a value of ‘proof’ such as photo") })
        #expect(found.faults.contains { $0.hasPrefix("3: the line is not a task") })
        #expect(found.faults.contains { $0.hasPrefix("4: ‘c’: due is not a time") })
    }

    @Test("Text that is no list of tasks is refused", arguments: ["", "x", "5", "[\n]x", "<html>"])
    func refused(text: String) throws {
        #expect(throws: RPCError.self) { try read(text) }
    }

    @Test("Parsing terminates on deep nesting and long lists", .timeLimit(.minutes(1)))
    func hostile() throws {
        let deep = #"{"uuid":"1","description":"a","x":"# + String(repeating: "[", count: 100_000)
        #expect(throws: RPCError.self) { try read(deep) }
        let many = (0..<20_000).map { #""u\#($0)":"x""# }.joined(separator: ",")
        let found = try read(#"{"uuid":"1","description":"a\u001b[31m","status":"pending",\#(many)}"#)
        #expect(found.tasks["1"]?["title"] == "a[31m")
        #expect(found.tasks["1"]?["description"]?.arrayValue?.count == 50)
        let depends = (0..<5_000).map { "\"\($0)\"" }.joined(separator: ",")
        #expect(
            try read(#"{"uuid":"1","description":"a","depends":[\#(depends)]}"#).faults.count == 4_999, "not itself")
    }

    @Test(
        "A damaged file yields valid documents, or is refused",
        arguments: 0..<UInt64(SeededGenerator.runs(40)))
    func damaged(run: UInt64) throws {
        let seed = SeededGenerator.runSeed &+ run
        var random = SeededGenerator(seed: seed)
        let family = SampleFamily(seed: seed, tasks: 4)
        let text = try PluginTrial(TaskwarriorPlugin(), documents: family.surroundings + family.tasks).export(
            "taskwarrior"
        ).text
        for _ in 0..<10 {
            let bytes = DamagedText.damaged(text, using: &random)
            let faults = try DamagedText.faults(ofImporting: bytes, as: "taskwarrior", by: TaskwarriorPlugin())
            #expect(faults.isEmpty, "\(faults); run again with HOMETASK_TEST_SEED=\(seed)")
        }
    }

    @Test("The manifest is valid, and declares the plugin's offers")
    func manifest() throws {
        let manifest = try PluginManifest(TaskwarriorPlugin.manifest)
        #expect(manifest.id == "taskwarrior" && manifest.arguments == ["plugin-serve", "taskwarrior"])
        #expect(manifest.offers.exporters.map(\.name) == ["taskwarrior"])
        #expect(manifest.offers.importers.map(\.name) == ["taskwarrior"])
    }
}
