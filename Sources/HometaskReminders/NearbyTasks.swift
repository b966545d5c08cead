// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// The open tasks that can be done near a member's current position.
public struct NearbyTasks: Sendable {
    /// The default distance in metres within which a task counts as near.
    public static let usualRadius = 100.0

    /// The ids of all tasks found nearby, whether reported before or not; empty if the member is unknown.
    public private(set) var tasks: Set<DocumentID> = []
    /// The messages about these tasks, nearest first; one message for each channel that reaches a single device.
    public private(set) var messages: [ReminderMessage] = []

    /// Finds tasks that are assigned to a member or to nobody.
    ///
    /// - Parameters:
    ///   - here: the member's current position.
    ///   - member: the member to whom the messages are addressed; if unknown, nothing is found.
    ///   - now: the current time; tasks that wait until later are left out.
    ///   - isImperial: whether distances are in miles and feet.
    ///   - reader: the reader of the version that contains the tasks and their pins.
    public init(
        around here: Coordinates, for member: DocumentID, now: Timestamp, isImperial: Bool,
        reading reader: DocumentReader
    ) throws(ReplicaError) {
        let snapshot = try ReminderSnapshot(reading: reader)
        guard let member = snapshot.directory.members[member] else { return }
        let own = snapshot.channels(of: member).filter { $0.device == nil }
        let channels = own.isEmpty ? [ReminderSnapshot.terminal] : own
        var found: [(distance: Double, task: TaskRecord)] = []
        for task in snapshot.tasks where !task.isWaiting(at: now, in: snapshot.zone) {
            guard let place = task.place, snapshot.members(of: task).contains(where: { $0.id == member.id }),
                let path = DocumentPath(kind: .pin, id: place.pin), let bytes = try reader.bytes(at: path),
                let pin = (try? JSONObject.parse(bytes)).flatMap({ PinRecord($0) }), !pin.isDeleted,
                let distance = pin.coordinates?.distance(to: here),
                distance <= place.within ?? Self.usualRadius
            else { continue }
            found.append((distance: distance, task: task))
        }
        found.sort { ($0.distance, $0.task.id) < ($1.distance, $1.task.id) }
        tasks = Set(found.map { $0.task.id })
        messages = found.flatMap { distance, task in
            channels.map { channel in
                ReminderMessage(
                    .near(at: now), of: task, to: member, on: channel, at: now, in: snapshot, now: now,
                    distance: "You are near: \(Distance.text(distance, isImperial: isImperial)) away.")
            }
        }
    }
}
