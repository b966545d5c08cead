// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskTime

/// When the photo that proves a task must be taken.
public struct ProofWindow: Hashable, Sendable {
    /// Between which times of day.
    public var hours: ClockSpan
    /// The IANA time zone of the hours; nil for the family's.
    public var zone: String?

    /// Creates a window; `zone` is the IANA zone of the hours, nil for the family's.
    public init(_ hours: ClockSpan, zone: String?) {
        self.hours = hours
        self.zone = zone
    }

    /// A window from its document value; nil if it is not one.
    public init?(_ json: JSON?) {
        guard let hours = ClockSpan(json) else { return nil }
        self.init(hours, zone: json?["zone"]?.stringValue)
    }

    /// The value as documents hold it.
    public var json: JSON {
        guard case .object(var object) = hours.json else { return .null }
        object["zone"] = zone.map { .string($0) }
        return .object(object)
    }

    /// Whether an instant lies in it: between its hours, of the day on which a task is due; where no date is known, of
    /// any day. Hours that go past midnight are those of the day on which they begin.
    public func contains(_ instant: Timestamp, due: Due?, familyZone: TimeZoneRules) -> Bool {
        let zone = self.zone.flatMap { try? TimeZoneRules(identifier: $0) } ?? familyZone
        let civil = zone.civil(at: instant)
        guard hours.contains(civil.time) else { return false }
        let beginning = hours.spansMidnight && civil.time < hours.to ? civil.date.adding(days: -1) : civil.date
        return due.map { $0.date(in: zone) == beginning } ?? true
    }
}
