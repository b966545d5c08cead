// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskReminders
import HometaskReplica
import HometaskTerminal
import HometaskTime

/// Sends the reminders that are due from this device, and records each message once it is sent.
struct ReminderRun {
    /// The result of a run.
    struct Report {
        /// The exit code: that of the first failure, if there was one.
        var status = ExitStatus.success
        /// The time when the next reminder falls due.
        var next: Timestamp?
        /// Whether no reminder was due, including those to be retried later.
        var isIdle = false
    }

    let session: FamilySession
    /// Whether standard output is unattended.
    let isUnattended: Bool
    let isJSON: Bool

    init(_ session: FamilySession, isUnattended: Bool, isJSON: Bool) {
        self.session = session
        self.isUnattended = isUnattended
        self.isJSON = isJSON
    }

    /// Returns the state of this device, and its messages to send.
    func makeSchedule(_ ledger: ReminderLedger) async throws -> (context: DeviceContext, schedule: ReminderSchedule) {
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

    /// Returns when the next reminder falls due, in a sentence.
    func words(next: Timestamp?) -> String {
        next.map { "The next one is due \(session.dates.instant($0))." } ?? "None is to come, either."
    }

    /// Sends all messages that are due.
    func send() async throws -> Report {
        let lock = try ReminderLock(session.replica)
        defer { withExtendedLifetime(lock) {} }
        let store = try await LedgerStore.open(session)
        let (context, schedule) = try await makeSchedule(store.ledger)
        var sender = ReminderSender(
            schedule, context, ledger: store.ledger, clock: { session.now }, keep: { try await store.keep($0) })
        try await sender.noteSettled()
        var report = Report(next: schedule.next, isIdle: schedule.deliveries.isEmpty && schedule.paused.isEmpty)
        var outcomes: [(delivery: ReminderDelivery, error: (any Error)?)] = []
        for delivery in schedule.deliveries where !isLeft(delivery) {
            if isPrinted(delivery) {
                outcomes.append((delivery, nil))
                continue
            }
            let channel = delivery.channel.name
            let outcome = try await sender.send(
                delivery, by: { try await session.channels.find(channel).deliver($0) }, unless: { $0 is BrokenPipe })
            switch outcome {
            case .passedOver: continue
            case .failed(let error):
                if report.status == ExitStatus.success { report.status = Self.status(of: error) }
                outcomes.append((delivery, error))
                printFailure(delivery, error)
            case .sent:
                outcomes.append((delivery, nil))
                try printSent(delivery)
            }
        }
        if isJSON {
            try printJSON(outcomes)
            // A message for the terminal counts as sent once it is printed.
            try await sender.recordSent(outcomes.map(\.delivery).filter(isPrinted))
        }
        reportPaused(schedule)
        if let receipt = try await sender.finish() { await give(receipt, from: context.device) }
        return report
    }

    /// Returns whether a delivery is for the terminal and is printed as JSON together with the others.
    private func isPrinted(_ delivery: ReminderDelivery) -> Bool {
        isJSON && delivery.channel.name == MemberChannel.terminalName
    }

    /// Returns whether a delivery is deferred because it needs a user at a terminal.
    private func isLeft(_ delivery: ReminderDelivery) -> Bool {
        isUnattended && delivery.channel.name == MemberChannel.terminalName
    }

    private func printSent(_ delivery: ReminderDelivery) throws {
        guard !isJSON, delivery.channel.name != MemberChannel.terminalName else { return }
        let message = delivery.message
        let failover = delivery.failoverRank > 0 ? ", in place of another device" : ""
        try session.output.say(
            "Reminded \(message.memberName) by \(delivery.channel.words)\(failover): \(message.title)")
    }

    private func printFailure(_ delivery: ReminderDelivery, _ error: any Error) {
        let message = delivery.message
        session.output.remark(
            "error: \(message.memberName) could not be reminded of ‘\(message.title)’ by \(delivery.channel.words): \(Self.words(error))"
        )
        let hint = (error as? ReplicaError)?.hint ?? (error as? PluginHostError)?.hint
        if let hint { session.output.remark("hint: \(hint.text)") }
    }

    private func reportPaused(_ schedule: ReminderSchedule) {
        guard !isUnattended, !isJSON, !schedule.paused.isEmpty else { return }
        for (channel, paused) in Dictionary(grouping: schedule.paused, by: \.channel.words).sorted(by: {
            $0.key < $1.key
        }) {
            let count = SyncFormatter.count(paused.count, "reminder")
            session.output.remark(
                "note: \(count) by \(channel) could not be sent and will be tried again later")
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

    /// Prints the sent messages as JSON.
    private func printJSON(_ outcomes: [(delivery: ReminderDelivery, error: (any Error)?)]) throws {
        try session.output.print(
            .array(
                outcomes.map { delivery, error in
                    var object = delivery.message.json
                    object["sent"] = .bool(error == nil)
                    object["error"] = error.map { .string(Self.words($0)) }
                    return .object(object)
                }))
    }

    /// Publishes a receipt of the messages sent on behalf of other devices. If the write fails, the next run retries
    /// it.
    private func give(_ receipt: SentReceipt, from device: DocumentID) async {
        do {
            try await session.write(command: SentReceipt.command) {
                try $0.reminders.publish(receipt, for: device)
            }
        } catch {
            session.output.remark(
                "note: the record of sent reminders could not be written for the other devices: \(Self.words(error))")
        }
    }
}

extension ReminderRun {
    /// Shows the reminders that would be sent now.
    func show() async throws {
        let schedule = try await makeSchedule(try await LedgerStore.peek(session)).schedule
        if isJSON { return try session.output.print(.array(schedule.deliveries.map { .object($0.message.json) })) }
        guard !schedule.deliveries.isEmpty else { return try session.output.say("No reminders are due.") }
        try session.output.print(
            ReminderTable.lines(schedule.deliveries.map { ($0.message, $0.message.instant) }, in: session))
    }
}
