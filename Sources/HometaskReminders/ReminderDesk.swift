// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskReplica

/// A device that looks for what it has to send: who it is, what it knows, and what its clock says.
public struct ReminderDesk: Sendable {
    /// The family as this device knows it.
    public let situation: ReminderSituation
    /// The device.
    public let device: DocumentID
    /// The member it belongs to, to whom it brings the reminders of channels that are each device's own.
    public let owner: DocumentID?
    /// The wall clock.
    public let now: Timestamp
    /// When it last synced: what it knows of other devices is no newer.
    public let lastSync: Timestamp?
    /// How long it waits for another device, in seconds.
    public let grace: Int64

    /// How long a device waits for the one that should send, before it takes over: a day.
    public static let usualGrace: Int64 = 86_400

    /// A desk.
    public init(
        _ situation: ReminderSituation, device: DocumentID, owner: DocumentID?, now: Timestamp, lastSync: Timestamp?,
        grace: Int64 = usualGrace
    ) {
        self.situation = situation
        self.device = device
        self.owner = owner
        self.now = now
        self.lastSync = lastSync
        self.grace = grace
    }

    /// From when on a device sends a reminder in its turn.
    ///
    /// The first sends at once. Each other gives those before it a grace from when the reminder fell due, or from when the
    /// task was last changed, whichever is later, and not in quiet hours; and as long again where it has not synced since, and so could not hear
    /// that it was sent.
    func start(
        of turn: Int, of reminder: PlannedReminder, to member: MemberRecord, changed: Timestamp?
    ) -> Timestamp {
        if turn == 0 { return reminder.due }
        let known = max(reminder.due, changed.map { min($0, now) } ?? reminder.due)
        let begin = member.quietHours?.end(at: known, in: situation.zone) ?? known
        let start = Timestamp(seconds: begin.seconds + Int64(turn) * grace)
        if let lastSync, lastSync.seconds >= start.seconds - grace / 4 { return start }
        return Timestamp(seconds: start.seconds + grace)
    }

    /// What the device should tell the others now of what it has sent; nil where there is nothing new to tell, or it did
    /// so a short while ago: a quarter of the grace, so that what it sends is known before others take over.
    ///
    /// - Parameter round: the round after which it is told.
    public func sign(after round: ReminderRound, _ ledger: ReminderLedger) -> ReminderSign? {
        guard situation.hasSharedChannels else { return nil }
        let (sent, nags) = ledger.told(of: round.shared)
        let own = situation.directory.devices.first { $0.id == device }?.reminded
        if let own, own.at <= now {
            let isTold =
                sent.isSubset(of: own.sent) && nags.allSatisfy { (own.nags[$0.key] ?? $0.value - 1) >= $0.value }
            if isTold || now.seconds - own.at.seconds < grace / 4 { return nil }
        }
        return ReminderSign(at: now, sent: sent, nags: nags)
    }
}

extension Timestamp {
    fileprivate static func - (time: Timestamp, seconds: Int64) -> Timestamp {
        Timestamp(seconds: time.seconds - seconds)
    }
}
