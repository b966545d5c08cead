// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskSignIn
import HometaskWebPush

/// Reminds the phones of a family: works out what is due for each that wants reminders, and sends it.
///
/// A phone is a device that reminds its own member, by the same rules as every other one: the member's times, quiet hours
/// and snoozes count. What was sent is stored with the phone, after the push service took it and before the next message.
struct PhoneReminders {
    let family: ServedFamily
    let phones: SignInStore
    let transport: any PushTransport
    /// An address by which push services reach whoever runs the server.
    let contact: String?
    let log: RequestLog

    /// The browser has given up its subscription.
    private struct SubscriptionEnded: Error {}

    /// After how many seconds a message that could not be sent is looked at again.
    private static let pause: Int64 = 60

    /// Sends what is due.
    ///
    /// - Returns: when the next reminder will be due; nil if none is known.
    func round(for reminded: [RemindedPhone], at now: Timestamp) async throws -> Timestamp? {
        if reminded.isEmpty { return nil }
        let key = try await phones.pushKey()
        let snapshot = try await family.reminding.read { try ReminderSnapshot(reading: $0) }
        return try await withThrowingTaskGroup { group in
            // At the same time, so that one push service that does not answer holds up no other phone.
            for phone in reminded {
                group.addTask { try await send(to: phone, by: key, from: snapshot, at: now) }
            }
            return try await group.reduce(nil) { first, next in [first, next].compactMap(\.self).min() }
        }
    }

    private func send(
        to phone: RemindedPhone, by key: PushKey, from snapshot: ReminderSnapshot, at now: Timestamp
    ) async throws -> Timestamp? {
        let channel = MemberChannel(id: "", name: "phone", address: nil, device: nil, since: phone.since)
        let context = DeviceContext(
            snapshot.reminding(by: channel), device: phone.device, owner: snapshot.directory.current(phone.member),
            now: now, lastSync: now)
        var ledger = phone.ledger
        ledger.adjust(to: now)
        // No other device reminds by the same subscription, so it does not matter when a task was changed.
        let schedule = try ReminderSchedule(context, ledger) { _ in nil }
        var sender = ReminderSender(
            schedule, context, ledger: ledger, clock: { .present },
            keep: { [phones] in try await phones.keep($0, of: phone.device) })
        var next = schedule.next
        do {
            for delivery in schedule.deliveries {
                let description = snapshot.tasks.first { $0.id == delivery.message.task }?.description ?? []
                let outcome = try await sender.send(
                    delivery, by: { try await deliver($0, description, to: phone, by: key, at: now) },
                    unless: { $0 is CancellationError || $0 is SubscriptionEnded })
                if case .failed(let error) = outcome {
                    log.fault("a reminder could not be sent to a phone: \(error)")
                    next = Self.soon(next, now)
                }
            }
        } catch is SubscriptionEnded {
            return nil
        }
        _ = try await sender.finish()
        return schedule.paused.isEmpty ? next : Self.soon(next, now)
    }

    /// A time, or when a message that could not be sent is looked at again if that is earlier.
    private static func soon(_ time: Timestamp?, _ now: Timestamp) -> Timestamp {
        let again = Timestamp(seconds: now.seconds + pause)
        return time.map { min($0, again) } ?? again
    }

    private func deliver(
        _ message: ReminderMessage, _ description: [String], to phone: RemindedPhone, by key: PushKey, at now: Timestamp
    ) async throws {
        var generator = SystemRandomNumberGenerator()
        guard
            let request = message.push(description)?.request(
                to: phone.subscription, by: key, contact: contact, at: now, using: &generator)
        else { throw PushFault("the message cannot be encrypted") }
        switch PushOutcome(status: try await transport.send(request)) {
        case .taken: log.remark("reminded a phone")
        case .ended:
            log.remark("a phone gave up its reminders")
            try await phones.stopReminding(phone.device, by: phone.subscription)
            throw SubscriptionEnded()
        case .refused(let status):
            throw PushFault("\(phone.subscription.endpoint.host) answered with the status \(status)")
        }
    }
}
