// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The time at which a task is due or stops being hidden: a whole day, the same in every zone, or an instant.
public enum Due: Hashable, Sendable {
    /// Some time on that day.
    case day(CivilDate)
    /// An instant, with its intended zone if that is not the family's.
    case instant(Timestamp, zone: String?)

    /// Parses a document's member `due` or `wait`; nil if the value is malformed.
    public init?(_ json: JSON?) {
        self.init(
            at: json?["at"]?.stringValue.flatMap { Timestamp(rfc3339: $0) }, date: json?["date"]?.stringValue,
            zone: json?["zone"]?.stringValue)
    }

    /// Creates a time from the members of such an object; nil if their combination is invalid.
    package init?(at: Timestamp?, date: String?, zone: String?) {
        if let date = date.flatMap({ CivilDate(iso: $0) }) {
            self = .day(date)
        } else if let at {
            self = .instant(at, zone: zone)
        } else {
            return nil
        }
    }

    /// The value as stored in documents.
    public var json: JSON {
        switch self {
        case .day(let date): return ["date": .string(date.description)]
        case .instant(let at, let zone):
            var object: JSONObject = ["at": .string(at.rfc3339)]
            object["zone"] = zone.map { .string($0) }
            return .object(object)
        }
    }

    /// Returns the calendar day in a zone.
    public func date(in zone: TimeZoneRules) -> CivilDate {
        switch self {
        case .day(let date): date
        case .instant(let at, _): zone.civil(at: at).date
        }
    }

    /// Returns the first instant: the beginning of the day in the given zone, or the instant itself.
    public func beginning(in zone: TimeZoneRules) -> Timestamp {
        switch self {
        case .day(let date): zone.startOfDay(date)
        case .instant(let at, _): at
        }
    }

    /// Returns the last instant at which the task is not yet late: the end of the day in the given zone, or the instant
    /// itself.
    public func deadline(in zone: TimeZoneRules) -> Timestamp {
        switch self {
        case .day(let date):
            let nextDay = CivilTime(date: date.adding(days: 1), time: .midnight)
            return Timestamp(seconds: zone.timestamp(of: nextDay).seconds - 1)
        case .instant(let at, _): return at
        }
    }
}
