// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskTime

/// What a reminder of a task is for, so exactly that nothing is sent twice for one thing, and a task with another date
/// is something else.
public enum ReminderOccasion: Hashable, Sendable {
    /// So long before it is due on a certain date.
    case before(ISODuration, due: Due)
    /// An instant that somebody chose.
    case at(Timestamp)
    /// It is overdue, and somebody wants to hear of it every so often until it is done.
    case nag(every: ISODuration, due: Due, at: Timestamp)
    /// The end of a snooze.
    case snoozed(until: Timestamp)
    /// Somebody came near the place where it is to be done, at a certain time.
    case near(at: Timestamp)

    /// The text from which ids are derived. A time zone says nothing about when a date is, so it is left out, and so is
    /// the time of day at which whole days are told of.
    var text: String {
        switch self {
        case .before(let length, let due): "before \(length) \(Self.text(due))"
        case .at(let instant): "at \(instant)"
        case .nag(let every, let due, let instant): "nag \(every) \(Self.text(due)) \(instant)"
        case .snoozed(let until): "snoozed \(until)"
        case .near(let instant): "near \(instant)"
        }
    }

    /// The text without the time of one nag: of a nag that all share of one date.
    var seriesText: String? {
        guard case .nag(let every, let due, _) = self else { return nil }
        return "nag \(every) \(Self.text(due))"
    }

    /// The instant of a nag; nil for anything else.
    var nagInstant: Timestamp? {
        guard case .nag(_, _, let instant) = self else { return nil }
        return instant
    }

    private static func text(_ due: Due) -> String {
        switch due {
        case .day(let date): date.description
        case .instant(let instant, _): instant.rfc3339
        }
    }
}
