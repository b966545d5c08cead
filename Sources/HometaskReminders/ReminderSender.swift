// SPDX-License-Identifier: Apache-2.0

// Embedded Swift for WebAssembly has no concurrency, so there reminders are only computed and not sent.
#if !hasFeature(Embedded)
public import HometaskDocuments
public import HometaskFamily

/// Sends a device's due messages. If the program is killed, no message is lost, and at most one is sent twice.
///
/// Invariant: a message is recorded in the ledger only after its channel accepted it, and the ledger is stored before
/// the next message is sent. At most one sent message is therefore unrecorded, and is sent again with the same id.
public struct ReminderSender {
    /// The result of sending a message.
    public enum Outcome {
        /// The channel accepted the message, and the delivery is recorded.
        case sent
        /// The message was not sent, and is retried later.
        case failed(any Error)
        /// The message was skipped, because its channel failed earlier in this round.
        case passedOver
    }

    /// The ledger, as last stored.
    public private(set) var ledger: ReminderLedger
    private let context: DeviceContext
    private let schedule: ReminderSchedule
    private let clock: () -> Timestamp
    private let keep: (ReminderLedger) async throws -> Void
    private var broken: Set<String> = []

    /// Prepares a round.
    ///
    /// - Parameters:
    ///   - schedule: the messages to send, computed from the context and the ledger.
    ///   - context: the device, with its documents and its clock.
    ///   - ledger: the ledger as last stored, which is updated with each result.
    ///   - clock: the current time.
    ///   - keep: stores the ledger durably, so that it survives a power cut.
    public init(
        _ schedule: ReminderSchedule, _ context: DeviceContext, ledger: ReminderLedger,
        clock: @escaping () -> Timestamp, keep: @escaping (ReminderLedger) async throws -> Void
    ) {
        self.schedule = schedule
        self.context = context
        self.ledger = ledger
        self.clock = clock
        self.keep = keep
    }

    /// Records the messages that another device has sent instead. Call this before sending anything.
    public mutating func noteSettled() async throws {
        if schedule.settled.isEmpty { return }
        for delivery in schedule.settled { ledger.recordDelivery(delivery, at: context.now, isOurs: false) }
        try await keep(ledger)
    }

    /// Sends a message, and records the result.
    ///
    /// - Parameters:
    ///   - delivery: one of the schedule's messages; skipped if its channel failed earlier in this round.
    ///   - deliver: passes the message to its channel; an error means that it was not sent.
    ///   - endsRound: whether an error of `deliver` is unrelated to the channel and ends the round.
    /// - Throws: such an error, with nothing recorded; or the error that prevented the ledger from being stored. After
    ///   that, nothing more may be sent.
    public mutating func send(
        _ delivery: ReminderDelivery, by deliver: (ReminderMessage) async throws -> Void,
        unless endsRound: (any Error) -> Bool = { $0 is CancellationError }
    ) async throws -> Outcome {
        if broken.contains(delivery.channel.words) { return .passedOver }
        do {
            try await deliver(delivery.message)
        } catch {
            if endsRound(error) { throw error }
            broken.insert(delivery.channel.words)
            ledger.noteFailure(delivery, at: clock())
            try await keep(ledger)
            return .failed(error)
        }
        try await recordSent([delivery])
        return .sent
    }

    /// Records messages that were sent together.
    public mutating func recordSent(_ deliveries: [ReminderDelivery]) async throws {
        if deliveries.isEmpty { return }
        for delivery in deliveries { ledger.recordDelivery(delivery, at: clock()) }
        try await keep(ledger)
    }

    /// Ends the round: removes entries whose reminders cannot recur.
    ///
    /// - Returns: the receipt to record for the other devices now; nil if there is nothing new.
    public mutating func finish() async throws -> SentReceipt? {
        let before = ledger
        ledger.prune(keeping: schedule.present, now: context.now)
        if ledger != before { try await keep(ledger) }
        return context.receipt(after: schedule, ledger)
    }
}
#endif
