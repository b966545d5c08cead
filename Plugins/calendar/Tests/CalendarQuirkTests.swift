// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import PluginCalendar
import PluginTestSupport
import TestSupport
import Testing

@Suite("Non-conforming calendars")
struct CalendarQuirkTests {
    private typealias Found = (tasks: [JSONObject], faults: [String], notes: [String])

    private func read(_ bytes: [UInt8], zone: String = "Europe/Amsterdam") throws -> Found {
        let trial = PluginTrial(CalendarPlugin())
        trial.zone = zone
        trial.now = Timestamp(seconds: 1_795_251_600)
        let outcome = try trial.import("ics", bytes)
        let tasks = outcome.changes.compactMap { change -> JSONObject? in
            if case .create(.task, _, let fields) = change { fields } else { nil }
        }
        return (tasks, outcome.faults.map { "\($0.line ?? 0): \($0.message)" }, outcome.notes)
    }

    private func read(_ text: String) throws -> Found { try read(Array(text.utf8)) }

    private func calendar(_ lines: String) -> String { "BEGIN:VCALENDAR\nVERSION:2.0\n\(lines)\nEND:VCALENDAR\n" }

    private func todo(_ lines: String) -> String { calendar("BEGIN:VTODO\nUID:1\n\(lines)\nEND:VTODO") }

    // MARK: Encodings

    @Test("Lines in Windows-1252 are read, with a note")
    func windows1252() throws {
        let bytes = todo("SUMMARY:Apfel fuer ~ `").utf8.map { $0 == 0x7E ? 0xDC : $0 == 0x60 ? 0x80 : $0 }
        let found = try read(bytes)
        #expect(found.tasks.first?["title"] == "Apfel fuer Ü €")
        #expect(found.faults == [] && found.notes == ["the file is not in UTF-8; it was read as Windows-1252"])
        let mixed =
            Array("BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:Größe\nDESCRIPTION:".utf8) + [0xE9, 0x0A]
            + Array("END:VTODO\nEND:VCALENDAR\n".utf8)
        #expect(try read(mixed).tasks.first?["title"] == "Größe" && read(mixed).tasks.first?["description"] == ["é"])
    }

    @Test("A line in neither encoding is reported and skipped")
    func noText() throws {
        let bytes = todo("SUMMARY:a\nDESCRIPTION:~").utf8.map { $0 == 0x7E ? 0x81 : $0 }
        let found = try read(bytes)
        #expect(found.tasks.first?["title"] == "a" && found.tasks.first?["description"] == nil)
        #expect(found.faults == ["6: the line is neither in UTF-8 nor in Windows-1252 and is left out"])
    }

    @Test("UTF-16 is read by its byte order mark", arguments: [true, false])
    func utf16(isBigEndian: Bool) throws {
        let units = Array("\u{FEFF}".utf16) + Array(todo("SUMMARY:Grüße 🦊").utf16)
        let bytes = units.flatMap { unit -> [UInt8] in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBigEndian ? [high, low] : [low, high]
        }
        #expect(try read(bytes).tasks.first?["title"] == "Grüße 🦊")
    }

    // MARK: Rules

    @Test(
        "Rules of other programs are normalised",
        arguments: [
            ("FREQ=WEEKLY;BYDAY=TU;", "FREQ=WEEKLY;BYDAY=TU"), (";FREQ=WEEKLY;;BYDAY=TU", "FREQ=WEEKLY;BYDAY=TU"),
            ("freq=weekly;byday=tu,", "FREQ=WEEKLY;BYDAY=TU"),
            ("FREQ = WEEKLY; BYDAY = TU, FR ", "FREQ=WEEKLY;BYDAY=TU,FR"),
            ("RRULE:FREQ=DAILY", "FREQ=DAILY"), ("FREQ=DAILY;INTERVAL=0", "FREQ=DAILY"),
            ("FREQ=DAILY;COUNT=-1", "FREQ=DAILY"), ("FREQ=DAILY;BYDAY=;UNTIL=", "FREQ=DAILY"),
            ("FREQ=DAILY;FREQ=DAILY", "FREQ=DAILY"), ("FREQ=DAILY;UNTIL=2027-01-31", "FREQ=DAILY;UNTIL=20270131"),
            ("FREQ=MONTHLY;INTERVAL=2;FROM=COMPLETION", "FREQ=MONTHLY;INTERVAL=2;X-FROM=DONE"),
        ])
    func rules(text: String, rule: String) throws {
        let found = try read(todo("SUMMARY:a\nDUE;VALUE=DATE:20261201\nRRULE:\(text)"))
        #expect(found.tasks.first?["repeat"] == .string(rule) && found.faults == [])
    }

