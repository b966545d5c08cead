// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import PluginCalendar
import PluginTestSupport
import TestSupport
import Testing

@Suite("Recurring and nested to-dos")
struct CalendarOccurrenceTests {
    private func read(
        _ todos: [String], documents: [JSONObject] = []
    ) throws -> (tasks: [String: JSONObject], faults: [String], notes: [String]) {
        let trial = PluginTrial(CalendarPlugin(), documents: documents)
        trial.zone = "Europe/Amsterdam"
        let text = todos.map { "BEGIN:VTODO\n\($0)\nEND:VTODO\n" }.joined()
        let outcome = try trial.import("ics", "BEGIN:VCALENDAR\n\(text)END:VCALENDAR\n")
        var tasks: [String: JSONObject] = [:]
        for case .create(.task, _, let fields) in outcome.changes { tasks[fields["title"]?.stringValue ?? ""] = fields }
        return (tasks, outcome.faults.map { "\($0.line ?? 0): \($0.message)" }, outcome.notes)
    }

    private static let daily = """
        UID:q
        SUMMARY:Feed
        DTSTART;TZID=Europe/Amsterdam:20261116T080000
        DUE;TZID=Europe/Amsterdam:20261116T080000
        RRULE:FREQ=DAILY
        """

    private func closed(_ id: String, _ status: String = "STATUS:COMPLETED") -> String {
        "UID:q\nSUMMARY:Feed\nRECURRENCE-ID\(id)\n\(status)"
    }

    @Test("A task is due at the first occurrence not done, cancelled or excluded")
    func firstOpen() throws {
        let amsterdam = ";TZID=Europe/Amsterdam:"
        let found = try read([
            closed(":20261117T070000Z", "STATUS:CANCELLED"), Self.daily + "\nEXDATE\(amsterdam)20261118T080000",
            closed("\(amsterdam)20261116T080000"), closed(";VALUE=DATE:20261119", "PERCENT-COMPLETE:100"),
        ])
        #expect(found.tasks["Feed"]?["due"] == ["at": "2026-11-20T07:00:00Z"] && found.faults == [])
        #expect(found.tasks["Feed"]?["repeat"] == "FREQ=DAILY" && found.tasks["Feed"]?["completion"] == nil)
    }

    @Test("A series' count decreases, and a completed series is a completed task")
    func counted() throws {
        let master = "UID:q\nSUMMARY:Feed\nDUE;VALUE=DATE:20261116\nRRULE:FREQ=DAILY;COUNT=2"
        let first = closed(";VALUE=DATE:20261116", "STATUS:COMPLETED\nCOMPLETED:20261116T100000Z")
        let one = try read([master, first])
        #expect(one.tasks["Feed"]?["due"] == ["date": "2026-11-17"] && one.faults == [])
        #expect(one.tasks["Feed"]?["repeat"] == "FREQ=DAILY;COUNT=1")
        let both = try read([master, first, closed(":20261117", "STATUS:COMPLETED\nCOMPLETED:20261117T110000Z")])
        #expect(both.tasks["Feed"]?["completion"]?["at"] == "2026-11-17T11:00:00Z")
    }

    @Test("A due date after the start moves with its occurrence")
    func dueLater() throws {
        let master = "UID:q\nSUMMARY:Feed\nDTSTART;VALUE=DATE:20261116\nDUE;VALUE=DATE:20261118\nRRULE:FREQ=WEEKLY"
        let found = try read([master, closed(";VALUE=DATE:20261116")])
        #expect(found.tasks["Feed"]?["due"] == ["date": "2026-11-25"])
    }

    @Test("Occurrences done after the first open one, and modified ones, are reported")
    func reported() throws {
        let found = try read([
            Self.daily + "\nEXDATE:20261130T070000Z", closed(":20261118T070000Z"),
            closed(":20261119T070000Z", "PRIORITY:1"),
        ])
        #expect(found.tasks["Feed"]?["due"] == ["at": "2026-11-16T07:00:00Z"])
        #expect(found.faults.map { $0.prefix(2) } == ["8:", "10", "16"], "\(found.faults)")
    }

    @Test("Nested to-dos become a checklist, in file order and from all levels")
    func checklist() throws {
        let found = try read([
            "UID:c\nSUMMARY:Pack\nRELATED-TO:p\nSTATUS:COMPLETED\nCOMPLETED:20261101T100000Z\nX-APPLE-SORT-ORDER:2",
            "UID:p\nSUMMARY:Move\nDESCRIPTION:Soon",
            "UID:d\nSUMMARY:Clean\nRELATED-TO;RELTYPE=PARENT:p\nPRIORITY:0",
            "UID:e\nSUMMARY:Windows\nRELATED-TO:d",
        ])
        #expect(found.tasks.keys.sorted() == ["Move"] && found.faults == [] && found.notes == [])
        let items: JSON = [["text": "Pack", "done": true], ["text": "Clean"], ["text": "Windows"]]
        #expect(found.tasks["Move"]?["items"] == items && found.tasks["Move"]?["description"] == ["Soon"])
    }

    @Test(
        "A nested to-do with more than a title stays a task, with a note",
        arguments: [
            "DUE;VALUE=DATE:20261201", "DESCRIPTION:note", "PRIORITY:1", "CATEGORIES:a",
            "RELATED-TO;RELTYPE=DEPENDS-ON:p", "BEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM",
        ])
    func ownTask(line: String) throws {
        let found = try read(["UID:p\nSUMMARY:Move", "UID:c\nSUMMARY:Pack\nRELATED-TO:p\n\(line)"])
        #expect(found.tasks.keys.sorted() == ["Move", "Pack"] && found.tasks["Move"]?["items"] == nil)
        #expect(found.tasks["Pack"]?["description"]?.arrayValue?.contains("Part of: Move") == true)
        #expect(found.notes.count == 1 && found.notes.first?.hasPrefix("1 to-do below another is a task") == true)
    }

    @Test("To-dos in a cycle, or with a missing parent, stay tasks")
    func withoutParent() throws {
        let found = try read([
            "UID:a\nSUMMARY:A\nRELATED-TO:b", "UID:b\nSUMMARY:B\nRELATED-TO:a", "UID:c\nSUMMARY:C\nRELATED-TO:gone",
            "UID:x\nSUMMARY:X\nSTATUS:CANCELLED", "UID:y\nSUMMARY:Y\nRELATED-TO:x",
        ])
        #expect(found.tasks.keys.sorted() == ["A", "B", "C", "Y"])
    }
}
