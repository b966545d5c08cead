// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskTime

/// The time of a reminder: a duration before the task is due, or an instant.
public enum ReminderTime: Hashable, Sendable, CustomStringConvertible {
    /// This long before the task is due.
    case before(ISODuration)
    /// At an instant, regardless of when the task is due.
    case at(Timestamp)

    /// The element of a set of reminders that means "no reminders": if it is the only one, no defaults apply either.
    public static let none = "none"

    /// Parses a reminder from an element of a document's set; nil if it is not one.
    public init?(_ text: String) {
        if let length = ISODuration(iso: text) {
            self = .before(length)
        } else if let instant = Timestamp(rfc3339: text) {
            self = .at(instant)
        } else {
            return nil
        }
    }

    /// The element as stored in documents.
    public var description: String {
        switch self {
        case .before(let length): length.description
        case .at(let instant): instant.rfc3339
        }
    }

    /// The reminders of a document's member `reminders`; nil if it contains none, so that defaults apply; empty if it
    /// contains only `none`. A reminder that is added concurrently with `none` takes precedence.
    public static func all(_ texts: [String]) -> [ReminderTime]? {
        let times = texts.compactMap { ReminderTime($0) }
        return times.isEmpty && !texts.contains(none) ? nil : times
    }

    /// The value as stored in documents; an empty list means "no reminders".
    public static func json(_ times: [ReminderTime]) -> JSON {
        .array(times.isEmpty ? [.string(none)] : times.map { .string($0.description) })
    }
}
