// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily

/// A device's record of sent reminders, stored only on the device and never synced.
///
/// An entry is made after a message was sent and before the next one is sent. If the device is switched off in between,
/// one message is sent twice, but none is lost.
public struct ReminderLedger: Hashable, Sendable {
    /// The name under which a replica stores the ledger.
    public static let localName = "reminders"
    /// How long an entry is kept, in seconds, after its reminder has disappeared (because the task was done or
    /// rescheduled). An undo or a sync may restore the reminder.
    static let memory: Int64 = 60 * 86_400
    /// The retry delay after the first failure, and the maximum retry delay, in seconds.
    static let pauses: (first: Int64, longest: Int64) = (60, 3_600)

    /// When this device began to send reminders; earlier reminders are not sent.
    public private(set) var since: Timestamp
    /// The tasks whose places the member was near at the last check.
    public private(set) var near: Set<DocumentID> = []
    /// When each reminder was sent.
    private var sent: [DocumentID: Timestamp] = [:]
    /// The reminders that another device has sent instead, and the time when this device learnt of it.
    private var settled: [DocumentID: Timestamp] = [:]
    /// The latest nag sent for each due date, keyed by the id that all nags of that date share.
    private var nags: [DocumentID: Nag] = [:]
    private var failures: [DocumentID: Failure] = [:]

    private struct Nag: Hashable {
        let instant: Timestamp
        let sentAt: Timestamp
        /// Whether this device, rather than another, sent the nag.
        let isOurs: Bool
    }

    private struct Failure: Hashable {
        let count: Int64
        let until: Timestamp
    }

    /// Creates the ledger of a device that begins to send reminders.
    public init(since: Timestamp) {
        self.since = since
    }

    /// Adjusts to the current clock: if ``since`` is in the future because the clock was ahead, it becomes the current
    /// time.
    public mutating func adjust(to now: Timestamp) {
        since = min(since, now)
    }

    /// Whether a reminder has been sent.
    func isSent(_ identity: ReminderIdentity, now: Timestamp) -> Bool {
        guard let series = identity.series, let instant = identity.instant else {
            return sent[identity.id] != nil || settled[identity.id] != nil
        }
        guard let nag = nags[series] else { return false }
        // If the clock was far ahead when the last nag was sent, that nag does not count.
        return nag.instant >= instant && nag.instant.seconds <= now.seconds + identity.interval
    }

    /// Returns the time before which a message is not retried; nil if it may be sent now.
    func pause(of message: DocumentID, now: Timestamp) -> Timestamp? {
        guard let failure = failures[message], failure.until > now,
            failure.until.seconds - now.seconds <= Self.pauses.longest
        else { return nil }
        return failure.until
    }

    /// Records that a delivery was made, by this device or another.
    public mutating func recordDelivery(_ delivery: ReminderDelivery, at now: Timestamp, isOurs: Bool = true) {
        for identity in delivery.identities {
            if let series = identity.series, let instant = identity.instant {
                nags[series] = Nag(instant: instant, sentAt: now, isOurs: isOurs)
            } else if isOurs {
                sent[identity.id] = now
            } else {
                settled[identity.id] = now
            }
        }
        failures[delivery.message.id] = nil
    }

    /// Records that a delivery failed.
    public mutating func noteFailure(_ delivery: ReminderDelivery, at now: Timestamp) {
        let count = (failures[delivery.message.id]?.count ?? 0) + 1
        let pause = min(Self.pauses.longest, Self.pauses.first << min(count - 1, 10))
        failures[delivery.message.id] = Failure(count: count, until: Timestamp(seconds: now.seconds + pause))
    }

    /// Returns those of the given reminders that this device has sent, in the form of a receipt for other devices.
    func sentReminders(of present: Set<DocumentID>) -> (sent: Set<String>, nags: [String: Timestamp]) {
        var latest: [String: Timestamp] = [:]
        for id in present {
            if let nag = nags[id], nag.isOurs { latest[SentReceipt.digits(of: id)] = nag.instant }
        }
        return (sent: Set(present.filter { sent[$0] != nil }.map { SentReceipt.digits(of: $0) }), nags: latest)
    }

