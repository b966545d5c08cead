// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal
import HometaskTime

/// `hometask status`: the state of this device and its family, and what needs attention.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", _superCommandName: "hometask",
        abstract: "Show who this device is, what is not yet synced, and what needs attention.",
        discussion: "Also records edits made by hand in the family's files.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Move the documents of missing files to the trash, even if there are many.")
    var acceptRemovals = false

    func run() async throws {
        let opened = try await FamilySession.open(global)
        let edits = await HandEditStatus(opened, acceptsRemovals: acceptRemovals)
        let status = try await opened.replica.status()
        // Read last, to include names edited by hand.
        let session = try await opened.snapshot { $0.session }
        if showing.json {
            try session.output.print(.object(StatusJSON.object(status, edits, in: session)))
        } else {
            try await show(status, edits, in: session)
        }
        // Everything that can be shown has been shown; a disk error is still a failure.
        if let failure = edits.diskFailure { throw failure }
    }

    private func show(_ status: ReplicaStatus, _ edits: HandEditStatus, in session: FamilySession) async throws {
        let words = StatusFormatter(session)
        var block = FieldBlock()
        block.add("Family", session.directory.family?.name ?? "")
        block.add("Folder", session.replica.folder + (session.replica.isBare ? " (bare)" : ""))
        block.add("You", session.member.map { session.directory.name(of: $0) } ?? "not set: use 'hometask me NAME'")
        block.add("Remote", words.remote(status))
        if status.remote != nil {
            block.add(
                "Synced", status.lastSync.map { DateDisplay(now: session.now, zone: session.zone).ago($0) } ?? "never")
            let photos = try await session.replica.waitingPhotos().count
            block.add("To sync", words.distance(status, photos: photos))
        }
        block.add("Conflicts", words.conflicts(status), style: status.conflicted.isEmpty ? .plain : .yellow)
        if status.branch != "main" { block.add("Branch", status.branch) }
        try session.output.print(block.lines(width: session.output.width, mode: session.output.mode))
        for document in status.unreadable { try session.output.say("\(document.path) \(document.reason)") }
        for stray in status.strays { try session.output.say("\(stray.path) \(stray.reason)") }
        if let lag = SyncLag.finding(status, at: session.now) { try session.output.say(lag.sentences) }
        for branch in status.otherBranches { try session.output.say(branch.finding.sentences) }
        if !status.unreadable.isEmpty {
            try session.output.say("'hometask doctor --repair' restores the last readable versions.")
        }
        for finding in session.directory.namesakeFindings { try session.output.say(finding.sentences) }
        for line in edits.lines { try session.output.say(line) }
        if !status.forked.isEmpty { try session.output.say(SyncFormatter.words(forked: status.forked, session)) }
    }
}

/// The hand edits that a command found, and whether they were recorded.
struct HandEditStatus {
    /// The documents whose edits were recorded.
    let taken: [DocumentPath]
    /// The files that were skipped, with the reason.
    let skipped: [SkippedDocument]
    /// The missing files, if there are too many to delete their documents without confirmation.
    let missing: [String]
    /// Why no edit could be recorded; nil if recording worked. The status is shown in either case.
    let hindrance: String?
    /// The error, if the disk is full or cannot be read or written.
    let diskFailure: ReplicaError?

    /// Records the hand edits that can be recorded.
    init(_ session: FamilySession, acceptsRemovals: Bool) async {
        do {
            var report = try await session.replica.takeInHandEdits(allowsManyRemovals: acceptsRemovals)
            let question = "\(report.missing.count) files are missing. Delete their documents?"
            if !report.missing.isEmpty, Question(session.environment).confirms(question) {
                let removals = try await session.replica.takeInHandEdits(allowsManyRemovals: true)
                report = HandEditReport(
                    taken: report.taken + removals.taken, skipped: removals.skipped, missing: removals.missing)
            }
            (taken, skipped, missing, hindrance) = (report.taken, report.skipped, report.missing, nil)
            diskFailure = nil
        } catch {
            (taken, skipped, missing, hindrance) = ([], [], [], "\(error)")
            let failure = error as? ReplicaError
            diskFailure = failure.flatMap { [.diskFull, .inputOutput].contains($0.code) ? $0 : nil }
        }
    }

    /// A report of the edits.
    var lines: [String] {
        var lines: [String] = []
        if !taken.isEmpty { lines.append("Recorded edits by hand in \(SyncFormatter.count(taken.count, "document")).") }
        lines += skipped.map { "Not recorded: \($0.path): \($0.reason)" }
        if let words = Self.nextStep(skipped: skipped) { lines.append(words) }
        if let words = Self.words(missing: missing) { lines.append(words) }
        if let hindrance, diskFailure == nil { lines.append("Edits by hand were not recorded: \(hindrance)") }
        return lines
    }

