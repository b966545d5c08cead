// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskTime

/// The time of a reminder: a duration before the task is due, or an instant.
public enum ReminderTime: Hashable, Sendable, CustomStringConvertible {
    /// So long before the task is due.
    case before(ISODuration)
    /// At an instant, whenever the task is due.
    case at(Timestamp)

    /// The element of a set of reminders that stands for none at all: with it alone, no defaults apply either.
    public static let none = "none"

    /// A reminder from the element of a document's set; nil if it is not one.
    public init?(_ text: String) {
        if let length = ISODuration(iso: text) {
            self = .before(length)
        } else if let instant = Timestamp(rfc3339: text) {
            self = .at(instant)
        } else {
            return nil
        }
    }

    /// The element as documents hold it.
    public var description: String {
        switch self {
        case .before(let length): length.description
        case .at(let instant): instant.rfc3339
        }
    }

    /// The reminders of a document's member `reminders`; nil if it says nothing about them, so that defaults apply, and
    /// none at all where it says `none`. Whoever adds a reminder while another says `none` gets the reminder.
    public static func all(_ texts: [String]) -> [ReminderTime]? {
        let times = texts.compactMap { ReminderTime($0) }
        return times.isEmpty && !texts.contains(none) ? nil : times
    }

    /// The value as documents hold it; an empty list says that there are none.
    public static func json(_ times: [ReminderTime]) -> JSON {
        .array(times.isEmpty ? [.string(none)] : times.map { .string($0.description) })
    }
}
