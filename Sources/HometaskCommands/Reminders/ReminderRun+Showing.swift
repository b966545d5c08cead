// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskReminders

extension ReminderRun {
    /// Shows the reminders that would be sent now.
    func show() async throws {
        let round = try await round(try await LedgerStore.peek(session)).round
        if isJSON { return try session.output.print(.array(round.deliveries.map { .object($0.message.json) })) }
        guard !round.deliveries.isEmpty else { return try session.output.say("No reminders are due.") }
        try session.output.print(
            ReminderTable.lines(round.deliveries.map { ($0.message, $0.message.instant) }, in: session))
    }
}
