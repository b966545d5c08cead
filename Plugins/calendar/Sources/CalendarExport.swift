// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// The export of tasks as a calendar with one to-do for each task.
struct CalendarExport {
    private let call: Call
    private let writer: ContentWriter
    private let zones: CalendarZones

    init(_ call: Call) {
        self.call = call
        writer = ContentWriter(call: call)
        zones = CalendarZones(call.session)
    }

    func run() throws {
        try writer.line("BEGIN", [], value: "VCALENDAR")
        try writer.line("VERSION", [], value: "2.0")
        try writer.line("PRODID", [], value: "-//hometask//calendar 1.0//EN")
        try writer.line("CALSCALE", [], value: "GREGORIAN")
        for (name, years) in try usedZones().sorted(by: { $0.key < $1.key }) {
            if let rules = zones.rules(name) { try ZoneComponent(rules, years: years).writeComponent(writer) }
        }
        var todo = try TodoWriter(call, zones: zones)
        let isShort = call.flag("open")
        try call.forEachDocument(.task, modified: true) { task in
            if !isShort || task["completion"] == nil { try todo.writeTask(task) }
        }
        try writer.line("END", [], value: "VCALENDAR")
    }

    /// Returns the time zones used for local times, each with the first and last year in which it is used.
    private func usedZones() throws -> [String: ClosedRange<Int>] {
        var used: [String: ClosedRange<Int>] = [:]
        try call.forEachDocument(.task) { task in
            for name in call.flag("share") ? ["due"] : ["due", "wait"] {
                guard let time = Due(task[name]),
                    let zone = zones.clock(of: time, isRecurring: TodoWriter.rule(task) != nil)
                else { continue }
                let year = time.date(in: zone).year
                let years = used[zone.identifier] ?? year...year
                used[zone.identifier] = min(years.lowerBound, year)...max(years.upperBound, year)
            }
        }
        return used
    }
}