    /// Records the tasks whose places the member is near.
    public mutating func noteNear(_ tasks: Set<DocumentID>) { near = tasks }

    /// Removes old entries whose reminders cannot recur.
    ///
    /// - Parameters:
    ///   - present: the ids in the current plans.
    ///   - now: the current time, from which the age of an entry is counted.
    public mutating func prune(keeping present: Set<DocumentID>, now: Timestamp) {
        let isKept = { (id: DocumentID, time: Timestamp) in
            present.contains(id) || time.seconds > now.seconds - Self.memory
        }
        sent = sent.filter { isKept($0.key, $0.value) }
        settled = settled.filter { isKept($0.key, $0.value) }
        nags = nags.filter { isKept($0.key, $0.value.sentAt) }
        failures = failures.filter { isKept($0.key, $0.value.until) }
    }

    /// The number of entries.
    public var count: Int { sent.count + settled.count + nags.count + failures.count }
}

extension ReminderLedger {
    /// Reads a ledger from its bytes; nil if they are not a ledger.
    public init?(_ bytes: [UInt8]) {
        guard let object = (try? JSON.parse(bytes))?.objectValue,
            let since = object["since"]?.stringValue.flatMap({ Timestamp(rfc3339: $0) })
        else { return nil }
        self.init(since: since)
        near = Set(object["near"]?.arrayValue?.compactMap { $0.stringValue.flatMap { DocumentID($0) } } ?? [])
        sent = Self.times(object["sent"])
        settled = Self.times(object["settled"])
        for (key, value) in object["nags"]?.objectValue?.members ?? JSONObject().members {
            guard let id = DocumentID(key.string), let instant = Self.time(value["instant"]),
                let time = Self.time(value["sent"])
            else { continue }
            nags[id] = Nag(instant: instant, sentAt: time, isOurs: value["theirs"] == nil)
        }
        for (key, value) in object["failures"]?.objectValue?.members ?? JSONObject().members {
            guard let id = DocumentID(key.string), let until = Self.time(value["until"]),
                let count = value["count"]?.intValue
            else { continue }
            failures[id] = Failure(count: Int64(count), until: until)
        }
    }

    private static func times(_ json: JSON?) -> [DocumentID: Timestamp] {
        var times: [DocumentID: Timestamp] = [:]
        for (key, value) in json?.objectValue?.members ?? JSONObject().members {
            guard let id = DocumentID(key.string), let time = time(value) else { continue }
            times[id] = time
        }
        return times
    }

    private static func time(_ json: JSON?) -> Timestamp? {
        json?.stringValue.flatMap { Timestamp(rfc3339: $0) }
    }

    /// The bytes that a device stores.
    public var bytes: [UInt8] {
        var object: JSONObject = ["since": .string(since.rfc3339)]
        if !near.isEmpty { object["near"] = .array(near.sorted().map { .string($0.description) }) }
        object["sent"] = Self.object(sent) { .string($0.rfc3339) }
        object["settled"] = Self.object(settled) { .string($0.rfc3339) }
        object["nags"] = Self.object(nags) { nag in
            var value: JSONObject = ["instant": .string(nag.instant.rfc3339), "sent": .string(nag.sentAt.rfc3339)]
            if !nag.isOurs { value["theirs"] = true }
            return .object(value)
        }
        object["failures"] = Self.object(failures) {
            ["count": .number(JSONNumber(Int($0.count))), "until": .string($0.until.rfc3339)]
        }
        return object.canonicalBytes()
    }

    private static func object<Value>(_ entries: [DocumentID: Value], _ json: (Value) -> JSON) -> JSON? {
        if entries.isEmpty { return nil }
        var object = JSONObject()
        for (id, value) in entries.sorted(by: { $0.key < $1.key }) {
            object[ExactString(id.description)] = json(value)
        }
        return .object(object)
    }
}
