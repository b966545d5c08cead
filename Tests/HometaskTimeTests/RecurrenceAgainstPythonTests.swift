// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskTime
import TestSupport
import Testing

@Suite("Recurrence against python-dateutil")
struct RecurrenceAgainstPythonTests {
    private static let zones = [
        "Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC",
    ]
    private static let limit = 25

    private struct Case {
        let random: RandomRule
        let zone: TimeZoneRules
        /// The year before which times are searched: dateutil is slow for sparse rules.
        var horizon: Int {
            let years = [("DAILY", 5), ("WEEKLY", 12), ("MONTHLY", 25)].first { random.text.contains($0.0) }?.1 ?? 45
            return random.start.year + years
        }

        var line: String {
            let start = random.start.description + (random.time.map { "T\($0)" } ?? "")
            return "\(random.text) \(start) \(zone.identifier) \(limit) \(horizon)"
        }

        /// The times computed by hometask, in the script's format.
        func times() throws -> [String] {
            let start = RecurrenceSlot(date: random.start, time: random.time)
            var rule = try RecurrenceRule(random.text)
            if rule.end == .never { rule = rule.ending(.day(random.start.adding(years: horizon - random.start.year))) }
            return rule.slots(from: start, in: zone).prefix(limit).prefix { $0.date.year < horizon }.map { slot in
                switch slot.moment(in: zone) {
                case .day(let date): date.description
                case .instant(let instant): "\(instant.seconds)"
                }
            }
        }
    }

    @Test("Random rules match dateutil, in five zones")
    func randomRules() throws {
        var generator = SeededGenerator()
        let zones = try Self.zones.map { try TimeZoneRules(identifier: $0) }
        let cases = (0..<SeededGenerator.runs(600)).map { index in
            let rule = RandomRule(using: &generator)
            return Case(random: rule, zone: zones[index % zones.count])
        }
        let theirs = try Self.python(cases.map { $0.line + "\n" }.joined())
        try #require(theirs.count == cases.count)
        var (differing, total) = (0, 0)
        for (one, their) in zip(cases, theirs) {
            let ours = try one.times()
            total += ours.count
            if ours == their { continue }
            differing += 1
            if differing > 5 { continue }
            let place = zip(ours, their).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            let index = place ?? min(ours.count, their.count)
            Issue.record(
                """
                \(one.line): time \(index) is \(ours.dropFirst(index).first ?? "none"), not \
                \(their.dropFirst(index).first ?? "none"); \(generator.note)
                """)
        }
        #expect(differing == 0)
        #expect(total >= cases.count)
    }

    /// ISO 8601 weeks begin on Monday, as rules do by default.
    @Test("The weeks of the year match ISO 8601, even where two years share a week")
    func weeks() throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        let start = try #require(CivilDate(iso: "1999-01-01"))
        var expected: [Int: [CivilDate]] = [:]
        for day in start.dayNumber...start.dayNumber + 40_000 {
            let week = calendar.component(.weekOfYear, from: Date(timeIntervalSince1970: Double(day) * 86_400))
            expected[week, default: []].append(CivilDate(dayNumber: day))
        }
        let last = RecurrenceRule.End.day(start.adding(days: 40_000))
        for number in [1, 2, 51, 52, 53] {
            let rule = try RecurrenceRule("FREQ=YEARLY;BYWEEKNO=\(number)").ending(last)
            #expect(Array(rule.days(from: start)) == expected[number], "week \(number)")
        }
    }

    /// Computing each occurrence from the previous one, as tasks do, gives the same dates as the whole rule.
    @Test("Each occurrence alone determines the next")
    func chains() throws {
        var generator = SeededGenerator()
        let zone = try TimeZoneRules(identifier: "Europe/Amsterdam")
        for _ in 0..<SeededGenerator.runs(500) {
            let random = RandomRule(using: &generator)
            var rule = try RecurrenceRule(random.text)
            if rule.end == .never { rule = rule.ending(.day(random.start.adding(years: 12))) }
            let slots = rule.slots(from: RecurrenceSlot(date: random.start, time: random.time), in: zone)
            let expected = Array(slots.prefix(12))
            guard var slot = expected.first else { continue }
            var found = [slot]
            while found.count < 12, let next = rule.slot(after: slot, in: zone) {
                found.append(next)
                (rule, slot) = (rule.following, next)
            }
            #expect(found == expected, "\(random.text) from \(random.start), \(generator.note)")
        }
    }

    private static func python(_ input: String) throws -> [[String]] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("hometask-\(UUID().uuidString)")
        try Data(input.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "recurrences.py")
        let process = Process("python3", [script.path])
        process.standardInput = try FileHandle(forReadingFrom: file)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "python-dateutil is missing: run .ci/bootstrap --tests")
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
            line.split(separator: " ").map { String($0) }
        }
    }
}
