// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskReminders

extension ReminderRun {
    /// Shows the reminders that would be sent now.
    func show() async throws {
        let schedule = try await makeSchedule(try await LedgerStore.peek(session)).schedule
        if isJSON { return try session.output.print(.array(schedule.deliveries.map { .object($0.message.json) })) }
        guard !schedule.deliveries.isEmpty else { return try session.output.say("No reminders are due.") }
        try session.output.print(
            ReminderTable.lines(schedule.deliveries.map { ($0.message, $0.message.instant) }, in: session))
    }
}
