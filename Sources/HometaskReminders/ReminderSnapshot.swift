// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskQueries
public import HometaskTime

/// The input for reminders: a family's members, devices and open tasks at one version.
public struct ReminderSnapshot: Sendable {
    /// The members, their channels, and the devices.
    public let directory: FamilyDirectory
    /// The tasks with possible reminders: those that are open and not blocked by another.
    public let tasks: [TaskRecord]
    /// The family's time zone.
    public let zone: TimeZoneRules

    /// A channel that replaces all members' channels; nil to use the members' own.
    private var channel: MemberChannel?

    /// The default channel of a member without channels.
    public static let terminal = MemberChannel(
        id: "", name: MemberChannel.terminalName, address: nil, device: nil, since: nil)

    /// Reads a family's documents.
    ///
    /// - Parameters:
    ///   - reader: the reader of the family's version.
    ///   - id: the only task to read; nil for all.
    public init(reading reader: DocumentReader, only id: DocumentID? = nil) throws(ReplicaError) {
        let directory = try FamilyDirectory(reading: reader)
        var found: [TaskRecord] = []
        let selected = TaskRecord.listedMembers.union(["description"])
        let take = { (members: JSONObject) in
            guard let task = TaskRecord(members), task.isOpen, !task.isDeleted else { return }
            found.append(task)
        }
        if let id {
            if let path = DocumentPath(kind: .task, id: id), let bytes = try reader.bytes(at: path),
                let members = try? JSONObject.parse(bytes)
            {
                take(members)
            }
        } else {
            try reader.forEachMembers(of: .task, selecting: selected) { _, members in take(members) }
        }
        let dependencies = try TaskDependencies(of: found, reading: reader)
        self.directory = directory
        zone = directory.zone
        tasks = found.filter { !dependencies.isBlocked($0.id) }
    }

    /// Returns the snapshot for a device that reminds its member on a single channel of its own.
    public func reminding(by channel: MemberChannel) -> ReminderSnapshot {
        var snapshot = self
        snapshot.channel = channel
        return snapshot
    }

    /// Returns the members who are reminded of a task: its assignees, or everybody if it has none.
    public func members(of task: TaskRecord) -> [MemberRecord] {
        let assigned = Set(task.assignees.map { directory.current($0) })
        let active = directory.activeMembers.filter { assigned.contains($0.id) }
        return task.assignees.isEmpty ? directory.activeMembers : active
    }

    /// Returns the channels on which a member is reminded, without duplicates.
    public func channels(of member: MemberRecord) -> [MemberChannel] {
        if let channel { return [channel] }
        guard !member.channels.isEmpty else { return [Self.terminal] }
        var found: [MemberChannel] = []
        for channel in member.channels
        where !found.contains(where: { $0.name == channel.name && $0.address == channel.address }) {
            found.append(channel)
        }
        return found
    }

    /// Computes the plan of a task's reminders for a member.
    public func plan(_ task: TaskRecord, for member: MemberRecord, asOf time: Timestamp) -> ReminderPlan {
        ReminderPlan(task, for: member, defaults: directory.family?.reminders, in: zone, asOf: time)
    }

    /// Whether any reminders are sent by one device on behalf of others.
    public var hasSharedChannels: Bool {
        directory.activeMembers.contains { $0.channels.contains { $0.device != nil } }
    }

    /// Returns the rank of a device among those that may send on a channel: 0 for the preferred device, 1 for the first
    /// fallback, and so on; nil if the device does not send on the channel.
    ///
    /// The preferred device of a shared channel is the one that the channel names, unless that device is forgotten. All
    /// other devices that have ever sent a reminder follow, in the order of their ids. On a channel that names no
    /// device, only the devices of the member send; `owner` is the member that the given device belongs to.
    public func failoverRank(
        of device: DocumentID, owner: DocumentID?, on channel: MemberChannel, of member: DocumentID
    ) -> Int? {
        guard let named = channel.device else { return owner == member ? 0 : nil }
        if named == device { return 0 }
        let isForgotten = directory.devices.contains { $0.id == named && $0.isForgotten }
        let others = directory.devices.filter {
            $0.reminded != nil && !$0.isForgotten && $0.id != named && $0.id != device
        }
        return (isForgotten ? 0 : 1) + others.count { $0.id < device }
    }
}
