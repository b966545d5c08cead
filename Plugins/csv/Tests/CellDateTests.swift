// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskTime
import TestSupport
import Testing

@testable import PluginCSV

@Suite("Dates and times in cells")
struct CellDateTests {
    private let dates: CellDate

    init() throws { dates = CellDate(zone: try TimeZoneRules(identifier: "Europe/Amsterdam")) }

    @Test(
        "Common formats are read",
        arguments: [
            ("2026-11-27", "{\"date\":\"2026-11-27\"}"), ("27.11.2026", "{\"date\":\"2026-11-27\"}"),
            ("2026/11/27", "{\"date\":\"2026-11-27\"}"), ("27 Nov 2026", "{\"date\":\"2026-11-27\"}"),
            ("Fri, Nov 27th, 2026", "{\"date\":\"2026-11-27\"}"), ("27-Nov-26", "{\"date\":\"2026-11-27\"}"),
            ("November 27, 2026 6:30 PM", "{\"at\":\"2026-11-27T17:30:00Z\"}"),
            ("2026-11-27 18:00", "{\"at\":\"2026-11-27T17:00:00Z\"}"),
            ("2026-11-27T18:00:05.123+02:00", "{\"at\":\"2026-11-27T16:00:05Z\"}"),
            ("2026-11-27 18:00-05:30", "{\"at\":\"2026-11-27T23:30:00Z\"}"),
            ("2026-11-27T18:00Z", "{\"at\":\"2026-11-27T18:00:00Z\"}"),
            ("2026-11-27 12:00am", "{\"at\":\"2026-11-26T23:00:00Z\"}"),
            (
                "2026-11-27 18:00 America/New_York",
                "{\"at\":\"2026-11-27T23:00:00Z\",\"zone\":\"America/New_York\"}"
            ),
        ])
    func reading(_ cell: String, _ value: String) throws {
        #expect(try dates.value(cell).compactText == value)
    }

    @Test("The given order of day and month is used")
    func orders() throws {
        var dates = dates
        #expect(throws: CellDate.Fault.self) { try dates.value("03/04/2026") }
        dates.order = .dmy
        #expect(try dates.value("03/04/2026") == ["date": "2026-04-03"])
        dates.order = .mdy
        #expect(try dates.value("3/4/26") == ["date": "2026-03-04"])
        #expect(try dates.value("2026-04-03") == ["date": "2026-04-03"])
    }

    @Test(
        "Invalid dates are refused",
        arguments: [
            "", "soon", "2026-02-30", "31.02.2026", "2026-11-27 25:00", "2026-11-27 18:00 Mars/Base", "T",
            "2026-11-27T",
            "2026-11-27 18:00 13:00 x", "Nov 27", "2026-11-27 13:00 pm", "١/٢/٢٠٢٦",
            String(repeating: "2026-", count: 99),
        ])
    func refusing(_ cell: String) {
        #expect(throws: CellDate.Fault.self) { try dates.value(cell) }
    }

    @Test("Times round-trip, including the repeated hour")
    func roundTrip() throws {
        var random = SeededGenerator(usually: 44)
        let change: Int64 = 1_792_890_000
        for _ in 0..<SeededGenerator.runs(3000) {
            let near = Bool.random(using: &random)
            let seconds =
                near
                ? change + Int64.random(in: -8000...8000, using: &random)
                : Int64.random(in: -1 << 36...1 << 37, using: &random)
            var value: JSONObject = ["at": .string(Timestamp(seconds: seconds).rfc3339)]
            if Bool.random(using: &random) {
                value["zone"] = ["America/New_York", "UTC", "Asia/Kolkata"].randomElement(using: &random)!
            }
            let cell = dates.text(.object(value))
            #expect(try dates.value(cell) == .object(value), "\(cell), \(random.note)")
        }
    }
}
