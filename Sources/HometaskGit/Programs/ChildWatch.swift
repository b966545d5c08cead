// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskProcess

/// Waits for a running child: collects its output, and on request ends it together with its descendants.
struct ChildWatch {
    let child: pid_t
    /// Whether the child leads a process group of its own, which is ended as a whole.
    let group: Bool
    let limit: Int
    let output: Int32
    let errors: Int32

    private var stall: StallWatch?
    private var collected: [UInt8] = []
    private var openOutput = true
    private var openErrors = true
    private var isCancelled = false
    private var isStalled = false
    private var exceededLimit = false
    /// Why the child's output could not be read to its end; the collected output is then incomplete.
    private(set) var failure: SystemError?
    /// The number of rounds without output since the child was asked to end.
    private var ticksSinceTermination: Int?
    /// The child and its descendants when it was asked to end.
    private var family: ProcessFamily?
    private var hasEnded = false

    /// One round of waiting, in milliseconds. Needed only if the child has ended while its own children keep its pipes
    /// open.
    private static let tick: Int32 = 50
    /// The number of rounds after which a child that was asked to end is killed: about three seconds.
    private static let patience = 60

    init(child: pid_t, group: Bool, limit: Int, output: Int32, errors: Int32, stall: StallWatch? = nil) {
        self.child = child
        self.group = group
        self.limit = limit
        self.output = output
        self.errors = errors
        self.stall = stall
    }

    /// - Parameter signals: A descriptor that becomes readable when this process is asked to end; -1 for none.
    mutating func run(
        _ cancellation: Cancellation, signals: Int32, errors report: ([UInt8]) -> Void
    ) -> ChildProcess.Outcome {
        while openOutput || openErrors {
            var waiting = [
                pollfd(fd: openOutput ? output : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: openErrors ? errors : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isCancelled ? -1 : cancellation.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isCancelled ? -1 : signals, events: Int16(POLLIN), revents: 0),
            ]
            // Drain the pipes before the loop ends: they may still contain the child's last output.
            let ready = unsafe poll(&waiting, 4, hasEnded ? 0 : Self.tick)
            if waiting[2].revents != 0 || waiting[3].revents != 0 {
                isCancelled = true
                askToEnd()
            }
            if waiting[0].revents != 0 { takeOutput() }
            if waiting[1].revents != 0 { openErrors = (try? Self.read(errors)).flatMap(\.self).map(report) != nil }
            if waiting[0].revents != 0 || waiting[1].revents != 0 { stall?.noteBytes() }
            if ready == 0 {
                if hasEnded { break }
                checkIdleChild()
            }
        }
        return ChildProcess.Outcome(
            status: reap(cancellation, signals), output: collected, isCancelled: isCancelled, signal: nil,
            isStalled: isStalled,
            exceededLimit: exceededLimit)
    }

    private mutating func takeOutput() {
        let read = Result { () throws(SystemError) in try Self.read(output) }
        guard case .success(let bytes?) = read else {
            openOutput = false
            if case .failure(let error) = read {
                failure = error
                askToEnd()
            }
            return
        }
        guard collected.count + bytes.count <= limit else {
            exceededLimit = true
            askToEnd()
            return
        }
        collected += bytes
    }

    /// Returns the bytes that can be read now; nil at the end.
    private static func read(_ descriptor: Int32) throws(SystemError) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe HometaskPlatform.read(descriptor, &buffer, buffer.count)
        if count > 0 { return Array(buffer.prefix(count)) }
        if count == 0 { return nil }
        let number = errno
        guard number == EINTR || number == EAGAIN else { throw SystemError(number: number) }
        return []
    }

    /// Called when nothing has arrived for a round: checks whether the child itself has ended although its pipes are
    /// still open, and whether it must be ended.
    private mutating func checkIdleChild() {
        if let ticks = ticksSinceTermination {
            ticksSinceTermination = ticks + 1
            if ticks == Self.patience { signal(SIGKILL) }
        } else if stall?.isStalled(child) == true {
            isStalled = true
            askToEnd()
        }
        checkForEnd()
    }

    /// Detects the end of the child without reaping it, so that its process id is not reused.
    private mutating func checkForEnd() {
        var info = unsafe siginfo_t()
        if unsafe waitid(P_PID, id_t(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0, unsafe info.si_signo != 0 {
            hasEnded = true
        }
    }

    private mutating func askToEnd() {
        guard ticksSinceTermination == nil else { return }
        ticksSinceTermination = 0
        family = ProcessFamily(of: child)
        signal(SIGTERM)
    }

    private func signal(_ number: Int32) {
        if group { kill(-child, number) } else { family?.signal(number) }
    }

    /// Waits until a child that has closed its pipes ends, within the time limit for a child that was asked to end.
    ///
    /// - Returns: its exit status; nil if a signal ended it, or if the system prevents it from ending.
    private mutating func reap(_ cancellation: Cancellation, _ signals: Int32) -> Int32? {
        var rounds: Int32 = 0
        checkForEnd()
        while !hasEnded, (ticksSinceTermination ?? 0) < 2 * Self.patience {
            waitForRequest(1, cancellation, signals: signals)
            rounds += 1
            if rounds % Self.tick == 0 { checkIdleChild() } else { checkForEnd() }
        }
        // The remaining descendants of a child that was asked to end have had enough time.
        if ticksSinceTermination != nil { endRest() }
        var status: Int32 = 0
        guard hasEnded, unsafe waitpid(child, &status, 0) == child, status & 0x7F == 0 else { return nil }
        return (status >> 8) & 0xFF
    }

    /// Kills the remaining processes, and waits at most a second until they have ended.
    private func endRest() {
        signal(SIGKILL)
        var rounds = 0
        while family?.isRunning == true, rounds < 200 {
            usleep(5000)
            rounds += 1
        }
    }

    private mutating func waitForRequest(_ timeout: Int32, _ cancellation: Cancellation, signals: Int32) {
        var waiting = [
            pollfd(fd: isCancelled ? -1 : cancellation.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: isCancelled ? -1 : signals, events: Int16(POLLIN), revents: 0),
        ]
        guard unsafe poll(&waiting, 2, timeout) > 0 else { return }
        isCancelled = true
        askToEnd()
    }
}
