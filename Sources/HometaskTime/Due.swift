// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// When a task is due, or until when it is hidden: a whole day, which is the same day in every zone, or an instant.
public enum Due: Hashable, Sendable {
    /// Some time on that day.
    case day(CivilDate)
    /// An instant; the zone in which it was meant, if that is not the family's.
    case instant(Timestamp, zone: String?)

    /// A time from a document's member `due` or `wait`; nil if it is not one.
    public init?(_ json: JSON?) {
        self.init(
            at: json?["at"]?.stringValue.flatMap { Timestamp(rfc3339: $0) }, date: json?["date"]?.stringValue,
            zone: json?["zone"]?.stringValue)
    }

    /// A time from the members of such a value; nil if it is not one.
    package init?(at: Timestamp?, date: String?, zone: String?) {
        if let date = date.flatMap({ CivilDate(iso: $0) }) {
            self = .day(date)
        } else if let at {
            self = .instant(at, zone: zone)
        } else {
            return nil
        }
    }

    /// The value as documents hold it.
    public var json: JSON {
        switch self {
        case .day(let date): return ["date": .string(date.description)]
        case .instant(let at, let zone):
            var object: JSONObject = ["at": .string(at.rfc3339)]
            object["zone"] = zone.map { .string($0) }
            return .object(object)
        }
    }

    /// The day that calendars in a zone show.
    public func date(in zone: TimeZoneRules) -> CivilDate {
        switch self {
        case .day(let date): date
        case .instant(let at, _): zone.civil(at: at).date
        }
    }

    /// The first instant of it: the beginning of the day in the given zone, or the instant itself.
    public func beginning(in zone: TimeZoneRules) -> Timestamp {
        switch self {
        case .day(let date): zone.startOfDay(date)
        case .instant(let at, _): at
        }
    }

    /// The last instant at which the task is not yet late: the end of the day in the given zone, or the instant itself.
    public func deadline(in zone: TimeZoneRules) -> Timestamp {
        switch self {
        case .day(let date):
            let nextDay = CivilTime(date: date.adding(days: 1), time: .midnight)
            return Timestamp(seconds: zone.timestamp(of: nextDay).seconds - 1)
        case .instant(let at, _): return at
        }
    }
}
