// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging
public import HometaskTime

/// Changes to a member's reminders; nil leaves a value unchanged.
public struct ReminderPreferences: Hashable, Sendable {
    /// When to remind of tasks that say nothing about it; an empty list for never, nil inside for what the family has.
    public var reminders: [ReminderTime]??
    /// The time of day at which whole days count as due; nil inside for the usual one.
    public var remindAt: TimeOfDay??
    /// When not to remind; nil inside for no such hours.
    public var quietHours: ClockSpan??

    /// Preferences that change nothing.
    public init() {}

    /// Whether they change nothing.
    public var isEmpty: Bool { reminders == nil && remindAt == nil && quietHours == nil }

    var values: [FieldName: JSON?] {
        var values: [FieldName: JSON?] = [:]
        if let reminders { values.updateValue(reminders.map { ReminderTime.json($0) }, forKey: "reminders") }
        if let remindAt { values.updateValue(remindAt.map { .string($0.hourAndMinute) }, forKey: "remindAt") }
        if let quietHours { values.updateValue(quietHours?.json, forKey: "quietHours") }
        return values
    }
}

/// What can be done to how and when people are reminded.
public struct ReminderOperations {
    let transaction: Transaction

    /// Changes how a member is reminded.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func setPreferences(_ preferences: ReminderPreferences, of member: DocumentID) throws {
        let name = try transaction.members.record(member).name
        if try !transaction.writeFields(preferences.values, to: Transaction.path(of: .member, member)).isEmpty {
            transaction.tell("changed when \(name) is reminded")
        }
    }

    /// Reminds nobody of a task until an instant, and of it then; nil takes that back. Too slight a change to bring
    /// back what others delete at the same time.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func snooze(_ task: DocumentID, until instant: Timestamp?) throws {
        let title = Diary.quoted(try transaction.tasks.record(task).title)
        let value = instant.map { JSON.string($0.rfc3339) }
        if try !transaction.writeFields(["snooze": value], to: Transaction.path(of: .task, task), weakly: true).isEmpty
        {
            transaction.tell(instant == nil ? "ended the snooze of \(title)" : "snoozed \(title)")
        }
    }

    /// Gives a member a further channel.
    ///
    /// - Throws: `ReplicaError` (`notFound`; `alreadyExists` where it is there already).
    public func addChannel(_ channel: MemberChannel, to member: DocumentID) throws {
        let record = try transaction.members.record(member)
        if record.channels.contains(where: { $0.name == channel.name && $0.address == channel.address }) {
            throw ReplicaError(
                .alreadyExists, "\(record.name) is reminded by \(channel.words) already",
                hint: "\(.listChannels) lists the channels.")
        }
        try transaction.changeDocument(at: Transaction.path(of: .member, member)) { document in
            _ = document.insertItem(channel.members, into: Self.channels, by: transaction.author)
        }
        transaction.tell("added the channel \(Diary.quoted(channel.words)) to \(record.name)'s reminders")
    }

    /// Takes a channel away from a member.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func removeChannel(_ channel: MemberChannel, from member: DocumentID) throws {
        let record = try transaction.members.record(member)
        let isRemoved = try transaction.changeDocument(at: Transaction.path(of: .member, member)) { document in
            document.makeList(of: Self.channels, by: transaction.author)
            return document.removeItem(channel.id, from: Self.channels, by: transaction.author)
        }
        guard isRemoved else { throw Self.goneChannel(channel, record) }
        transaction.tell("removed the channel \(Diary.quoted(channel.words)) from \(record.name)'s reminders")
    }

    /// Lets another device send on a channel.
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
            transaction.tell("let another device send \(record.name)'s reminders by \(Diary.quoted(channel.words))")
        }
    }

    /// Tells the others what a device has sent for them.
    public func publish(_ receipt: SentReceipt, for device: DocumentID) throws {
        let path = try Transaction.path(of: .device, device)
        if try transaction.document(at: path) == nil { try transaction.devices.setName("device", of: device) }
        if try !transaction.writeFields(["reminded": receipt.json], to: path).isEmpty {
            transaction.tell("told which reminders were sent")
        }
    }

    private static let channels: FieldName = "channels"

    private static func goneChannel(_ channel: MemberChannel, _ member: MemberRecord) -> ReplicaError {
        ReplicaError(
            .notFound, "\(member.name) is no longer reminded by \(channel.words)",
            hint: "\(.listChannels) lists the channels.")
    }
}
