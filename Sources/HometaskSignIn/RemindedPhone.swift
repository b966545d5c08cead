// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskReminders
public import HometaskWebPush

/// A phone that wants reminders.
public struct RemindedPhone: Hashable, Sendable {
    /// The id of its document in the family.
    public let device: DocumentID
    /// The member who owns it.
    public let member: DocumentID
    /// The subscription that reaches it.
    public let subscription: PushSubscription
    /// The time from which it wants reminders.
    public let since: Timestamp
    /// The ledger of its reminders.
    public let ledger: ReminderLedger
}
