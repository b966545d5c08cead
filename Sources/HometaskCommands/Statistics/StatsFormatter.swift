// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskQueries
import HometaskTime

/// Formats the names, dates and durations in statistics.
struct StatsFormatter {
    private let request: StatisticsRequest

    init(_ request: StatisticsRequest) { self.request = request }

    func name(ofMember subject: Statistics.Subject) -> String { request.name(ofMember: subject) }

    func name(ofCategory subject: Statistics.Subject) -> String { request.name(ofCategory: subject) }

    /// Returns the colour of a member, `#rrggbb`.
    func color(ofMember subject: Statistics.Subject) -> String? {
        guard case .known(let id) = subject else { return nil }
        return request.directory.members[id]?.color
    }

    /// Returns the colour of a category, `#rrggbb`.
    func color(ofCategory subject: Statistics.Subject) -> String? {
        guard case .known(let id) = subject else { return nil }
        return request.directory.categories[id]?.color
    }

    /// The scope of the statistics: `for Mia, in House, 1 Nov 2026 to 21 Nov 2026`; empty if they cover everything.
    var scope: String {
        var parts: [String] = []
        if let member = request.member { parts.append("for \(request.directory.name(of: member))") }
        if let category = request.category { parts.append("in \(name(ofCategory: .known(category)))") }
        switch (request.since, request.until) {
        case (let since?, let until?): parts.append(since == until ? date(since) : "\(date(since)) to \(date(until))")
        case (let since?, nil): parts.append("since \(date(since))")
        case (nil, let until?): parts.append("until \(date(until))")
        case (nil, nil): break
        }
        return parts.joined(separator: ", ")
    }

    private func date(_ date: CivilDate) -> String { "\(date.day) \(date.shortMonthName) \(date.year)" }

    /// Returns the name of a period: `Sat 21 Nov`, `16 Nov`, `Nov 2026`, with the year if it is not the current one.
    func name(of period: Statistics.Period) -> String {
        let first = period.first
        let year = first.year == request.today.year ? "" : " \(first.year)"
        return switch request.step {
        case .day: "\(first.weekday.shortName) \(first.day) \(first.shortMonthName)\(year)"
        case .week: "\(first.day) \(first.shortMonthName)\(year)"
        case .month: "\(first.shortMonthName) \(first.year)"
        }
    }

    /// The heading above the names of periods.
    var periodTitle: String {
        switch request.step {
        case .day: "Day"
        case .week: "Week from"
        case .month: "Month"
        }
    }

    /// Returns a fraction in per cent; 0 and 100 only if the fraction is exactly none or all.
    static func percent(_ part: Double?) -> String {
        guard let part else { return "–" }
        if part <= 0 { return "0 %" }
        return part >= 1 ? "100 %" : "\(min(max(Int((part * 100).rounded()), 1), 99)) %"
    }

    /// Returns a duration in at most two units: `3 days 4 hours`.
    static func length(_ seconds: Double) -> String {
        let minutes = Int((seconds / 60).rounded())
        let (days, hours) = (minutes / 1440, minutes % 1440 / 60)
        switch (days, hours) {
        case (0, 0): return SyncFormatter.count(minutes, "minute")
        case (0, _): return parts(SyncFormatter.count(hours, "hour"), minutes % 60, noun: "minute")
        case (14..., _): return SyncFormatter.count(days, "day")
        default: return parts(SyncFormatter.count(days, "day"), hours, noun: "hour")
        }
    }

    private static func parts(_ first: String, _ count: Int, noun: String) -> String {
        count == 0 ? first : "\(first) \(SyncFormatter.count(count, noun))"
    }

    /// Returns the upper limit of a class of durations: `3 days`; nil for the class without a limit.
    static func words(_ length: CompletionLength) -> String? {
        switch length {
        case .hour: "an hour"
        case .quarterDay: "6 hours"
        case .day: "a day"
        case .threeDays: "3 days"
        case .week: "a week"
        case .twoWeeks: "2 weeks"
        case .month: "30 days"
        case .quarter: "91 days"
        case .year: "a year"
        case .longer: nil
        }
    }
}
