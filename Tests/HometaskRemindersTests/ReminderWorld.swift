// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import TestSupport

@testable import HometaskReminders

/// A family with several devices that edit, sync, send reminders, sleep, crash and have their clocks set, in simulated
/// time.
struct ReminderWorld {
    /// One device's knowledge: its documents, each with its last writer and number of writes.
    struct Knowledge {
        var documents: [DocumentPath: JSONObject] = [:]
        var stamps: [DocumentPath: (count: Int, device: Int)] = [:]
        /// The time of each task's last change, by the clock of its author.
        var changes: [DocumentID: Timestamp] = [:]

        var reader: MemoryReader {
            let reader = MemoryReader(zone: "Europe/Amsterdam")
            for (path, members) in documents { reader.putFile(members.canonicalBytes(), at: path) }
            return reader
        }

        mutating func put(_ kind: DocumentKind, _ id: DocumentID, members: JSONObject) {
            guard let path = DocumentPath(kind: kind, id: id) else { return }
            var members = members
            (members["id"], members["kind"]) = (.string(id.description), .string(kind.rawValue))
            documents[path] = members
        }
    }

    struct Device {
        let id: DocumentID
        let owner: DocumentID
        var known: Knowledge { didSet { snapshot = nil } }
        /// The cached snapshot of `known`, read lazily.
        var snapshot: ReminderSnapshot?
        /// The ledger on the device's disk.
        var ledger: ReminderLedger
        var lastSync: Timestamp?
        /// The offset of the device's clock.
        var skew: Int64 = 0
        var sleepsUntil: Timestamp = "1970-01-01T00:00:00Z"
        var isGone = false
    }

    /// One sent message, by device and occasion.
    struct Sending: Hashable {
        let device: Int
        let occasion: DocumentID
    }

    /// Two days before the clocks go back.
    static let start: Timestamp = "2026-10-23T06:00:00Z"
    static let failoverDelay: Int64 = 6 * 3_600
    static let mia = DocumentID.test(1)
    static let tom = DocumentID.test(2)
    static let members = [mia, tom]

    var generator: SeededGenerator
    var now = Self.start
    var devices: [Device] = []
    var hub = Knowledge()
    /// The number of times that each device sent an occasion over a channel.
    var sent: [Sending: Int] = [:]
    /// The number of crashes of a device between sending and recording an occasion.
    var crashes: [Sending: Int] = [:]
    /// The number of times that each device's clock was set.
    var jumps: [Int: Int] = [:]
    /// The channels currently broken on each device.
    var broken: [Int: Set<String>] = [:]
    private let shared: Bool

    /// A family of two with three devices: Mia's phone, Tom's laptop, and Tom's machine at home.
    ///
    /// - Parameter shared: whether email reminders are sent, by the machine at home.
    init(shared: Bool, seed: UInt64) {
        self.shared = shared
        generator = SeededGenerator(seed: seed)
        for (index, owner) in [Self.mia, Self.tom, Self.tom].enumerated() {
            devices.append(
                Device(id: .test(10 + index), owner: owner, known: Knowledge(), ledger: ReminderLedger(since: now)))
        }
        for member in Self.members { addMember(member) }
        for index in devices.indices {
            write(.device, devices[index].id, members: ["name": "device"], on: index)
            sync(index)
        }
        for index in devices.indices { sync(index) }
    }

    private mutating func addMember(_ id: DocumentID) {
        var members: JSONObject = ["name": "somebody", "reminders": ["PT1H", "PT0S"]]
        if id == Self.mia { members["quietHours"] = ["from": "23:00", "to": "02:00"] }
        var mail: JSONObject = ["id": "m1", "channel": "email", "to": "a@example.org", "since": .string(now.rfc3339)]
        mail["device"] = .string(DocumentID.test(12).description)
        if shared { members["channels"] = [["id": "t1", "channel": "terminal"], .object(mail)] }
        write(.member, id, members: members, on: 0)
        sync(0)
    }

    // MARK: Documents

