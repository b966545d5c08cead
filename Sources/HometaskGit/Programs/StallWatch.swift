// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// Detects that git waits for a remote that neither sends nor receives anything.
///
/// Progress is: git's output to its pipes, the bytes that git's processes read and write, the processor time that they
/// use, and a decrease of the data that the system still has to send for them, since megabytes may be queued on a slow
/// line. The messages with which ssh keeps a connection open do not count. Time at a password prompt does not count.
struct StallWatch {
    /// A snapshot of the work done by git's processes.
    private struct Work: Equatable {
        var bytes: UInt64 = 0
        var ticks: UInt64 = 0
        /// The number of bytes that the system has accepted from them and the other side has not acknowledged.
        var unsent: UInt64 = 0
    }

    private let patience: Int
    private let askpass: String?
    private let sharing: SSHSharing?
    private var lastSign: Int
    private var lastLook: Int
    private var lastCall: Int
    private var work: Work?

    /// The interval between examinations of the processes, in milliseconds.
    private static let interval = 500
    /// If the caller's calls are further apart than this, in milliseconds, the caller itself was stopped.
    private static let gap = 3000
    /// A process that uses less than this share of a processor, in percent, is only polling.
    private static let idleShare = 10

    /// - Parameters:
    ///   - seconds: the allowed time without progress.
    ///   - askpass: the program that asks for passwords, if one is set.
    ///   - sharing: the background connections through which git may talk to the remote.
    init(seconds: Int, askpass: String?, sharing: SSHSharing? = nil) {
        patience = seconds * 1000
        self.askpass = askpass
        self.sharing = sharing
        (lastSign, lastLook, lastCall) = (Self.now, Self.now, Self.now)
    }

    /// Records that data came through a pipe.
    mutating func noteBytes() {
        (lastSign, lastCall) = (Self.now, Self.now)
        work = nil
    }

    /// Returns whether there was no progress for too long. Examines the processes from time to time; cheap in between.
    mutating func isStalled(_ git: pid_t) -> Bool {
        let now = Self.now
        // Stopped from the terminal, or suspended with the machine: git was stopped too.
        if now - lastCall > Self.gap { lastSign = max(lastSign, now) }
        lastCall = now
        guard now - max(lastSign, lastLook) >= min(Self.interval, patience / 4) else { return false }
        let family = ProcessFamily(of: git)
        let done = work(of: family)
        let elapsed = UInt64(now - lastLook)
        lastLook = now
        defer { work = done }
        let isAlive = work.map { before in
            before.bytes != done.bytes || before.unsent > done.unsent || isBusy(before, done, elapsed: elapsed)
        }
        if isAlive ?? false || isAsking(family) { lastSign = now }
        return now - lastSign >= patience
    }

    private func isBusy(_ before: Work, _ now: Work, elapsed: UInt64) -> Bool {
        guard now.ticks > before.ticks else { return false }
        let milliseconds = (now.ticks - before.ticks) * 1000 / UInt64(max(1, sysconf(Int32(_SC_CLK_TCK))))
        return milliseconds * 100 >= elapsed * UInt64(Self.idleShare)
    }

    private func work(of family: ProcessFamily) -> Work {
        let senders = family.members + (sharing.map { ProcessFamily.processes(of: $0) } ?? [])
        var work = Work(unsent: TCPQueues.unsent(by: senders))
        for member in family.members where member.name.hasPrefix("git") {
            work.ticks += member.ticks
            let counts = String(decoding: ProcessFile.read("/proc/\(member.id)/io"), as: UTF8.self)
            for line in counts.split(separator: "\n") where line.hasPrefix("rchar: ") || line.hasPrefix("wchar: ") {
                work.bytes &+= UInt64(line.dropFirst("rchar: ".count)) ?? 0
            }
        }
        return work
    }

    /// Returns whether a prompt is open: a process has opened the terminal, or is a prompting program.
    private func isAsking(_ family: ProcessFamily) -> Bool {
        family.members.contains { member in
            if (0..<16).contains(where: { Self.isTerminal(ProcessFile.target("/proc/\(member.id)/fd/\($0)")) }) {
                return true
            }
            let words = ProcessFile.read("/proc/\(member.id)/cmdline").split(separator: 0)
            return words.contains { word in
                let text = String(decoding: word, as: UTF8.self)
                return text == askpass || text.lowercased().contains("askpass")
                    || text.hasPrefix("git-credential") || text.contains("/git-credential")
            }
        }
    }

    private static func isTerminal(_ target: String?) -> Bool {
        guard let target else { return false }
        return target.hasPrefix("/dev/pts/") || target.hasPrefix("/dev/tty") || target == "/dev/console"
    }

    private static let origin = SuspendingClock.now

    /// The time in milliseconds of a monotonic clock that stops while the machine sleeps.
    private static var now: Int {
        let (seconds, attoseconds) = origin.duration(to: .now).components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
