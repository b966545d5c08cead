// SPDX-License-Identifier: Apache-2.0

import HometaskProcess

/// One run of git against a remote.
struct GitRun: Sendable {
    let git: InstalledGit
    /// The remote as the caller named it.
    let remote: String
    /// The address behind the name, for distinguishing kinds of failure.
    let address: String
    /// The local git directory; nil if there is none yet.
    let repository: String?
    let arguments: [String]
    let progress: TransportProgress.Handler?
    /// Variables in addition to those of all runs.
    var variables: [String: String] = [:]
    /// The limits of git and its children; nil for those of this process.
    var limits: ChildLimits?

    /// The result of a run that ended on its own.
    struct Report: Sendable {
        let status: Int32
        let output: [String]
        let messages: [String]

        /// The remote's messages without their prefix, and its reasons for refusing what was sent.
        var remoteMessages: [String] {
            let prefixes = ["remote: ", "error: remote unpack failed: "]
            return messages.compactMap { line in
                prefixes.first { line.hasPrefix($0) }.map {
                    TransportError.shown(String(line.dropFirst($0.count))).trimmingEnd()
                }
            }.filter { !$0.isEmpty }
        }
    }

    /// Runs git on a ``WaitingThread`` and returns its report.
    func report() async throws(TransportError) -> Report {
        try await WaitingThread.run { cancellation in wait(cancellation) }.get()
    }

    private func wait(_ cancellation: Cancellation) -> Result<Report, TransportError> {
        var messages = MessageLines(progress: progress)
        switch child.run(cancellation: cancellation, errors: { messages.append($0) }) {
        case .failure(let error):
            return .failure(TransportError(.other, remote: remote, lines: ["cannot run git: \(error.message)"]))
        case .success(let outcome):
            messages.finish()
            if outcome.isStalled { git.sharing?.giveUp() }
            if outcome.exceededLimit { messages.recordLine("git wrote more than expected and was ended") }
            let isEnded = outcome.isCancelled || outcome.signal != nil || outcome.isStalled || outcome.exceededLimit
            guard let status = outcome.status, !isEnded else { return .failure(ended(outcome, messages.lines)) }
            let output = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map(String.init)
            return .success(Report(status: status, output: output, messages: messages.lines))
        }
    }

    private var child: ChildProcess {
        var environment = git.environment.merging(variables) { $1 }
        if git.allowsPrompts { environment["GIT_TERMINAL_PROMPT"] = "1" }
        var child = ChildProcess(
            executable: git.executable, arguments: arguments, environment: environment,
            keepsTerminal: git.allowsPrompts)
        child.limits = limits
        child.stall = git.timeout.map {
            StallWatch(seconds: $0, askpass: environment["GIT_ASKPASS"], sharing: git.sharing)
        }
        child.catchesSignals = git.catchesSignals
        child.isGuarded = true
        // A fetch works in a quarantine. A push, however, holds locks here and, at a hub on this machine, there.
        child.endsAtOnce = limits != nil
        return child
    }

    /// Returns the error of a run that was ended. If an unrequested signal ended git, git may have reported the cause
    /// before: it dies of a broken pipe when it writes to a helper or an ssh that has failed.
    private func ended(_ outcome: ChildProcess.Outcome, _ lines: [String]) -> TransportError {
        if outcome.isCancelled || outcome.signal != nil {
            return TransportError(.interrupted, remote: remote, lines: lines.suffix(6), signal: outcome.signal)
        }
        if outcome.isStalled, let seconds = git.timeout {
            let silence = "no data came for \(seconds == 1 ? "a second" : "\(seconds) seconds")"
            return TransportError(.stalled, remote: remote, lines: [silence])
        }
        let told = complaint(lines)
        return TransportError(
            told.kind == .other ? .interrupted : told.kind, at: told.side, remote: remote, lines: told.lines)
    }

    private func complaint(_ lines: [String]) -> GitComplaint {
        GitComplaint(lines, here: repository, hub: RemoteURL.localPath(address))
    }

