// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskSignIn
import HometaskWebPush
import ServiceLifecycle

/// Sends the reminders of a family's phones on time.
///
/// Tasks are read when one of them has changed, when another phone turns on reminders, when the next reminder is due,
/// and every ten minutes. The clock is polled every few seconds, so that neither system sleep nor a clock change causes
/// a delay. If several servers share a database, the first one sends the reminders, and another takes over when it
/// exits.
struct ReminderService: Service {
    let reminders: PhoneReminders

    /// The longest sleep between clock readings, and the longest time between rounds, in seconds.
    private static let rest: (sleep: Int64, round: Int64) = (5, 600)
    /// The delay after a failed round, in seconds.
    private static let pause: Int64 = 60

    private var family: ServedFamily { reminders.family }

    /// The state of the last round.
    private struct Round {
        var version: String
        /// The phones, with their subscriptions.
        var phones: Set<String>
        var time: Timestamp
        var next: Timestamp?

        /// Returns whether another round is due.
        func isOutdated(_ version: String, _ phones: Set<String>, at now: Timestamp) -> Bool {
            if version != self.version || phones != self.phones || now < time { return true }
            let latest = time.seconds + rest.round
            return now.seconds >= min(next?.seconds ?? latest, latest)
        }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var claim: ReminderClaim?
            var last: Round?
            var failure: String?
            while !Task.isCancelled {
                do {
                    if claim == nil { claim = try await reminders.phones.claimReminders(of: family.id) }
                    last = claim == nil ? nil : try await round(after: last)
                    failure = nil
                } catch {
                    if "\(error)" != failure { reminders.log.fault("phones cannot be reminded: \(error)") }
                    failure = "\(error)"
                    // A sent reminder may not have been recorded, and an immediate retry would repeat it.
                    try? await Task.sleep(for: .seconds(Self.pause))
                }
                let wait = (last?.next?.seconds ?? .max) - Timestamp.present.seconds
                try? await Task.sleep(for: .seconds(max(1, min(Self.rest.sleep, wait))))
            }
        }
    }

    private func round(after last: Round?) async throws -> Round? {
        let reminded = try await reminders.phones.remindedPhones(of: family.id)
        if reminded.isEmpty { return nil }
        let (version, now) = (try await family.replica.read { $0.version }, Timestamp.present)
        let known = Set(reminded.map { "\($0.device) \($0.subscription.endpoint.text)" })
        if let last, !last.isOutdated(version, known, at: now) { return last }
        let next = try await reminders.round(for: reminded, at: now)
        return Round(version: version, phones: known, time: now, next: next)
    }
}
