// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Waits for a running child: collects what it writes, and ends it when that is asked for.
struct ChildWatch {
    let child: pid_t
    /// Whether the child leads a process group of its own, which is ended as a whole.
    let group: Bool
    let limit: Int
    let output: Int32
    let errors: Int32

    private var collected: [UInt8] = []
    private var openOutput = true
    private var openErrors = true
    private var isCancelled = false
    private var exceededLimit = false
    /// How often poll(2) has timed out since the child was asked to end.
    private var ticksSinceTermination: Int?
    private var status: Int32?

    /// One round of waiting, in milliseconds. Only a child whose own children keep its pipes open is noticed by time.
    private static let tick: Int32 = 50
    /// After how many rounds a child that was asked to end is killed: about three seconds.
    private static let patience = 60

    init(child: pid_t, group: Bool, limit: Int, output: Int32, errors: Int32) {
        self.child = child
        self.group = group
        self.limit = limit
        self.output = output
        self.errors = errors
    }

    mutating func run(_ cancellation: Cancellation, errors report: ([UInt8]) -> Void) -> ChildProcess.Outcome {
        while openOutput || openErrors {
            let wake = isCancelled ? -1 : cancellation.descriptor
            var waiting = [
                pollfd(fd: openOutput ? output : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: openErrors ? errors : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
            ]
            // What a child wrote just before it ended is still in the pipes, so they are emptied before they are left.
            let ready = unsafe poll(&waiting, 3, status == nil ? Self.tick : 0)
            if waiting[2].revents != 0 { isCancelled = true }
            if isCancelled, ticksSinceTermination == nil { end(SIGTERM) }
            if waiting[0].revents != 0 { takeOutput() }
            if waiting[1].revents != 0 { openErrors = Self.read(errors).map(report) != nil }
            if ready == 0 {
                if status != nil { break }
                checkForEnd()
            }
        }
        reap()
        return ChildProcess.Outcome(
            status: exitStatus, output: collected, isCancelled: isCancelled, exceededLimit: exceededLimit)
    }

    private mutating func takeOutput() {
        guard let bytes = Self.read(output) else {
            openOutput = false
            return
        }
        guard collected.count + bytes.count <= limit else {
            exceededLimit = true
            if ticksSinceTermination == nil { end(SIGTERM) }
            return
        }
        collected += bytes
    }

    /// What there is to read; nil at the end.
    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
        if count > 0 { return Array(buffer.prefix(count)) }
        return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil
    }

    /// Called when nothing came for a while: looks whether the child itself has ended, though something holds its pipes.
    private mutating func checkForEnd() {
        if let ticks = ticksSinceTermination {
            ticksSinceTermination = ticks + 1
            if ticks == Self.patience { end(SIGKILL) }
        }
        var value: Int32 = 0
        if status == nil, unsafe waitpid(child, &value, WNOHANG) == child { status = value }
    }

    private mutating func end(_ signal: Int32) {
        if ticksSinceTermination == nil { ticksSinceTermination = 0 }
        // A child that has been waited for must not be signalled: its number may belong to another by now.
        if status == nil { kill(group ? -child : child, signal) }
    }

    /// Waits for the end of a child that has closed its pipes, still within the patience for one asked to end.
    private mutating func reap() {
        var value: Int32 = 0
        while status == nil {
            if ticksSinceTermination == nil {
                if unsafe waitpid(child, &value, 0) == child { status = value }
            } else {
                checkForEnd()
                if status == nil { usleep(UInt32(Self.tick) * 1000) }
            }
        }
    }

    private var exitStatus: Int32? {
        guard let status, status & 0x7F == 0 else { return nil }
        return (status >> 8) & 0xFF
    }
}