    func time(_ index: Int) -> Timestamp { now + devices[index].skew }

    mutating func write(_ kind: DocumentKind, _ id: DocumentID, members: JSONObject, on index: Int) {
        guard let path = DocumentPath(kind: kind, id: id) else { return }
        let count = (devices[index].known.stamps[path]?.count ?? 0) + 1
        devices[index].known.put(kind, id, members: members)
        devices[index].known.stamps[path] = (count, index)
        if kind == .task { devices[index].known.changes[id] = time(index) }
    }

    /// Joins two devices' knowledge, document by document: the later write wins.
    private static func join(_ left: inout Knowledge, _ right: Knowledge) {
        for (path, stamp) in right.stamps {
            if let own = left.stamps[path], (own.count, own.device) >= (stamp.count, stamp.device) { continue }
            guard let id = path.id, let members = right.documents[path] else { continue }
            left.put(path.kind, id, members: members)
            left.stamps[path] = stamp
            left.changes[id] = right.changes[id] ?? left.changes[id]
        }
    }

    mutating func sync(_ index: Int) {
        Self.join(&hub, devices[index].known)
        if hub.stamps.contains(where: {
            devices[index].known.stamps[$0.key]?.count != $0.value.count
                || devices[index].known.stamps[$0.key]?.device != $0.value.device
        }) {
            Self.join(&devices[index].known, hub)
        }
        devices[index].lastSync = time(index)
    }

    // MARK: Reminding

    /// Lets a device send its due messages and write its receipt.
    ///
    /// - Parameter crashesAfter: the number of messages after which the device crashes, before the last is recorded;
    ///   nil for no crash.
    mutating func remind(_ index: Int, crashesAfter: Int? = nil) throws {
        var ledger = devices[index].ledger
        ledger.adjust(to: time(index))
        let context = try context(index)
        let known = devices[index].known
        let schedule = try ReminderSchedule(context, ledger) { id throws(ReplicaError) in try Self.changed(id, known) }
        for delivery in schedule.settled { ledger.recordDelivery(delivery, at: time(index), isOurs: false) }
        for (count, delivery) in schedule.deliveries.enumerated() {
            if broken[index]?.contains(delivery.channel.name) == true {
                ledger.noteFailure(delivery, at: time(index))
            } else {
                let sendings = delivery.identities.map { Sending(device: index, occasion: $0.id) }
                for sending in sendings { sent[sending, default: 0] += 1 }
                if crashesAfter == count {
                    for sending in sendings { crashes[sending, default: 0] += 1 }
                    return
                }
                ledger.recordDelivery(delivery, at: time(index))
            }
            devices[index].ledger = ledger
        }
        ledger.prune(keeping: schedule.present, now: time(index))
        if let receipt = context.receipt(after: schedule, ledger) {
            write(.device, devices[index].id, members: ["name": "device", "reminded": receipt.json], on: index)
        }
        devices[index].ledger = ledger
    }

    private mutating func context(_ index: Int) throws -> DeviceContext {
        let snapshot = try devices[index].snapshot ?? ReminderSnapshot(reading: devices[index].known.reader)
        devices[index].snapshot = snapshot
        return DeviceContext(
            snapshot, device: devices[index].id, owner: devices[index].owner,
            now: time(index), lastSync: devices[index].lastSync, failoverDelay: Self.failoverDelay)
    }

    /// A superset of `DocumentReader.lastChange(of:)` for documents with authors: it also includes removals from a set,
    /// and any other change of the tasks before a task or in its ring.
    private static func changed(_ id: DocumentID, _ known: Knowledge) throws(ReplicaError) -> Timestamp? {
        guard let path = DocumentPath(kind: .task, id: id), let task = known.documents[path].flatMap({ TaskRecord($0) })
        else { return nil }
        let ring =
            task.after.isEmpty ? nil : try TaskDependencies(of: [task], reading: known.reader).ring(of: task.id)
        return ([task.id] + task.after + (ring ?? [])).compactMap { known.changes[$0] }.max()
    }
}
