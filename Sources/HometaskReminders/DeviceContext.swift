// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskTime

/// The context in which a device decides which reminders to send: its identity, its documents and its clock.
public struct DeviceContext: Sendable {
    /// The family, as far as this device knows it.
    public let snapshot: ReminderSnapshot
    /// The id of this device, under which it records its sent reminders for other devices.
    public let device: DocumentID
    /// The member who owns this device. It delivers that member's reminders on channels that reach a single device.
    public let owner: DocumentID?
    /// The time on this device's wall clock.
    public let now: Timestamp
    /// The time of this device's last sync, up to which it knows about other devices.
    public let lastSync: Timestamp?
    /// The time to wait for another device before taking over, in seconds.
    public let failoverDelay: Int64

    /// The default ``failoverDelay``: a day.
    public static let usualFailoverDelay: Int64 = 86_400

    /// Creates the context of a device at a given time.
    public init(
        _ snapshot: ReminderSnapshot, device: DocumentID, owner: DocumentID?, now: Timestamp, lastSync: Timestamp?,
        failoverDelay: Int64 = usualFailoverDelay
    ) {
        self.snapshot = snapshot
        self.device = device
        self.owner = owner
        self.now = now
        self.lastSync = lastSync
        self.failoverDelay = failoverDelay
    }

    /// Returns the time from which a device sends a reminder, depending on its rank among the devices that may send it.
    ///
    /// The first device sends at once. Each further device waits ``failoverDelay`` for each one before it. The waiting
    /// time starts when the reminder was due or when the task was last changed, whichever is later, and not in quiet
    /// hours. A device that has not synced since then may not know that the reminder was already sent, so it waits for
    /// another ``failoverDelay``.
    func start(
        of failoverRank: Int, of reminder: PlannedReminder, to member: MemberRecord, changed: Timestamp?
    ) -> Timestamp {
        if failoverRank == 0 { return reminder.due }
        let known = max(reminder.due, changed.map { min($0, now) } ?? reminder.due)
        let begin = member.quietHours?.end(at: known, in: snapshot.zone) ?? known
        let start = Timestamp(seconds: begin.seconds + Int64(failoverRank) * failoverDelay)
        if let lastSync, lastSync.seconds >= start.seconds - failoverDelay / 4 { return start }
        return Timestamp(seconds: start.seconds + failoverDelay)
    }

    /// Returns the receipt of sent reminders that the device should record for other devices; nil if there is nothing
    /// new, or if its last receipt is more recent than a quarter of ``failoverDelay``. Other devices therefore learn
    /// what was sent before they take over.
    ///
    /// - Parameters:
    ///   - schedule: the schedule that has just been sent.
    ///   - ledger: the ledger, in which the sent reminders are already recorded.
    public func receipt(after schedule: ReminderSchedule, _ ledger: ReminderLedger) -> SentReceipt? {
        guard snapshot.hasSharedChannels else { return nil }
        let (sent, nags) = ledger.sentReminders(of: schedule.shared)
        let own = snapshot.directory.devices.first { $0.id == device }?.reminded
        if let own, own.at <= now {
            let isTold =
                sent.isSubset(of: own.sent) && nags.allSatisfy { (own.nags[$0.key] ?? $0.value - 1) >= $0.value }
            if isTold || now.seconds - own.at.seconds < failoverDelay / 4 { return nil }
        }
        return SentReceipt(at: now, sent: sent, nags: nags)
    }
}

extension Timestamp {
    fileprivate static func - (time: Timestamp, seconds: Int64) -> Timestamp {
        Timestamp(seconds: time.seconds - seconds)
    }
}