    @Test("A time of day in a rule is accepted if it matches the start")
    func timeInRule() throws {
        let times = "SUMMARY:a\nDTSTART:20261201T073000Z\nDUE:20261201T073000Z\nRRULE:FREQ=DAILY;BYHOUR=8;BYMINUTE="
        #expect(try read(todo(times + "30;BYSECOND=0")).tasks.first?["repeat"] == "FREQ=DAILY")
        #expect(try read(todo(times + "15")).faults.count == 1)
    }

    @Test("Days in a rule refer to the start, and shift with the due date")
    func shiftedDays() throws {
        let weekly = "SUMMARY:a\nDTSTART;VALUE=DATE:20261201\nDUE;VALUE=DATE:20261203\nRRULE:FREQ=WEEKLY;BYDAY=TU,SA"
        #expect(try read(todo(weekly)).tasks.first?["repeat"] == "FREQ=WEEKLY;BYDAY=MO,TH")
        let monthly = "SUMMARY:a\nDTSTART;VALUE=DATE:20261201\nDUE;VALUE=DATE:20261203\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1"
        #expect(try read(todo(monthly)).tasks.first?["repeat"] == "FREQ=MONTHLY;BYMONTHDAY=3")
    }

    @Test(
        "Unsupported recurrence properties are reported",
        arguments: ["RDATE:20261205", "EXRULE:FREQ=WEEKLY", "RRULE:FREQ=DAILY"])
    func notKept(line: String) throws {
        let found = try read(todo("SUMMARY:a\nDUE;VALUE=DATE:20261201\nRRULE:FREQ=WEEKLY\n\(line)"))
        #expect(found.tasks.first?["repeat"] == "FREQ=WEEKLY")
        #expect(found.faults.count == 1 && found.faults[0].hasPrefix("8: "), "\(found.faults)")
    }

    // MARK: Zones

    private static let newYork = """
        BEGIN:STANDARD
        DTSTART:16010101T020000
        TZOFFSETFROM:-0400
        TZOFFSETTO:-0500
        RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:16010101T020000
        TZOFFSETFROM:-0500
        TZOFFSETTO:-0400
        RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3
        END:DAYLIGHT
        """

    private func due(_ value: String, in zone: String, defined lines: String?) throws -> JSON? {
        let definition = lines.map { "BEGIN:VTIMEZONE\nTZID:\(zone)\n\($0)\nEND:VTIMEZONE\n" } ?? ""
        let found = try read(
            calendar(definition + "BEGIN:VTODO\nUID:1\nSUMMARY:a\nDUE;TZID=\"\(zone)\":\(value)\nEND:VTODO"))
        #expect(found.faults == [])
        return found.tasks.first?["due"]
    }

