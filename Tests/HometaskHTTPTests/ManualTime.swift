// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// The time by which a server closes slow connections, which passes when a test says so.
final class ManualTime: Sendable {
    private struct Deadline {
        let end: TimeAmount
        let channel: any Channel
    }

    private struct State {
        var now = TimeAmount.zero
        var last = 0
        var deadlines: [Int: Deadline] = [:]
        var closed = 0
    }

    private let state = Mutex(State())

    /// The number of connections whose time was over.
    var closed: Int { state.withLock { $0.closed } }

    /// Closes a connection once so much time has passed, unless that is cancelled before.
    func close(_ channel: any Channel, after time: TimeAmount) -> Scheduled<Void> {
        let id = state.withLock { state in
            state.last += 1
            state.deadlines[state.last] = Deadline(end: state.now + time, channel: channel)
            return state.last
        }
        // Only tells of being cancelled: no test takes so long.
        let scheduled = channel.eventLoop.scheduleTask(in: .hours(24)) {}
        scheduled.futureResult.whenFailure { _ in self.state.withLock { $0.deadlines[id] = nil } }
        return scheduled
    }

    /// Lets time pass, and closes the connections whose time is over then.
    func pass(_ time: TimeAmount) {
        let channels = state.withLock { state -> [any Channel] in
            let now = state.now + time
            let ended = state.deadlines.filter { $0.value.end <= now }
            for id in ended.keys { state.deadlines[id] = nil }
            state.now = now
            state.closed += ended.count
            return ended.values.map { $0.channel }
        }
        for channel in channels { channel.close(promise: nil) }
    }
}
