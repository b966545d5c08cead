// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// What `push`, `pull` and `sync` have in common.
struct SyncOptions: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Take part with all remotes at once.")
    var all = false

    @OptionGroup var waiting: TimeoutOption

    @Argument(
        help: ArgumentHelp("The remote's name, or several; the family's usual one by default.", valueName: "remote"))
    var remotes: [String] = []

    func validate() throws {
        if all, !remotes.isEmpty { throw ValidationError("--all stands for every remote: name none beside it") }
    }

    /// Exchanges commits; where a remote's commits remove many documents, asks what to do, if somebody is there.
    private func exchange(
        _ direction: SyncDirection, _ session: FamilySession, _ removals: RemovalAnswer
    ) async throws -> SyncReport {
        let progress = ProgressLine()
        defer { progress.clear() }
        let names = all ? try await session.replica.remotes().map(\.name) : remotes
        do {
            var report = try await WorkingLine.during("Talking with the remote", mayAsk: true) {
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
    func run(_ direction: SyncDirection, _ removals: RemovalAnswer = .ask) async throws {
        let session = try await FamilySession.open(global)
        let version = try await session.replica.read { $0.version }
        let tip = try await session.replica.tip()
        let report = try await exchange(direction, session, removals)
        if showing.json {
            try session.output.print(.object(SyncJSON.object(report)))
        } else {
            for line in SyncWords(report, direction).lines { try session.output.say(line) }
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

extension SyncOptions {
    /// Says what only somebody who knows the family's members and devices by now can say.
    private func tellDirectory(_ report: SyncReport, _ session: FamilySession) async throws {
        let directory = try await session.replica.read { try FamilyDirectory(reading: $0) }
        for sentence in directory.namesakeSentences { try session.output.say(sentence) }
        guard !report.forked.isEmpty else { return }
        try session.output.say(SyncWords.words(forked: report.forked, try await FamilySession.open(global)))
    }
}

/// What `pull` and `sync` are to do where a remote's commits remove many documents.
struct RemovalOptions: ParsableArguments {
    @Flag(help: "Where a remote's commits remove many documents, put these into the trash.")
    var acceptRemovals = false

    @Flag(help: "Where a remote's commits remove many documents, keep these.")
    var restoreRemoved = false

    var answer: RemovalAnswer { acceptRemovals ? .accept : restoreRemoved ? .restore : .ask }

    func validate() throws {
        if acceptRemovals, restoreRemoved {
            throw ValidationError("--accept-removals and --restore-removed exclude each other")
        }
    }
}

/// A sync's report as `--json` prints it.
enum SyncJSON {
    /// `remotes`, `failed` (`remote`, `reason`), `rolledBack` (`remote`, `lacked`), `received`, `sent`, `joined`,
    /// `conflicted`, `skipped` (`path`, `reason`), `tookInEdits`, `missing`, `forked`, `notices`, `commit`, `photos`
    /// (`sent`, `thumbnails`, `originals`, `failed`).
    static func object(_ report: SyncReport) -> JSONObject {
        [
            "remotes": .array(report.remotes.map { .string($0) }),
            "failed": .array(
                report.failed.map { ["remote": .string($0.remote), "reason": .string($0.error.message)] }),
            "rolledBack": .array(
                report.rolledBack.map { ["remote": .string($0.remote), "lacked": .number(JSONNumber($0.lacked))] }),
            "received": .number(JSONNumber(report.received)),
            "sent": .number(JSONNumber(report.sent)), "tookInEdits": .number(JSONNumber(report.tookInEdits)),
            "joined": .array(report.joined.map { .string($0.text) }),
            "conflicted": .array(report.conflicted.map { .string($0.text) }),
            "skipped": .array(report.skipped.map { ["path": .string($0.path), "reason": .string($0.reason)] }),
            "forked": .array(report.forked.map { .string($0.path.text) }),
            "missing": .array(report.missing.map { .string($0) }),
            "notices": .array(report.notices.map { .string($0) }), "commit": report.commit.json,
            "photos": [
                "sent": .number(JSONNumber(report.photos.sent)),
                "thumbnails": .number(JSONNumber(report.photos.thumbnails)),
                "originals": .number(JSONNumber(report.photos.originals)),
                "failed": (report.photos.failure?.message ?? report.photos.postponed).json,
            ],
        ]
    }
}

/// A sync's report in one or two plain lines, and one for each thing that needs a person.
struct SyncWords {
    let lines: [String]

    init(_ report: SyncReport, _ direction: SyncDirection) {
        var lines = [Self.exchange(report, direction)]
        if report.tookInEdits > 0 {
            lines.append("Took in \(Self.count(report.tookInEdits, "document")) that somebody had edited by hand.")
        }
        lines += report.notices
        if !report.conflicted.isEmpty {
            let verb = report.conflicted.count == 1 ? "has" : "have"
            lines.append(
                "\(Self.count(report.conflicted.count, "document")) \(verb) conflicting edits: 'hometask conflicts' shows them."
            )
        }
        lines += report.rolledBack.map { Self.words(rolledBack: $0, direction) }
        if let reason = report.photos.postponed { lines.append("Photos are left for the next sync: \(reason).") }
        // The first is told as the error that the command ends with.
        lines += report.failed.dropFirst().map { "Not reached: \($0.error.message)" }
        lines += report.skipped.map { "Left alone: \($0.path): \($0.reason)" }
        if let missing = TakenEdits.words(missing: report.missing) { lines.append(missing) }
        self.lines = lines
    }

    private static func exchange(_ report: SyncReport, _ direction: SyncDirection) -> String {
        var parts: [String] = []
        let received = [
            (direction == .push ? 0 : report.received, "change"), (report.photos.thumbnails, "thumbnail"),
            (report.photos.originals, "photo"),
        ]
        if let list = list(received) { parts.append("received \(list)") }
        let sent = [(direction == .pull ? 0 : report.sent, "change"), (report.photos.sent, "photo")]
        if let list = list(sent) { parts.append("sent \(list)") }
        if !report.joined.isEmpty {
            parts.append("joined \(count(report.joined.count, "document")) that both sides had changed")
        }
        guard let first = parts.first else { return nothing(report, direction) }
        let list =
            parts.count == 1 ? first : "\(parts.dropLast().joined(separator: ", ")) and \(parts[parts.count - 1])"
        return "\(list.prefix(1).uppercased())\(list.dropFirst()) (\(names(report)))."
    }

    /// Counts of things, those that are none left out; nil where all are none.
    private static func list(_ counts: [(Int, String)]) -> String? {
        let words = counts.filter { $0.0 > 0 }.map { count($0.0, $0.1) }
        guard let last = words.last else { return nil }
        return words.count == 1 ? last : "\(words.dropLast().joined(separator: ", ")) and \(last)"
    }

    private static func words(rolledBack: RolledBackRemote, _ direction: SyncDirection) -> String {
        """
        ‘\(rolledBack.remote)’ lacked \(count(rolledBack.lacked, "change")) that it had at the last sync from here: it was \
        emptied, made anew or restored from an older state. \
        \(direction == .pull ? "'hometask push' sends what it lacks." : "It has them again.")
        """
    }

    private static func nothing(_ report: SyncReport, _ direction: SyncDirection) -> String {
        switch direction {
        case .pull: "Nothing new at \(names(report))."
        case .push: "Nothing to send: \(names(report)) \(report.remotes.count == 1 ? "has" : "have") it all."
        case .both: "All in step with \(names(report)); nothing new."
        }
    }

    private static func names(_ report: SyncReport) -> String { report.remotes.joined(separator: ", ") }

    /// What to say of documents that one device had changed along two lines.
    static func words(forked: [ForkedDocument], _ session: FamilySession) -> String {
        let words = ConflictWords(session)
        let devices = Set(forked.flatMap(\.actors)).map { words.author(of: $0) }
        let names = Set(devices).sorted().joined(separator: ", ")
        return """
            Two copies of one device went on at once (\(names)): its folder was copied, or set back from a backup. \
            \(count(forked.count, "document")) had been changed by both; what both wrote is kept.
            """
    }

    static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
}