    @Test("Windows zone names are mapped, with or without a definition")
    func windowsNames() throws {
        let expected: JSON = ["at": "2026-12-01T17:00:00Z", "zone": "America/New_York"]
        #expect(try due("20261201T120000", in: "Eastern Standard Time", defined: Self.newYork) == expected)
        #expect(try due("20261201T120000", in: "eastern standard time", defined: nil) == expected)
        let tokyo: JSON = ["at": "2026-12-01T03:00:00Z", "zone": "Asia/Tokyo"]
        #expect(try due("20261201T120000", in: "Tokyo Standard Time", defined: nil) == tokyo)
        #expect(
            try due("20261201T120000", in: "W. Europe Standard Time", defined: nil)?["at"] == "2026-12-01T11:00:00Z")
    }

    @Test(
        "A custom zone uses the offsets of its definition",
        arguments: [
            ("20261201T120000", "2026-12-01T17:00:00Z"), ("20260701T120000", "2026-07-01T16:00:00Z"),
            ("20260308T015959", "2026-03-08T06:59:59Z"), ("20260308T023000", "2026-03-08T07:30:00Z"),
            ("20260308T030000", "2026-03-08T07:00:00Z"), ("20261101T013000", "2026-11-01T05:30:00Z"),
            ("20261101T020000", "2026-11-01T07:00:00Z"),
        ])
    func ownRules(value: String, at: String) throws {
        #expect(try due(value, in: "Customized Time Zone", defined: Self.newYork) == ["at": .string(at)])
    }

    @Test("Fixed offsets, single observances, RDATE observances and ended rules are supported")
    func otherDefinitions() throws {
        let fixed = "BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0545\nTZOFFSETTO:+0545\nEND:STANDARD"
        #expect(try due("20261201T120000", in: "Hut", defined: fixed) == ["at": "2026-12-01T06:15:00Z"])
        let alone = "BEGIN:STANDARD\nTZOFFSETTO:-0330\nEND:STANDARD"
        #expect(try due("20261201T120000", in: "Hut", defined: alone) == ["at": "2026-12-01T15:30:00Z"])
        let dates = """
            BEGIN:STANDARD\nDTSTART:20200101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0100
            RDATE:20201025T030000,20261025T030000\nEND:STANDARD
            BEGIN:DAYLIGHT\nDTSTART:20260329T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nEND:DAYLIGHT
            """
        #expect(try due("20260701T120000", in: "Hut", defined: dates) == ["at": "2026-07-01T10:00:00Z"])
        #expect(try due("20261201T120000", in: "Hut", defined: dates) == ["at": "2026-12-01T11:00:00Z"])
        let ended = """
            BEGIN:STANDARD\nDTSTART:20001029T030000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100
            RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\nEND:STANDARD
            BEGIN:DAYLIGHT\nDTSTART:20000326T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200
            RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20200329T010000Z\nEND:DAYLIGHT
            """
        #expect(try due("20200701T120000", in: "Hut", defined: ended) == ["at": "2020-07-01T10:00:00Z"])
        #expect(try due("20260701T120000", in: "Hut", defined: ended) == ["at": "2026-07-01T11:00:00Z"])
    }

    @Test("A definition overrides a Windows name")
    func namesake() throws {
        let fixed = "BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0300\nTZOFFSETTO:+0300\nEND:STANDARD"
        #expect(
            try due("20261201T120000", in: "Eastern Standard Time", defined: fixed) == ["at": "2026-12-01T09:00:00Z"])
    }

    @Test(
        "Offsets as zone names need no definition",
        arguments: ["UTC-05:00", "GMT-0500", "-0500", "(UTC-05:00) Eastern Time"])
    func offsets(name: String) throws {
        #expect(try due("20261201T120000", in: name, defined: nil) == ["at": "2026-12-01T17:00:00Z"])
    }

    // MARK: Titles and UIDs

    @Test("The first line of the description is the title of a to-do without a summary")
    func titleFromDescription() throws {
        let found = try read(todo("DESCRIPTION:\\nPick up the parcel\\nat the station"))
        #expect(found.tasks.first?["title"] == "Pick up the parcel" && found.faults == [])
        #expect(found.tasks.first?["description"] == ["at the station"])
        let none = try read(todo("PRIORITY:1\nSUMMARY: "))
        #expect(none.tasks.isEmpty && none.faults.count == 1)
    }

    @Test("Equal to-dos without a UID are separate tasks, with stable keys")
    func withoutUID() throws {
        let one = "BEGIN:VTODO\nSUMMARY:Water plants\nEND:VTODO\n"
        let trial = PluginTrial(CalendarPlugin())
        let first = try trial.import("ics", calendar(one + one + "BEGIN:VTODO\nSUMMARY:Mow\nEND:VTODO"))
        #expect(first.changes.count == 3 && first.faults.isEmpty)
        let again = try trial.import("ics", calendar(one + one + "BEGIN:VTODO\nSUMMARY:Mow\nEND:VTODO"))
        #expect(again.changes == first.changes)
        #expect(try trial.import("ics", calendar(one)).changes.first == first.changes.first)
    }

    // MARK: Truncated files

    @Test("A truncated file is reported at its last line, wherever it ends")
    func cutOff() throws {
        let whole = calendar("BEGIN:VTODO\nUID:1\nSUMMARY:a\nEND:VTODO\nBEGIN:VTODO\nUID:2\nSUMMARY:b\nEND:VTODO")
        let bytes = Array(whole.utf8)
        for end in Array(whole.utf8).indices.dropFirst(16).dropLast(2) {
            let found = try read(Array(bytes[..<end]))
            let lines = bytes[..<end].split(separator: 0x0A).count
            #expect(found.faults.contains { $0.hasPrefix("\(lines): ") }, "\(end): \(found.faults)")
        }
        #expect(try read(whole).faults == [])
        let joined = try read("BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:a\nEND:VTODO\n" + todo("SUMMARY:b"))
        #expect(joined.faults.first == "1: the calendar that begins here has no END:VCALENDAR; to-dos may be missing")
    }
}
