// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskTime

/// When a task is due, or until when it waits: a whole day, which is the same day in every zone, or an instant.
public enum TaskTime: Hashable, Sendable {
    /// Some time on that day.
    case day(CivilDate)
    /// At that instant; the zone is the one it was meant in, where it is not the family's.
    case instant(Timestamp, zone: String?)

    /// A time from a document's member `due` or `wait`; nil where it is none.
    public init?(_ json: JSON?) {
        if let date = json?["date"]?.stringValue.flatMap({ CivilDate(iso: $0) }) {
            self = .day(date)
        } else if let at = json?["at"]?.stringValue.flatMap({ Timestamp(rfc3339: $0) }) {
            self = .instant(at, zone: json?["zone"]?.stringValue)
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

    /// The first instant of it in a zone.
    public func beginning(in zone: TimeZoneRules) -> Timestamp {
        switch self {
        case .day(let date): zone.startOfDay(date)
        case .instant(let at, _): at
        }
    }
}

extension PluginSession {
    /// The rules of the family's time zone; those of UTC where this machine does not know the zone.
    public var zoneRules: TimeZoneRules {
        do throws(TimeZoneError) {
            return try TimeZoneRules(identifier: zone)
        } catch {
            return .utc
        }
    }
}
