// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// The exchange with remotes for `push`, `pull` and `sync`.
struct SyncRun {
    let global: GlobalOptions
    let showing: ShowingOptions
    let choice: RemoteChoice
    let waiting: TimeoutOption

    /// Exchanges commits. If a remote's commits remove many documents, asks the user at the terminal what to do.
    private func exchange(
        _ direction: SyncDirection, _ session: FamilySession, removals: RemovalAnswer
    ) async throws -> SyncReport {
        let progress = ProgressLine()
        defer { progress.clear() }
        let names = choice.all ? try await session.replica.remotes().map(\.name) : choice.remotes
        do {
            var report = try await WorkingLine.during("Connecting to the remote", mayAsk: true) {
                try await session.replica.sync(
                    direction, remotes: names, removals: removals,
                    timeout: waiting.seconds(session.settings), progress: progress.show)
            }
            if direction != .push { await fetchOriginals(session, &report, progress: progress) }
            return report
        } catch let error as ReplicaError where error.code == .heldBack {
            progress.clear()
            guard Question(session.environment).confirms("\(error.message). Move them to the trash?") else {
                throw error
            }
            return try await exchange(direction, session, removals: .accept)
        }
    }

    /// Fetches the originals that this device is to hold. The documents have already been exchanged, so an error undoes
    /// nothing.
    private func fetchOriginals(
        _ session: FamilySession, _ report: inout SyncReport, progress: ProgressLine
    ) async {
        do {
            report.photos.originals = try await session.replica.fetchOriginals(
                by: session.settings.photoPolicy, remotes: report.remotes,
                timeout: waiting.seconds(session.settings), progress: progress.show)
        } catch let error as ReplicaError where [.inputOutput, .damaged].contains(error.code) {
            // A disk error on this device may be temporary: the next sync looks for photos again.
            report.photos.postponed = report.photos.postponed ?? error.message
        } catch let error as ReplicaError {
            report.photos.failure = report.photos.failure ?? error
        } catch {
            report.photos.postponed = report.photos.postponed ?? "\(error)"
        }
    }

    /// Exchanges commits in one or both directions, and reports the result.
    func callAsFunction(_ direction: SyncDirection, _ removals: RemovalAnswer = .ask) async throws {
        let session = try await FamilySession.open(global)
        let version = try await session.replica.read { $0.version }
        let tip = try await session.replica.tip()
        let report = try await exchange(direction, session, removals: removals)
        if showing.json {
            try session.output.print(.object(SyncJSON.object(report)))
        } else {
            for line in SyncFormatter(report, direction).lines { try session.output.say(line) }
            if let doubt = ClockCheck.doubt(report.newest, in: session) { session.output.remark("note: \(doubt)") }
            if report.received > 0 || !report.forked.isEmpty {
                try await session.report.afterChange { try await reportFindings(report, session) }
            }
        }
        try await session.report.afterChange {
            try await PendingHooks.tellReceived(since: version, tip, in: session.replica)
        }
        // A failed remote did not stop the exchange with the others, but the command must still fail.
        if let failed = report.failed.first { throw failed.error }
        if let failure = report.photos.failure { throw failure }
    }
}

extension SyncRun {
    /// Reports findings that need the members and devices as they are after the exchange.
    private func reportFindings(_ report: SyncReport, _ session: FamilySession) async throws {
        let directory = try await session.replica.read { try FamilyDirectory(reading: $0) }
        for finding in directory.namesakeFindings { try session.output.say(finding.sentences) }
        guard !report.forked.isEmpty else { return }
        try session.output.say(SyncFormatter.words(forked: report.forked, try await FamilySession.open(global)))
    }
}

/// The remotes for `push`, `pull` and `sync`.
///
/// It contains no option group: the parser would check the group's declarations again for every enclosing group.
struct RemoteChoice: ParsableArguments {
    @Flag(help: "Use all remotes at once.")
    var all = false

    @Argument(
        help: ArgumentHelp(
            "The name of one or several remotes; the family's usual one by default.", valueName: "remote"))
    var remotes: [String] = []

    func validate() throws {
        if all, !remotes.isEmpty { throw ValidationError("--all cannot be used together with names of remotes") }
    }
}
