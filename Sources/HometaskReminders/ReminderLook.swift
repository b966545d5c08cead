// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskReplica

/// One task, one member and one channel of theirs, as a device looks at them.
struct ReminderLook {
    let desk: ReminderDesk
    let ledger: ReminderLedger
    /// What the other devices have told.
    let signs: [ReminderSign]
    let task: TaskRecord
    let member: MemberRecord
    let channel: MemberChannel
    let turn: Int

    func identity(_ reminder: PlannedReminder) -> ReminderIdentity {
        ReminderIdentity(
            reminder.occasion, of: task.id, to: member.id, on: channel, family: desk.situation.directory.family?.id)
    }

    func isSent(_ reminder: PlannedReminder) -> Bool { ledger.isSent(identity(reminder), now: desk.now) }

    /// Whether another device has told that it sent a reminder: this one, or a later nag.
    func isSentByAnother(_ reminder: PlannedReminder) -> Bool {
        guard channel.device != nil else { return false }
        let identity = identity(reminder)
        let digits = ReminderSign.digits(of: identity.key)
        return signs.contains { sign in
            guard let instant = identity.instant else { return sign.sent.contains(digits) }
            // A nag that a clock far ahead brought about says nothing of those that come.
            return sign.nags[digits].map { $0 >= instant && $0.seconds <= desk.now.seconds + identity.interval }
                ?? false
        }
    }

    /// Whether a reminder fell due neither before this device began to remind nor before the channel was there. A nag is
    /// always wanted: it says that something is overdue, which is news to who has never been told.
    func isWanted(_ reminder: PlannedReminder) -> Bool {
        if reminder.occasion.nagInstant != nil { return true }
        // A time ahead was written by a wrong clock, and says nothing.
        let began = channel.since.flatMap { $0 <= desk.now ? $0 : nil } ?? ledger.since
        return reminder.due >= max(ledger.since, began)
    }

    func message(_ reminder: PlannedReminder) -> ReminderMessage {
        ReminderMessage(
            reminder.occasion, of: task, to: member, on: channel, at: reminder.due, in: desk.situation, now: desk.now)
    }

    /// One message for all of some reminders; nil where there are none.
    func delivery(of reminders: [PlannedReminder]) -> ReminderDelivery? {
        guard let last = reminders.last else { return nil }
        return ReminderDelivery(
            message: message(last), channel: channel, turn: turn, identities: reminders.map(identity))
    }
}
