// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskReminders
public import HometaskWebPush

/// A phone with reminders turned on.
public struct RemindedPhone: Hashable, Sendable {
    /// The id of the phone's document in the family.
    public let device: DocumentID
    /// The member who owns the phone.
    public let member: DocumentID
    /// The push subscription of the phone.
    public let subscription: PushSubscription
    /// The time from which the phone gets reminders.
    public let since: Timestamp
    /// The ledger of the phone's reminders.
    public let ledger: ReminderLedger
}
