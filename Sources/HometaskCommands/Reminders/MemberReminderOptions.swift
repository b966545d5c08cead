// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica
import HometaskTime

/// The options that say how a member is reminded.
struct MemberReminderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When to remind them of tasks that say nothing about it, such as '1d,2h'; none, or default.",
            valueName: "when"))
    var remind: String?

    @Option(
        help: ArgumentHelp(
            "The time of day at which tasks are due that are due on a day; 09:00 by default.", valueName: "time"))
    var remindAt: String?

    @Option(
        help: ArgumentHelp("When not to remind them, such as 21:00-07:00; or none.", valueName: "from-to"))
    var quiet: String?

    var isEmpty: Bool { remind == nil && remindAt == nil && quiet == nil }

    /// What the options say.
    func habits(in session: FamilySession) throws -> ReminderHabits {
        var habits = ReminderHabits()
        if let remind { habits.reminders = .some(try ReminderWords.coming(remind, in: session)) }
        if let remindAt {
            guard let time = TimeOfDay(hourAndMinute: remindAt) else {
                guard ["", "default"].contains(remindAt.lowercased()) else {
                    throw UsageError("‘\(remindAt)’ is no time of day", hint: "Write it like 08:30.")
                }
                habits.remindAt = .some(nil)
                return try withQuiet(habits)
            }
            habits.remindAt = .some(time)
        }
        return try withQuiet(habits)
    }

    private func withQuiet(_ habits: ReminderHabits) throws -> ReminderHabits {
        guard let quiet else { return habits }
        var habits = habits
        if ["", "none"].contains(quiet.lowercased()) {
            habits.quietHours = .some(nil)
        } else if let hours = ClockSpan(text: quiet) {
            habits.quietHours = .some(hours)
        } else {
            throw UsageError("‘\(quiet)’ are no quiet hours", hint: "Write them like 21:00-07:00, or none.")
        }
        return habits
    }
}