    /// Returns the next step for hand edits that were not recorded; nil if there are none.
    static func nextStep(skipped: [SkippedDocument]) -> String? {
        let paths = skipped.map(\.path)
        let documents = paths.filter { DocumentPath(text: $0) != nil }
        guard let first = documents.first else { return paths.isEmpty ? nil : "'hometask doctor' says what to do." }
        return documents.count == 1
            ? "Correct the file and run 'hometask status', or discard the edit with 'git checkout -- \(first)'."
            : "Correct these files and run 'hometask status', or discard an edit with 'git checkout -- FILE'."
    }

    /// Returns a sentence about missing files not confirmed as deletions; nil if there are none.
    static func words(missing: [String]) -> String? {
        guard let first = missing.first else { return nil }
        return """
            \(SyncFormatter.count(missing.count, "file")) missing, such as \(first): too many to delete the documents \
            without confirmation. 'git checkout -- .' restores the files; 'hometask status --accept-removals' \
            deletes the documents.
            """
    }
}

/// Formats the status for people.
struct StatusFormatter {
    private let session: FamilySession

    init(_ session: FamilySession) {
        self.session = session
    }

    func remote(_ status: ReplicaStatus) -> String {
        guard let remote = status.remote else {
            return "none: only this device has the family's data; add one with 'hometask remote add origin URL'"
        }
        return "\(remote.name): \(remote.url)"
    }

    /// - Parameter photos: the number of unsent originals.
    func distance(_ status: ReplicaStatus, photos: Int) -> String {
        guard let distance = status.distance else { return "everything: no sync yet" }
        var parts: [String] = []
        if distance.ahead > 0 { parts.append("\(SyncFormatter.count(distance.ahead, "change")) to send") }
        if photos > 0 { parts.append("\(SyncFormatter.count(photos, "photo")) to send") }
        if distance.behind > 0 { parts.append("\(SyncFormatter.count(distance.behind, "change")) to fetch") }
        return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }

    func conflicts(_ status: ReplicaStatus) -> String {
        guard !status.conflicted.isEmpty else { return "none" }
        return
            "\(SyncFormatter.count(status.conflicted.count, "document")): 'hometask conflicts' shows them"
    }
}

/// A status as `--json` prints it.
enum StatusJSON {
    /// Returns an object with `family`, `folder`, `bare`, `me` (`id`, `name`), `branch`, `commit`, `tree`, `remote`
    /// (`name`, `url`), `ahead`, `behind`, `lastSync`, `conflicts`, `forked`, `strays`, `unreadable` and `notTakenIn`
    /// (`path`, `reason`), `otherBranches` (`remote`, `branch`, `synced`, `changes`), `takenIn`, `missing`; unknown is
    /// null.
    static func object(_ status: ReplicaStatus, _ edits: HandEditStatus, in session: FamilySession) -> JSONObject {
        let me = session.member.map { session.directory.json(of: $0) } ?? .null
        return [
            "family": (session.directory.family?.name).json, "folder": .string(session.replica.folder),
            "bare": .bool(session.replica.isBare), "me": me, "branch": .string(status.branch),
            "commit": status.commit.json, "tree": status.tree.json,
            "remote": status.remote.map { ["name": .string($0.name), "url": .string($0.url)] } ?? .null,
            "ahead": status.distance.map { .number(JSONNumber($0.ahead)) } ?? .null,
            "behind": status.distance.map { .number(JSONNumber($0.behind)) } ?? .null,
            "lastSync": (status.lastSync?.rfc3339).json,
            "conflicts": .array(status.conflicted.map { .string($0.text) }),
            "forked": .array(status.forked.map { .string($0.path.text) }),
            "strays": .array(status.strays.map { ["path": .string($0.path), "reason": .string($0.reason)] }),
            "unreadable": .array(
                status.unreadable.map { ["path": .string($0.path), "reason": .string($0.reason)] }),
            "otherBranches": .array(status.otherBranches.map { SyncJSON.object($0) }),
            "takenIn": .array(edits.taken.map { .string($0.text) }),
            "notTakenIn": .array(edits.skipped.map { ["path": .string($0.path), "reason": .string($0.reason)] }),
            "missing": .array(edits.missing.map { .string($0) }),
        ]
    }
}
