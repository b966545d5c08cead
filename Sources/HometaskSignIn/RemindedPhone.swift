// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskReminders
public import HometaskWebPush

/// A phone that wants reminders.
public struct RemindedPhone: Hashable, Sendable {
    /// The id of its document in the family.
    public let device: DocumentID
    /// Whose phone it is.
    public let member: DocumentID
    /// How it is reached.
    public let subscription: PushSubscription
    /// Since when it wants reminders.
    public let since: Timestamp
    /// What it was reminded of.
    public let ledger: ReminderLedger
}
