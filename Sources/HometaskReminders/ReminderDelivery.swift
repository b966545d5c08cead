// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
import HometaskTime

/// A message to send, for one or several reminders that fell due since the last one.
public struct ReminderDelivery: Hashable, Sendable {
    /// The message: that of the latest of the reminders.
    public let message: ReminderMessage
    /// The channel it goes out on.
    public let channel: MemberChannel
    /// This device's rank among those that may send it: 0 if it should, more where it takes over from another.
    public let failoverRank: Int
    /// The reminders that are sent with it.
    let identities: [ReminderIdentity]
}

/// By what a ledger knows a reminder.
struct ReminderIdentity: Hashable, Sendable {
    /// The id of the message that is sent for it.
    let id: DocumentID
    /// Of a nag, an id that all nags of the date share.
    let series: DocumentID?
    /// Of a nag, its instant.
    let instant: Timestamp?
    /// Of a nag, how far it is from the next, in seconds.
    let interval: Int64

    init(
        _ occasion: ReminderOccasion, of task: DocumentID, to member: DocumentID, on channel: MemberChannel,
        family: DocumentID?
    ) {
        id = ReminderMessage.id(occasion.text, of: task, to: member, on: channel, family: family)
        series = occasion.seriesText.map {
            ReminderMessage.id($0, of: task, to: member, on: channel, family: family)
        }
        instant = occasion.nagInstant
        if case .nag(let every, _, _) = occasion {
            interval = every.approximateSeconds
        } else {
            interval = 0
        }
    }

    /// The id under which the ledger keeps it.
    var key: DocumentID { series ?? id }
}
