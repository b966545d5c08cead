// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

/// One task, one member and one of the member's channels, from a device's point of view.
struct ReminderRoute {
    let context: DeviceContext
    let ledger: ReminderLedger
    /// The reminders that other devices have recorded as sent.
    let receipts: [SentReceipt]
    let task: TaskRecord
    let member: MemberRecord
    let channel: MemberChannel
    let failoverRank: Int

    func identity(_ reminder: PlannedReminder) -> ReminderIdentity {
        ReminderIdentity(
            reminder.occasion, of: task.id, to: member.id, on: channel, family: context.snapshot.directory.family?.id)
    }

    func isSent(_ reminder: PlannedReminder) -> Bool { ledger.isSent(identity(reminder), now: context.now) }

    /// Whether another device has recorded this reminder, or a later nag, as sent.
    func isSentByAnother(_ reminder: PlannedReminder) -> Bool {
        guard channel.device != nil else { return false }
        let identity = identity(reminder)
        let digits = SentReceipt.digits(of: identity.key)
        return receipts.contains { receipt in
            guard let instant = identity.instant else { return receipt.sent.contains(digits) }
            // A nag that was sent because of a clock far ahead does not count for later ones.
            return receipt.nags[digits].map { $0 >= instant && $0.seconds <= context.now.seconds + identity.interval }
                ?? false
        }
    }

    /// Whether a reminder became due after this device began to remind and after the channel was added. A nag is always
    /// wanted, because the member may not yet know that the task is overdue.
    func isWanted(_ reminder: PlannedReminder) -> Bool {
        if reminder.occasion.nagInstant != nil { return true }
        // A time in the future was written by a wrong clock and is ignored.
        let began = channel.since.flatMap { $0 <= context.now ? $0 : nil } ?? ledger.since
        return reminder.due >= max(ledger.since, began)
    }

    func message(_ reminder: PlannedReminder) -> ReminderMessage {
        ReminderMessage(
            reminder.occasion, of: task, to: member, on: channel, at: reminder.due, in: context.snapshot,
            now: context.now)
    }

    /// Combines several reminders into one message; nil if there are none.
    func delivery(of reminders: [PlannedReminder]) -> ReminderDelivery? {
        guard let last = reminders.last else { return nil }
        return ReminderDelivery(
            message: message(last), channel: channel, failoverRank: failoverRank, identities: reminders.map(identity))
    }
}
