// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica
import HometaskTime

/// The options for a member's reminder preferences.
struct MemberReminderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When to remind them of tasks without reminders of their own, such as '1d,2h'; none, or default.",
            valueName: "when"))
    var remind: String?

    @Option(
        help: ArgumentHelp(
            "The time at which tasks that are due on a day count as due; 09:00 by default.", valueName: "time"))
    var remindAt: String?

    @Option(
        help: ArgumentHelp("When not to remind them, such as 21:00-07:00; or none.", valueName: "from-to"))
    var quiet: String?

    var isEmpty: Bool { remind == nil && remindAt == nil && quiet == nil }

    /// Returns the preferences given by the options.
    func preferences(in session: FamilySession) throws -> ReminderPreferences {
        var preferences = ReminderPreferences()
        if let remind { preferences.reminders = .some(try ReminderParser.coming(remind, in: session)) }
        if let remindAt {
            guard let time = TimeOfDay(hourAndMinute: remindAt) else {
                guard ["", "default"].contains(remindAt.lowercased()) else {
                    throw UsageError("‘\(remindAt)’ is not a time of day", hint: "Write it like 08:30.")
                }
                preferences.remindAt = .some(nil)
                return try withQuiet(preferences)
            }
            preferences.remindAt = .some(time)
        }
        return try withQuiet(preferences)
    }

    private func withQuiet(_ preferences: ReminderPreferences) throws -> ReminderPreferences {
        guard let quiet else { return preferences }
        var preferences = preferences
        if ["", "none"].contains(quiet.lowercased()) {
            preferences.quietHours = .some(nil)
        } else if let hours = ClockSpan(text: quiet) {
            preferences.quietHours = .some(hours)
        } else {
            throw UsageError("‘\(quiet)’ is not a span of quiet hours", hint: "Write them like 21:00-07:00, or none.")
        }
        return preferences
    }
}
