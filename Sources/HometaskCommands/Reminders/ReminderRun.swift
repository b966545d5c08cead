// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskReminders
import HometaskReplica
import HometaskTerminal
import HometaskTime

/// Sends what is due from this device, and notes each message once it is sent.
struct ReminderRun {
    /// What came of it.
    struct Report {
        /// The exit code: of the first failure, if there was one.
        var status = ExitStatus.success
        /// When something falls due next.
        var next: Timestamp?
    }

    let session: FamilySession
    /// Whether nobody looks at standard output.
    let isUnattended: Bool
    let isJSON: Bool

    init(_ session: FamilySession, isUnattended: Bool, isJSON: Bool) {
        self.session = session
        self.isUnattended = isUnattended
        self.isJSON = isJSON
    }

    /// What this device knows, and what it has to do.
    func round(_ ledger: ReminderLedger) async throws -> (context: DeviceContext, round: ReminderSchedule) {
        let (device, lastSync) = (try await session.replica.deviceID(), try await session.replica.lastSync())
        let member = try await session.replica.member()
        let now = session.now
        return try await session.replica.read { reader in
            let snapshot = try ReminderSnapshot(reading: reader)
            let context = DeviceContext(
                snapshot, device: device, owner: member.map { snapshot.directory.current($0) }, now: now,
                lastSync: lastSync)
            let schedule = try ReminderSchedule(context, ledger) { task throws(ReplicaError) in
                try reader.lastChange(of: task)
            }
            return (context, schedule)
        }
    }

    /// Sends all that is due.
    func send() async throws -> Report {
        let lock = try await ReminderLock(session.replica)
        defer { withExtendedLifetime(lock) {} }
        var store = try await LedgerStore.open(session)
        let (context, round) = try await round(store.ledger)
        if !round.settled.isEmpty {
            for delivery in round.settled { store.ledger.note(delivery, at: context.now, isOurs: false) }
            try await store.save()
        }
        var report = Report(next: round.next)
        var outcomes: [(ReminderDelivery, (any Error)?)] = []
        var broken: Set<String> = []
        for delivery in round.deliveries where !isLeft(delivery) && !broken.contains(delivery.channel.words) {
            if isJSON, delivery.channel.name == MemberChannel.terminalName {
                outcomes.append((delivery, nil))
                continue
            }
            do {
                try await deliver(delivery)
            } catch let error as BrokenPipe {
                throw error
            } catch {
                broken.insert(delivery.channel.words)
                store.ledger.noteFailure(delivery, at: session.now)
                try await store.save()
                if report.status == ExitStatus.success { report.status = Self.status(of: error) }
                outcomes.append((delivery, error))
                tell(delivery, error)
                continue
            }
            store.ledger.note(delivery, at: session.now)
            try await store.save()
            outcomes.append((delivery, nil))
            try tell(delivery)
        }
        if isJSON { try await printJSON(outcomes, &store) }
        tellPaused(round)
        let before = store.ledger
        store.ledger.prune(keeping: round.present, now: context.now)
        if store.ledger != before { try await store.save() }
        await giveReceipt(context, round, store.ledger)
        return report
    }

    /// Whether a delivery is left to somebody who sits at a terminal.
    private func isLeft(_ delivery: ReminderDelivery) -> Bool {
        isUnattended && delivery.channel.name == MemberChannel.terminalName
    }

    private func deliver(_ delivery: ReminderDelivery) async throws {
        try await session.reminderChannel(delivery.channel.name).deliver(delivery.message)
    }

    private func tell(_ delivery: ReminderDelivery) throws {
        guard !isJSON, delivery.channel.name != MemberChannel.terminalName else { return }
        let message = delivery.message
        let turn = delivery.failoverRank > 0 ? ", in place of another device" : ""
        try session.output.say(
            "Reminded \(message.memberName) by \(delivery.channel.words)\(turn): \(message.title)")
    }

    private func tell(_ delivery: ReminderDelivery, _ error: any Error) {
        let message = delivery.message
        session.output.remark(
            "error: \(message.memberName) could not be reminded of ‘\(message.title)’ by \(delivery.channel.words): \(Self.words(error))"
        )
        let hint = (error as? ReplicaError)?.hint ?? (error as? PluginHostError)?.hint
        if let hint { session.output.remark("hint: \(hint)") }
    }

    private func tellPaused(_ round: ReminderSchedule) {
        guard !isUnattended, !isJSON, !round.paused.isEmpty else { return }
        for (channel, paused) in Dictionary(grouping: round.paused, by: \.channel.words).sorted(by: { $0.key < $1.key })
        {
            let count = SyncWords.count(paused.count, "reminder")
            session.output.remark(
                "note: \(count) by \(channel) could not be sent before, and will be tried again later")
        }
    }

    private static func words(_ error: any Error) -> String {
        (error as? ReplicaError)?.message ?? "\(error)"
    }

    private static func status(of error: any Error) -> Int32 {
        switch error {
        case let error as ReplicaError: ExitStatus.of(error.code)
        case let error as PluginHostError: ExitStatus.of(error.code)
        default: ExitStatus.tryAgain
        }
    }

    /// Prints what was sent for programs: what is meant for the terminal counts as sent once it is printed.
    private func printJSON(
        _ outcomes: [(ReminderDelivery, (any Error)?)], _ store: inout LedgerStore
    ) async throws {
        try session.output.print(
            .array(
                outcomes.map { delivery, error in
                    var object = delivery.message.json
                    object["sent"] = .bool(error == nil)
                    object["error"] = error.map { .string(Self.words($0)) }
                    return .object(object)
                }))
        var hasNoted = false
        for (delivery, error) in outcomes where error == nil && delivery.channel.name == MemberChannel.terminalName {
            store.ledger.note(delivery, at: session.now)
            hasNoted = true
        }
        if hasNoted { try await store.save() }
    }

    /// Tells the other devices what was sent for them, where there is something to tell. Where that cannot be written
    /// now, the next run tries again.
    private func giveReceipt(_ context: DeviceContext, _ round: ReminderSchedule, _ ledger: ReminderLedger) async {
        guard let receipt = context.receipt(after: round, ledger) else { return }
        do {
            _ = try await session.replica.write(command: SentReceipt.command) {
                try $0.give(receipt, for: context.device)
            }
        } catch {
            session.output.remark("note: the other devices could not be told what was sent: \(Self.words(error))")
        }
    }
}
