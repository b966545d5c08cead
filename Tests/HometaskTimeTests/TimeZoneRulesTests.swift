// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import TestSupport
import Testing

@testable import HometaskTime

@Suite("Time zone rules")
struct TimeZoneRulesTests {
    /// Zones of every kind: no daylight-saving time, northern and southern hemispheres, half hours, negative
    /// daylight-saving time, ended or newly begun rules, changes of the calendar day, far from UTC.
    static let identifiers = """
        UTC Europe/Amsterdam Europe/London Europe/Dublin Europe/Lisbon Europe/Moscow Europe/Istanbul Europe/Kyiv
        Europe/Chisinau Europe/Volgograd Atlantic/Azores Atlantic/Reykjavik America/New_York America/Chicago
        America/Denver America/Phoenix America/Los_Angeles America/Anchorage America/St_Johns America/Halifax
        America/Havana America/Sao_Paulo America/Argentina/Buenos_Aires America/Santiago America/Bogota
        America/Caracas America/Lima America/Toronto America/Indiana/Indianapolis Pacific/Honolulu Pacific/Apia
        Pacific/Kiritimati Pacific/Auckland Pacific/Chatham Pacific/Norfolk Pacific/Fiji Pacific/Tongatapu
        Pacific/Marquesas Australia/Sydney Australia/Adelaide Australia/Lord_Howe Australia/Perth Australia/Eucla
        Asia/Tokyo Asia/Seoul Asia/Shanghai Asia/Kolkata Asia/Kathmandu Asia/Dhaka Asia/Karachi Asia/Tehran
        Asia/Baghdad Asia/Jerusalem Asia/Dubai Asia/Novosibirsk Asia/Pyongyang Asia/Singapore Africa/Cairo
        Africa/Johannesburg Africa/Lagos Africa/Nairobi Africa/Windhoek Africa/Monrovia Africa/Tripoli
        Antarctica/Troll
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    /// Prints, for each zone and the seeds given, instants and their offsets, read by Python's `zoneinfo` from the same
    /// files: random ones from 1970 to 2100, and ones around every transition from 2000 to 2060. Offsets are compared
    /// every four days: no zone has two transitions that close to each other.
    private static let script = """
        import datetime, random, sys, zoneinfo
        seed, utc = int(sys.argv[1]), datetime.timezone.utc
        for name in sys.argv[2:]:
            zone = zoneinfo.ZoneInfo(name)
            def offset(at):
                moment = datetime.datetime.fromtimestamp(at, utc)
                return int(moment.astimezone(zone).utcoffset().total_seconds())
            chance = random.Random(f"{name} {seed}")
            instants = [chance.randrange(4102444800) for _ in range(400)]
            day, step, before = 946684800, 4 * 86400, offset(946684800)
            while day < 2840140800:
                after = offset(day + step)
                if after != before:
                    low, high = day, day + step
                    while high - low > 1:
                        middle = (low + high) // 2
                        low, high = (middle, high) if offset(middle) == before else (low, middle)
                    instants += [high - 1, high, high + 1]
                day, before = day + step, after
            for at in instants:
                print(name, at, offset(at))
        """

    @Test("Offsets match Python's reading of the same files, around every transition too")
    func offsetsAgree() throws {
        let seed = SeededGenerator(usually: 20_261_121).seed
        let process = Process("python3", ["-c", Self.script, "\(seed)"] + Self.identifiers)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "python3 with zoneinfo is needed: run .ci/bootstrap --tests")
        var rules: [Substring: TimeZoneRules] = [:]
        var count = 0
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            let (name, at, expected) = (words[0], try #require(Int64(words[1])), try #require(Int(words[2])))
            if rules[name] == nil { rules[name] = try TimeZoneRules(identifier: String(name)) }
            let found = rules[name]?.offset(at: Timestamp(seconds: at))
            count += 1
            if found != expected { Issue.record("\(name) at \(at): \(found ?? 0), not \(expected); seed \(seed)") }
        }
        #expect(count >= 400 * Self.identifiers.count)
    }

    @Test("A civil time maps to an instant that shows it, to the first if there are two", arguments: identifiers)
    func civilTimesReturn(identifier: String) throws {
        let rules = try TimeZoneRules(identifier: identifier)
        var generator = SeededGenerator(usually: 20_261_121)
        var instants = (0..<200).map { _ in Int64.random(in: 0...4_102_444_800, using: &generator) }
        for transition in rules.transitions where transition.start > 0 {
            instants += [-7_200, -1_800, -1, 0, 1, 1_800, 7_200].map { transition.start + $0 }
        }
        for seconds in instants {
            let instant = Timestamp(seconds: seconds)
            let civil = rules.civil(at: instant)
            let back = rules.timestamp(of: civil)
            #expect(back <= instant, "\(identifier) at \(seconds), \(generator.note)")
            #expect(rules.civil(at: back) == civil, "\(identifier) at \(seconds), \(generator.note)")
        }
    }

    @Test("A nonexistent time moves forward by the gap, and a repeated time is the first of the two")
    func gapsAndFolds() throws {
        func check(
            _ zone: String, _ date: String, at clock: (hour: Int, minute: Int), is expected: String, utc: Int64
        ) throws {
            let rules = try TimeZoneRules(identifier: zone)
            let day = try #require(CivilDate(iso: date))
            let time = try #require(TimeOfDay(hour: clock.hour, minute: clock.minute))
            let found = rules.timestamp(of: CivilTime(date: day, time: time))
            #expect(rules.civil(at: found).description == expected)
            #expect(found.seconds == utc)
        }
        try check("Europe/Amsterdam", "2026-03-29", at: (2, 30), is: "2026-03-29T03:30:00", utc: 1_774_747_800)
        try check("Europe/Amsterdam", "2026-03-29", at: (2, 0), is: "2026-03-29T03:00:00", utc: 1_774_746_000)
        try check("Europe/Amsterdam", "2026-03-29", at: (3, 0), is: "2026-03-29T03:00:00", utc: 1_774_746_000)
        try check("Europe/Amsterdam", "2026-10-25", at: (2, 30), is: "2026-10-25T02:30:00", utc: 1_792_888_200)
        try check("Europe/Amsterdam", "2026-10-25", at: (3, 0), is: "2026-10-25T03:00:00", utc: 1_792_893_600)
        try check("America/New_York", "2026-03-08", at: (2, 30), is: "2026-03-08T03:30:00", utc: 1_772_955_000)
        try check("America/New_York", "2026-11-01", at: (1, 30), is: "2026-11-01T01:30:00", utc: 1_793_511_000)
        // Beyond the table, by the footer.
        try check("Europe/Amsterdam", "2090-03-26", at: (2, 30), is: "2090-03-26T03:30:00", utc: 3_794_175_000)
        // Samoa had no 30 December 2011.
        try check("Pacific/Apia", "2011-12-30", at: (12, 0), is: "2011-12-31T12:00:00", utc: 1_325_282_400)
        // Half an hour.
        try check("Australia/Lord_Howe", "2026-10-04", at: (2, 15), is: "2026-10-04T02:45:00", utc: 1_791_042_300)
    }

    @Test("A day begins at midnight, or at the first instant after a gap that skips it")
    func startsOfDays() throws {
        let havana = try TimeZoneRules(identifier: "America/Havana")
        let day = try #require(CivilDate(iso: "2026-03-08"))
        #expect(havana.civil(at: havana.startOfDay(day)).description == "2026-03-08T01:00:00")
        let next = day.adding(days: 1)
        #expect(havana.civil(at: havana.startOfDay(next)).description == "2026-03-09T00:00:00")
        let apia = try TimeZoneRules(identifier: "Pacific/Apia")
        let skipped = try #require(CivilDate(iso: "2011-12-30"))
        #expect(apia.civil(at: apia.startOfDay(skipped)).description == "2011-12-31T00:00:00")
        // Here the gap begins before midnight: 23:30 was followed by 00:30.
        let toronto = try TimeZoneRules(identifier: "America/Toronto")
        let last = try #require(CivilDate(iso: "1919-03-31"))
        #expect(toronto.civil(at: toronto.startOfDay(last)).description == "1919-03-31T00:30:00")
    }

    @Test("Local times have their names")
    func abbreviations() throws {
        let rules = try TimeZoneRules(identifier: "Europe/Amsterdam")
        #expect(rules.abbreviation(at: Timestamp(seconds: 1_768_000_000)) == "CET")
        #expect(rules.abbreviation(at: Timestamp(seconds: 1_784_000_000)) == "CEST")
        #expect(rules.isDaylight(at: Timestamp(seconds: 1_784_000_000)))
        #expect(TimeZoneRules.utc.abbreviation(at: Timestamp(seconds: 0)) == "UTC")
        #expect(
            try TimeZoneRules(identifier: "America/Sao_Paulo").abbreviation(at: Timestamp(seconds: 1_784_000_000))
                == "-03")
    }

    @Test("The extreme instants are converted without a trap", arguments: identifiers)
    func endsOfTime(identifier: String) throws {
        let rules = try TimeZoneRules(identifier: identifier)
        for seconds in [Int64.min, Int64.max] {
            let civil = rules.civil(at: Timestamp(seconds: seconds))
            #expect((0...9999).contains(civil.date.year))
            _ = rules.timestamp(of: civil)
        }
        #expect(rules.timestamp(of: CivilTime(date: .latest, time: .noon)) > Timestamp(seconds: 253_402_000_000))
    }

    @Test(
        "Only possible database names are looked up",
        arguments: [
            "", "/etc/passwd", "..", "../../etc/passwd", "Europe/../../passwd", "Europe//Amsterdam", "Europe/",
            "Europe/Amsterdam\n", "Europe/\0", "\u{1b}[31m", "Europe/Ámsterdam", ".", "a b",
            String(repeating: "a", count: 200),
        ])
    func badIdentifiers(identifier: String) {
        #expect(throws: TimeZoneError(.badIdentifier, identifier: identifier)) {
            _ = try TimeZoneRules(identifier: identifier)
        }
    }

    @Test(
        "A missing zone and a folder are unknown", arguments: ["Europe/Atlantis", "Europe", "tzdata.zi.x"])
    func unknownZones(identifier: String) {
        #expect(throws: TimeZoneError(.unknownZone, identifier: identifier)) {
            _ = try TimeZoneRules(identifier: identifier)
        }
    }
}
