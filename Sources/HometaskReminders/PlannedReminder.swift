// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// One reminder of a task to one member.
public struct PlannedReminder: Hashable, Sendable {
    /// The occasion, such as the end of a snooze.
    public let occasion: ReminderOccasion
    /// When it is due: not while the task is hidden or snoozed, and at the end of quiet hours if it would otherwise
    /// fall into them.
    public let due: Timestamp

    /// Creates a reminder; `due` must already take hiding, snoozing and quiet hours into account.
    public init(_ occasion: ReminderOccasion, due: Timestamp) {
        self.occasion = occasion
        self.due = due
    }
}
