// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskReminders
import HometaskReplica
import HometaskTerminal

/// Sends reminders as they fall due, until the process is ended.
///
/// The wall clock is reread at least once a minute, so suspending the machine or setting the clock makes no difference.
struct ReminderWatch {
    private let run: ReminderRun
    /// The maximum sleep and the maximum time between rounds, in seconds. A round is made even without any change,
    /// because reports of other devices may have made a reminder due.
    private static let rest: (sleep: Int64, round: Int64) = (60, 600)

    private enum Event {
        case changed
        case slept
    }

    init(_ run: ReminderRun) {
        self.run = run
    }

    /// Sends reminders until the process ends. An error in a round is reported, and the round is retried after a
    /// minute.
    func watch() async throws {
        let waitForChange = run.session.replica.observe()
        let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(4))
        let follower = Task {
            while await waitForChange() { continuation.yield(.changed) }
        }
        defer { follower.cancel() }
        if run.session.environment.isOutputTerminal {
            try run.session.output.say("Reminding of what falls due and of changes, until Ctrl-C.")
        }
        while !Task.isCancelled {
            let began = run.session.now
            let next = try await round() ?? Timestamp(seconds: began.seconds + Self.rest.round)
            await sleep(until: next, since: began, events: events, continuation: continuation)
        }
    }

    /// Makes one round of sending.
    ///
    /// - Returns: the time when the next reminder falls due.
    private func round() async throws -> Timestamp? {
        do {
            let next = try await run.send().next
            // A watch may never end, so the plugins with hooks are notified of its changes now.
            try await PendingHooks.current?.finish()
            return next
        } catch let error as BrokenPipe {
            throw error
        } catch let error as ReplicaError {
            StandardError.writeText(ErrorReport(error).text)
            return Timestamp(seconds: run.session.now.seconds + Self.rest.sleep)
        }
    }

    /// Waits until an instant, or until the documents change or the clock is set back.
    private func sleep(
        until next: Timestamp, since began: Timestamp, events: AsyncStream<Event>,
        continuation: AsyncStream<Event>.Continuation
    ) async {
        var last = began
        let latest = Timestamp(seconds: min(next.seconds, began.seconds + Self.rest.round))
        while !Task.isCancelled {
            let now = run.session.now
            if now >= latest || now < last { return }
            last = now
            let seconds = min(Self.rest.sleep, max(1, latest.seconds - now.seconds))
            let timer = Task {
                try await Task.sleep(for: .seconds(seconds))
                continuation.yield(.slept)
            }
            defer { timer.cancel() }
            for await event in events {
                if event == .changed { return }
                break
            }
        }
    }
}
