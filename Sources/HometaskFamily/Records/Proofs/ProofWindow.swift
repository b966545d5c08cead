// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskTime

/// When the photo that proves a task must be taken.
public struct ProofWindow: Hashable, Sendable {
    /// The times of day between which it must be taken.
    public var hours: ClockSpan
    /// The IANA time zone of the hours; nil for the family's.
    public var zone: String?

    /// Creates a window; `zone` is the IANA zone of the hours, nil for the family's.
    public init(_ hours: ClockSpan, zone: String?) {
        self.hours = hours
        self.zone = zone
    }

    /// Parses a window from its document value; nil if the value is malformed.
    public init?(_ json: JSON?) {
        guard let hours = ClockSpan(json) else { return nil }
        self.init(hours, zone: json?["zone"]?.stringValue)
    }

    /// The value as stored in documents.
    public var json: JSON {
        guard case .object(var object) = hours.json else { return .null }
        object["zone"] = zone.map { .string($0) }
        return .object(object)
    }

    /// When the window closes, for a task with a due date.
    func end(for due: Due, familyZone: TimeZoneRules) -> Timestamp {
        let zone = self.zone.flatMap { try? TimeZoneRules(identifier: $0) } ?? familyZone
        let day = due.date(in: zone)
        return zone.timestamp(of: CivilTime(date: hours.spansMidnight ? day.adding(days: 1) : day, time: hours.to))
    }

    /// Whether an instant is within the window: between its hours, on the day on which the task is due, or on any day
    /// if there is no due date. Hours that extend past midnight belong to the day on which they begin.
    public func contains(_ instant: Timestamp, due: Due?, familyZone: TimeZoneRules) -> Bool {
        let zone = self.zone.flatMap { try? TimeZoneRules(identifier: $0) } ?? familyZone
        let civil = zone.civil(at: instant)
        guard hours.contains(civil.time) else { return false }
        let beginning = hours.spansMidnight && civil.time < hours.to ? civil.date.adding(days: -1) : civil.date
        return due.map { $0.date(in: zone) == beginning } ?? true
    }
}
