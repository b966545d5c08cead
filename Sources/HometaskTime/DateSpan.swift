// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// An inclusive range of days, or an instant.
public enum DateSpan: Hashable, Sendable {
    /// The days from the first to the last; both may be the same day.
    case days(CivilDate, CivilDate)
    /// A single instant, which is both the start and the end.
    case instant(Timestamp)

    /// The first instant of the span in a zone.
    public func start(in zone: TimeZoneRules) -> Timestamp {
        switch self {
        case .days(let first, _): zone.startOfDay(first)
        case .instant(let instant): instant
        }
    }

    /// The last second of the span in a zone.
    public func end(in zone: TimeZoneRules) -> Timestamp {
        switch self {
        case .days(_, .latest): Timestamp(seconds: .max)
        case .days(_, let last): Timestamp(seconds: zone.startOfDay(last.adding(days: 1)).seconds - 1)
        case .instant(let instant): instant
        }
    }
}
