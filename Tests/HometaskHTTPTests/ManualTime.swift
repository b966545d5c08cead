// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// A manual clock for slow-connection time-outs, advanced by a test.
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

    /// The number of connections that have timed out.
    var closed: Int { state.withLock { $0.closed } }

    /// Closes a connection after this time, unless cancelled earlier.
    func close(_ channel: any Channel, after time: TimeAmount) -> Scheduled<Void> {
        let id = state.withLock { state in
            state.last += 1
            state.deadlines[state.last] = Deadline(end: state.now + time, channel: channel)
            return state.last
        }
        // Only reports cancellation: no test takes this long.
        let scheduled = channel.eventLoop.scheduleTask(in: .hours(24)) {}
        scheduled.futureResult.whenFailure { _ in self.state.withLock { $0.deadlines[id] = nil } }
        return scheduled
    }

    /// Advances the clock, and closes the connections that time out.
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
