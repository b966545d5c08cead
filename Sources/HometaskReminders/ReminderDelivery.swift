// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
import HometaskTime

/// A message to send for the reminders that have become due since the last message.
public struct ReminderDelivery: Hashable, Sendable {
    /// The message, which is that of the latest reminder.
    public let message: ReminderMessage
    /// The channel to send it on.
    public let channel: MemberChannel
    /// This device's rank among those that may send it: 0 for the preferred device, higher for devices that take over.
    public let failoverRank: Int
    /// The reminders that the message covers.
    let identities: [ReminderIdentity]
}

/// The identity of a reminder in a ledger.
struct ReminderIdentity: Hashable, Sendable {
    /// The id of the reminder's message.
    let id: DocumentID
    /// For a nag, an id shared by all nags of the same due date.
    let series: DocumentID?
    /// For a nag, its instant.
    let instant: Timestamp?
    /// For a nag, the time until the next one, in seconds.
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

    /// The id under which the ledger stores the reminder.
    var key: DocumentID { series ?? id }
}