    /// Returns the error that a run's messages describe.
    func failure(_ report: Report) async -> TransportError {
        let complaint = complaint(report.messages)
        let probe = report.messages.lazy.compactMap { CertificateProbe(git, line: $0) }.first
        if complaint.kind == .certificate, let fault = await probe?.fault() {
            return TransportError(.certificateExpired, remote: remote, lines: [fault])
        }
        if complaint.kind == .notARepository, let part = LocalHub(address: address)?.missingPart {
            return TransportError(.damagedStore, at: .there, remote: remote, lines: [part])
        }
        let isAway = complaint.kind == .notARepository && RemoteURL.localPath(address).map(RemoteURL.exists) == false
        let kind = isAway ? .notFound : complaint.kind
        let isRepository = kind == .notARepository && LocalHub(address: address)?.isRepository == true
        if isRepository || [.corrupt, .damagedStore, .other].contains(kind), let failure = unreadableFile {
            return TransportError(.diskFailed, at: failure.side, remote: remote, lines: [failure.error.description])
        }
        if [.corrupt, .damagedStore].contains(kind), GitComplaint.tellsOfStore(report.messages), areSound {
            let side = complaint.side ?? (report.messages.contains(GitComplaint.corruptionThere) ? .there : nil)
            let lines = complaint.lines + [LocalHub.whole]
            return TransportError(.diskFailed, at: side, remote: remote, lines: lines)
        }
        if isRepository {
            return TransportError(.diskFailed, at: .there, remote: remote, lines: complaint.lines + [LocalHub.readable])
        }
        return TransportError(kind, at: complaint.side, remote: remote, lines: complaint.lines)
    }

    /// Whether the local and the remote object store are undamaged; false if the remote one is not on this machine.
    private var areSound: Bool {
        guard let hub = LocalHub(address: address), StoreCheck.isSound(at: hub.path) else {
            return false
        }
        return repository.map { StoreCheck.isSound(at: $0) } ?? true
    }

    /// The first file that cannot be read, here or at a hub on this machine: git often reports an unreadable file as
    /// damaged.
    private var unreadableFile: (error: GitError, side: TransportError.Side)? {
        if let repository, let opened = try? Repository.open(at: repository), let error = opened.unreadableFile() {
            return (error, .here)
        }
        return LocalHub(address: address)?.unreadableFile.map { ($0, .there) }
    }
}

/// Splits git's standard error into progress for the caller and the last messages for an error.
struct MessageLines {
    let progress: TransportProgress.Handler?
    private(set) var lines: [String] = []
    private var rest: [UInt8] = []

    /// The maximum number of lines that are kept, and the maximum length of a line in bytes.
    private static let limits = (lines: 60, bytes: 2048)

    init(progress: TransportProgress.Handler?) { self.progress = progress }

    mutating func append(_ bytes: [UInt8]) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                finish()
            } else if rest.count < Self.limits.bytes {
                rest.append(byte)
            }
        }
    }

    mutating func finish() {
        guard !rest.isEmpty else { return }
        // Git pads the messages of a remote.
        let line = String(decoding: rest, as: UTF8.self).trimmingEnd()
        rest.removeAll(keepingCapacity: true)
        if let step = TransportProgress(line: line) { progress?(step) } else { recordLine(line) }
    }

    mutating func recordLine(_ line: String) {
        if lines.count == Self.limits.lines { lines.removeFirst() }
        lines.append(line)
    }
}

extension TransportProgress {
    /// Parses `Receiving objects:  42% (21/50), 1.20 MiB | 3.00 MiB/s`, perhaps after `remote: `.
    fileprivate init?(line: String) {
        let text = line.hasPrefix("remote: ") ? line.dropFirst("remote: ".count) : line[...]
        guard let colon = text.firstIndex(of: ":"), let open = text[colon...].firstIndex(of: "("),
            let close = text[open...].firstIndex(of: ")"), text[colon..<open].contains("%")
        else { return nil }
        let counts = text[text.index(after: open)..<close].split(separator: "/").compactMap { Int($0) }
        guard counts.count == 2 else { return nil }
        self.init(phase: TransportError.shown(String(text[..<colon])), done: counts[0], total: counts[1])
    }
}

/// The progress of an exchange.
public struct TransportProgress: Hashable, Sendable {
    /// Called with the progress while objects are transferred, on a thread of the transport.
    public typealias Handler = @Sendable (TransportProgress) -> Void

    /// The current step, as named by git, such as `Receiving objects`.
    public let phase: String
    /// The amount that is done.
    public let done: Int
    /// The total amount; a correct remote never reports less than done.
    public let total: Int

    /// Creates the progress of a step.
    public init(phase: String, done: Int, total: Int) {
        self.phase = phase
        self.done = done
        self.total = total
    }
}
