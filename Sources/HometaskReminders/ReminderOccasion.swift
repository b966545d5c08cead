// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskTime

/// The occasion of a reminder. It identifies a reminder so that nothing is sent twice for the same occasion, while a
/// task with a new date has a new occasion.
public enum ReminderOccasion: Hashable, Sendable {
    /// A duration before the given due date.
    case before(ISODuration, due: Due)
    /// An instant that was set explicitly.
    case at(Timestamp)
    /// The task is overdue, and the member is reminded at intervals until it is done.
    case nag(every: ISODuration, due: Due, at: Timestamp)
    /// The end of a snooze.
    case snoozed(until: Timestamp)
    /// A member came near the task's place at a certain time.
    case near(at: Timestamp)

    /// The text from which ids are derived. It excludes the time zone, which does not affect the due time, and the time
    /// of day at which reminders for whole days are sent.
    var text: String {
        switch self {
        case .before(let length, let due): "before \(length) \(Self.text(due))"
        case .at(let instant): "at \(instant)"
        case .nag(let every, let due, let instant): "nag \(every) \(Self.text(due)) \(instant)"
        case .snoozed(let until): "snoozed \(until)"
        case .near(let instant): "near \(instant)"
        }
    }

    /// The text without the time of a nag, shared by all nags of one date.
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
