// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// An exchange with remotes, as `push`, `pull` and `sync` carry it out.
struct SyncRun {
    let global: GlobalOptions
    let showing: ShowingOptions
    let choice: RemoteChoice
    let waiting: TimeoutOption

    /// Exchanges commits; where a remote's commits remove many documents, asks what to do, if somebody is there.
    private func exchange(
        _ direction: SyncDirection, _ session: FamilySession, _ removals: RemovalAnswer
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
            if direction != .push { await bringOriginals(session, &report, progress) }
            return report
        } catch let error as ReplicaError where error.code == .heldBack {
            progress.clear()
            guard Question(session.environment).confirms("\(error.message). Put them into the trash?") else {
                throw error
            }
            return try await exchange(direction, session, .accept)
        }
    }

    /// Brings the originals that this device is to hold. The documents are exchanged by then: what goes wrong undoes
    /// nothing.
    private func bringOriginals(
        _ session: FamilySession, _ report: inout SyncReport, _ progress: ProgressLine
    ) async {
        do {
            report.photos.originals = try await session.replica.fetchOriginals(
                by: session.settings.photoPolicy, remotes: report.remotes,
                timeout: waiting.seconds(session.settings), progress: progress.show)
        } catch let error as ReplicaError where [.inputOutput, .damaged].contains(error.code) {
            // It is the disk here, for a moment perhaps: the next sync looks for photos again.
            report.photos.postponed = report.photos.postponed ?? error.message
        } catch let error as ReplicaError {
            report.photos.failure = report.photos.failure ?? error
        } catch {
            report.photos.postponed = report.photos.postponed ?? "\(error)"
        }
    }

    /// Exchanges commits one way or both, and says what came of it.
    func callAsFunction(_ direction: SyncDirection, _ removals: RemovalAnswer = .ask) async throws {
        let session = try await FamilySession.open(global)
        let version = try await session.replica.read { $0.version }
        let tip = try await session.replica.tip()
        let report = try await exchange(direction, session, removals)
        if showing.json {
            try session.output.print(.object(SyncJSON.object(report)))
        } else {
            for line in SyncFormatter(report, direction).lines { try session.output.say(line) }
            if report.received > 0 || !report.forked.isEmpty {
                try await session.afterChange { try await tellDirectory(report, session) }
            }
        }
        try await session.afterChange { try await PendingHooks.tellReceived(since: version, tip, session.replica) }
        // Beside the others it was no reason to stop; it is one to say that not everything was done.
        if let failed = report.failed.first { throw failed.error }
        if let failure = report.photos.failure { throw failure }
    }
}

extension SyncRun {
    /// Says what only somebody who knows the family's members and devices by now can say.
    private func tellDirectory(_ report: SyncReport, _ session: FamilySession) async throws {
        let directory = try await session.replica.read { try FamilyDirectory(reading: $0) }
        for finding in directory.namesakeFindings { try session.output.say(finding.sentences) }
        guard !report.forked.isEmpty else { return }
        try session.output.say(SyncFormatter.words(forked: report.forked, try await FamilySession.open(global)))
    }
}
