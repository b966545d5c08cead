// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging
public import HometaskTime

/// Changes to a member's reminders; nil leaves a value unchanged.
public struct ReminderPreferences: Hashable, Sendable {
    /// The default reminders for tasks without reminders of their own; an empty list for none, an inner nil for the
    /// family's.
    public var reminders: [ReminderTime]??
    /// The time of day at which whole days count as due; an inner nil for the default.
    public var remindAt: TimeOfDay??
    /// The hours without reminders; an inner nil for none.
    public var quietHours: ClockSpan??

    /// Creates an empty change.
    public init() {}

    /// Whether nothing is changed.
    public var isEmpty: Bool { reminders == nil && remindAt == nil && quietHours == nil }

    var values: [FieldName: JSON?] {
        var values: [FieldName: JSON?] = [:]
        if let reminders { values.updateValue(reminders.map { ReminderTime.json($0) }, forKey: "reminders") }
        if let remindAt { values.updateValue(remindAt.map { .string($0.hourAndMinute) }, forKey: "remindAt") }
        if let quietHours { values.updateValue(quietHours?.json, forKey: "quietHours") }
        return values
    }
}

/// Operations on how and when people are reminded.
public struct ReminderOperations {
    let transaction: Transaction

    /// Changes the reminder preferences of a member.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func setPreferences(_ preferences: ReminderPreferences, of member: DocumentID) throws {
        let name = try transaction.members.record(member).name
        if try !transaction.writeFields(preferences.values, to: Transaction.path(of: .member, member)).isEmpty {
            transaction.describe("changed when \(name) is reminded")
        }
    }

    /// Suppresses a task's reminders until an instant, and sends a reminder then; nil cancels the snooze. This is a
    /// weak write: it does not restore a task that is deleted concurrently.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func snooze(_ task: DocumentID, until instant: Timestamp?) throws {
        let title = CommitMessage.quoted(try transaction.tasks.record(task).title)
        let value = instant.map { JSON.string($0.rfc3339) }
        if try !transaction.writeFields(["snooze": value], to: Transaction.path(of: .task, task), weakly: true).isEmpty
        {
            transaction.describe(instant == nil ? "ended the snooze of \(title)" : "snoozed \(title)")
        }
    }

    /// Adds a channel to a member.
    ///
    /// - Throws: `ReplicaError` (`notFound`; `alreadyExists` if the member already has the channel).
    public func addChannel(_ channel: MemberChannel, to member: DocumentID) throws {
        let record = try transaction.members.record(member)
        if record.channels.contains(where: { $0.name == channel.name && $0.address == channel.address }) {
            throw ReplicaError(
                .alreadyExists, "\(record.name) is already reminded by \(channel.words)",
                hint: "\(.listChannels) lists the channels.")
        }
        try transaction.changeDocument(at: Transaction.path(of: .member, member)) { document in
            _ = document.insertItem(channel.members, into: Self.channels, by: transaction.author)
        }
        transaction.describe("added the channel \(CommitMessage.quoted(channel.words)) to \(record.name)'s reminders")
    }

    /// Removes a channel from a member.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func removeChannel(_ channel: MemberChannel, from member: DocumentID) throws {
        let record = try transaction.members.record(member)
        let isRemoved = try transaction.changeDocument(at: Transaction.path(of: .member, member)) { document in
            document.makeList(of: Self.channels, by: transaction.author)
            return document.removeItem(channel.id, from: Self.channels, by: transaction.author)
        }
        guard isRemoved else { throw Self.goneChannel(channel, record) }
        transaction.describe(
            "removed the channel \(CommitMessage.quoted(channel.words)) from \(record.name)'s reminders")
    }

    /// Makes another device the sender on a channel.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func handOver(_ channel: MemberChannel, of member: DocumentID, to device: DocumentID) throws {
        let record = try transaction.members.record(member)
        guard record.channels.contains(where: { $0.id == channel.id }) else { throw Self.goneChannel(channel, record) }
        let isChanged = try transaction.changeDocument(at: Transaction.path(of: .member, member)) { document in
            document.writeItem(
                channel.id, ["device": .string(device.description)], in: Self.channels, by: transaction.author)
        }
        if isChanged {
            transaction.describe(
                "let another device send \(record.name)'s reminders by \(CommitMessage.quoted(channel.words))")
        }
    }

    /// Publishes for other devices the receipt of messages sent on their behalf.
    public func publish(_ receipt: SentReceipt, for device: DocumentID) throws {
        let path = try Transaction.path(of: .device, device)
        if try transaction.document(at: path) == nil { try transaction.devices.setName("device", of: device) }
        if try !transaction.writeFields(["reminded": receipt.json], to: path).isEmpty {
            transaction.describe("told which reminders were sent")
        }
    }

    private static let channels: FieldName = "channels"

    private static func goneChannel(_ channel: MemberChannel, _ member: MemberRecord) -> ReplicaError {
        ReplicaError(
            .notFound, "\(member.name) is no longer reminded by \(channel.words)",
            hint: "\(.listChannels) lists the channels.")
    }
}
