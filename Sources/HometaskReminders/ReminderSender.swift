// SPDX-License-Identifier: Apache-2.0

// Embedded Swift for WebAssembly has no concurrency: what is compiled so works out reminders and sends none.
#if !hasFeature(Embedded)
public import HometaskDocuments
public import HometaskFamily

/// Sends what a device has to send now, so that nothing is lost and next to nothing is sent twice, whenever the program
/// is killed.
///
/// Invariant: a message is noted in the ledger only after its channel took it, and the ledger is kept before the next
/// message is sent. So of all that is sent, one message at most is not noted, and is sent again, with the same id.
public struct ReminderSender {
    /// What came of a message.
    public enum Outcome {
        /// Its channel took it, and that is noted.
        case sent
        /// It was not sent, and will be tried again later.
        case failed(any Error)
        /// It was not tried, since its channel failed before in this round.
        case passedOver
    }

    /// What has been sent, as it was kept last.
    public private(set) var ledger: ReminderLedger
    private let context: DeviceContext
    private let schedule: ReminderSchedule
    private let clock: () -> Timestamp
    private let keep: (ReminderLedger) async throws -> Void
    private var broken: Set<String> = []

    /// Prepares to send.
    ///
    /// - Parameters:
    ///   - schedule: what is to be sent, as it was worked out from the context and the ledger.
    ///   - clock: the time now.
    ///   - keep: keeps the ledger, so that not even a power cut takes it back.
    public init(
        _ schedule: ReminderSchedule, _ context: DeviceContext, _ ledger: ReminderLedger,
        clock: @escaping () -> Timestamp, keep: @escaping (ReminderLedger) async throws -> Void
    ) {
        self.schedule = schedule
        self.context = context
        self.ledger = ledger
        self.clock = clock
        self.keep = keep
    }

    /// Notes what another device has sent in this one's stead. To be called before anything is sent.
    public mutating func noteSettled() async throws {
        if schedule.settled.isEmpty { return }
        for delivery in schedule.settled { ledger.note(delivery, at: context.now, isOurs: false) }
        try await keep(ledger)
    }

    /// Sends a message, and notes what came of it.
    ///
    /// - Parameters:
    ///   - deliver: hands the message to its channel; what it throws is why it was not sent.
    ///   - endsRound: of an error that `deliver` throws, whether it says nothing of the channel and ends the round.
    /// - Throws: such an error, with nothing noted; or what kept the ledger from being kept. Nothing more may be sent
    ///   then.
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
        try await note([delivery])
        return .sent
    }

    /// Notes messages that were sent together.
    public mutating func note(_ deliveries: [ReminderDelivery]) async throws {
        if deliveries.isEmpty { return }
        for delivery in deliveries { ledger.note(delivery, at: clock()) }
        try await keep(ledger)
    }

    /// Ends the round: forgets what cannot come again.
    ///
    /// - Returns: what the other devices should be told now; nil if there is nothing new.
    public mutating func finish() async throws -> SentReceipt? {
        let before = ledger
        ledger.prune(keeping: schedule.present, now: context.now)
        if ledger != before { try await keep(ledger) }
        return context.receipt(after: schedule, ledger)
    }
}
#endif
