// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskSignIn
import HometaskWebPush
import Synchronization

/// Computes and sends the due reminders of a family's phones.
///
/// A phone reminds only its own member, by the same rules as any other device: the member's reminder times, quiet hours
/// and snoozes apply. Each reminder is recorded for the phone after the push service has accepted it and before the
/// next message is sent.
struct PhoneReminders {
    let family: ServedFamily
    let phones: SignInStore
    let transport: any PushTransport
    /// The operator's contact address for push services; nil to use the family's email address.
    let contact: String?
    let log: RequestLog
    private let pauses = PushPauses()

    /// The browser has cancelled its subscription.
    private struct SubscriptionEnded: Error {}

    /// The number of seconds before a failed message is retried.
    private static let pause: Int64 = 60
    /// The number of phones served concurrently.
    private static let mostAtOnce = 8
    /// The limits on messages and time per phone and round. The remaining reminders follow in the next round, after the
    /// family is read again and the other phones are served.
    private static let most = 20
    private static let patience = Duration.seconds(30)

    /// Sends all due reminders.
    ///
    /// - Returns: the time of the next reminder; nil if none is known.
    func round(for reminded: [RemindedPhone], at now: Timestamp) async throws -> Timestamp? {
        if reminded.isEmpty { return nil }
        let key = try await phones.pushKey()
        let snapshot = try await family.replica.read { try ReminderSnapshot(reading: $0) }
        return try await withThrowingTaskGroup(of: Timestamp?.self) { group in
            var next: Timestamp?
            for (place, phone) in reminded.enumerated() {
                if place >= Self.mostAtOnce, let time = try await group.next() { next = Self.first(next, time) }
                group.addTask { try await send(to: phone, by: key, from: snapshot, at: now) }
            }
            for try await time in group { next = Self.first(next, time) }
            return next
        }
    }

    private func send(
        to phone: RemindedPhone, by key: PushKey, from snapshot: ReminderSnapshot, at now: Timestamp
    ) async throws -> Timestamp? {
        let endpoint = phone.subscription.endpoint
        if let end = pauses.end(of: endpoint, at: now) { return end }
        let channel = MemberChannel(id: "", name: "phone", address: nil, device: nil, since: phone.since)
        let context = DeviceContext(
            snapshot.reminding(by: channel), device: phone.device, owner: snapshot.directory.current(phone.member),
            now: now, lastSync: now)
        var ledger = phone.ledger
        ledger.adjust(to: now)
        if ledger != phone.ledger { try await phones.keep(ledger, of: phone.device) }
        // No other device sends reminders to this subscription, so the time of a task's last change is irrelevant.
        let schedule = try ReminderSchedule(context, ledger) { _ in nil }
        var sender = ReminderSender(
            schedule, context, ledger: ledger, clock: { .present },
            keep: { [phones] in try await phones.keep($0, of: phone.device) })
        var next = schedule.next
        let begin = ContinuousClock.now
        do {
            for (place, delivery) in schedule.deliveries.enumerated() {
                try Task.checkCancellation()
                if place >= Self.most || ContinuousClock.now - begin > Self.patience { return now }
                // The reminders may have been turned off, or the phone signed out, since the round began.
                guard try await phones.isReminded(phone.device, by: phone.subscription) else { return now }
                let description = snapshot.tasks.first { $0.id == delivery.message.task }?.description ?? []
                let outcome = try await sender.send(
                    delivery,
                    by: {
                        try await deliver($0, description, to: phone, by: key, contact: contact(in: snapshot), at: now)
                    },
                    unless: { $0 is CancellationError || $0 is SubscriptionEnded })
                if case .failed(let error) = outcome {
                    log.fault("a reminder could not be sent to a phone: \(error)")
                    let again = pauses.end(of: endpoint, at: now) ?? Timestamp(seconds: now.seconds + Self.pause)
                    next = Self.first(next, again)
                }
            }
        } catch is SubscriptionEnded {
            // The phone may already have a new subscription.
            return now
        }
        _ = try await sender.finish()
        return next
    }

    private static func first(_ one: Timestamp?, _ other: Timestamp?) -> Timestamp? {
        [one, other].compactMap(\.self).min()
    }

    /// Returns the contact for push services, by default the family's email address: some services reject messages
    /// without a contact.
    private func contact(in snapshot: ReminderSnapshot) -> String? {
        contact ?? snapshot.directory.family?.email.map { "mailto:\($0)" }
    }

    private func deliver(
        _ message: ReminderMessage, _ description: [String], to phone: RemindedPhone, by key: PushKey,
        contact: String?, at now: Timestamp
    ) async throws {
        var generator = SystemRandomNumberGenerator()
        guard
            let request = message.push(description)?.request(
                to: phone.subscription, by: key, contact: contact, at: now, using: &generator)
        else { throw ServiceFault("the message cannot be encrypted") }
        switch try await transport.send(request) {
        case .taken: log.remark("reminded a phone")
        case .ended:
            log.remark("a phone gave up its reminders")
            try await phones.endSubscription(phone.subscription, of: phone.device)
            throw SubscriptionEnded()
        case .refused(let status, let pause):
            let endpoint = phone.subscription.endpoint
            if let pause { pauses.begin(of: endpoint, until: Timestamp(seconds: now.seconds + Int64(pause))) }
            throw ServiceFault("\(endpoint.host) answered with the status \(status)")
        }
    }
}

/// The pauses requested by push services in their responses, per phone. RFC 8030 leaves open whether a pause applies to
/// one phone or to the whole server. Pauses are kept per phone, so that no phone waits because of another; a service
/// that means all phones repeats its request for each of them.
final class PushPauses: Sendable {
    private let ends = Mutex<[PushEndpoint: Timestamp]>([:])

    /// Returns the end of an endpoint's pause; nil if there is none.
    func end(of endpoint: PushEndpoint, at now: Timestamp) -> Timestamp? {
        ends.withLock { ends in
            // A pause longer than the maximum means that the clock was set back after the pause began.
            ends = ends.filter { (1...Int64(PushOutcome.longestPause)).contains($0.value.seconds - now.seconds) }
            return ends[endpoint]
        }
    }

    /// Begins or extends a pause.
    func begin(of endpoint: PushEndpoint, until end: Timestamp) {
        ends.withLock { $0[endpoint] = max(end, $0[endpoint] ?? end) }
    }
}
