// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// A sync's report as `--json` prints it.
enum SyncJSON {
    /// Returns an object with `remotes`, `failed` (`remote`, `reason`), `rolledBack` (`remote`, `lacked`), `received`,
    /// `sent`, `joined`, `conflicted`, `skipped` (`path`, `reason`), `tookInEdits`, `missing`, `forked`, `notices`,
    /// `otherBranches` (`remote`, `branch`, `synced`, `changes`), `commit`, `photos` (`sent`, `thumbnails`,
    /// `originals`, `failed`).
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
            "notices": .array(report.notices.map { .string($0) }),
            "otherBranches": .array(report.otherBranches.map(object)), "commit": report.commit.json,
            "photos": [
                "sent": .number(JSONNumber(report.photos.sent)),
                "thumbnails": .number(JSONNumber(report.photos.thumbnails)),
                "originals": .number(JSONNumber(report.photos.originals)),
                "failed": (report.photos.failure?.message ?? report.photos.postponed).json,
            ],
        ]
    }

    /// Returns a second branch of the family at a remote; an unknown number of changes is null.
    static func object(_ branch: OtherBranch) -> JSON {
        [
            "remote": .string(branch.remote), "branch": .string(branch.name), "synced": .string(branch.synced),
            "changes": branch.changes.map { .number(JSONNumber($0)) } ?? .null,
        ]
    }
}

/// The report of a sync in one or two lines, and another line for each thing that needs attention.
struct SyncFormatter {
    let lines: [String]

    init(_ report: SyncReport, _ direction: SyncDirection) {
        var lines = [Self.exchange(report, direction)]
        if report.tookInEdits > 0 {
            lines.append("Recorded edits by hand in \(Self.count(report.tookInEdits, "document")).")
        }
        lines += report.notices
        if !report.conflicted.isEmpty {
            let verb = report.conflicted.count == 1 ? "has" : "have"
            lines.append(
                "\(Self.count(report.conflicted.count, "document")) \(verb) conflicting edits: 'hometask conflicts' shows them."
            )
        }
        lines += report.otherBranches.map(\.finding.sentences)
        lines += report.rolledBack.map { Self.words(rolledBack: $0, direction) }
        if let reason = report.photos.postponed { lines.append("Photos were left for the next sync: \(reason).") }
        // The first failure becomes the error of the command.
        lines += report.failed.dropFirst().map { "Not reached: \($0.error.message)" }
        lines += report.skipped.map { "\($0.isHandEdit ? "Not recorded" : "Left alone"): \($0.path): \($0.reason)" }
        if let words = HandEditStatus.nextStep(skipped: report.skipped.filter(\.isHandEdit)) { lines.append(words) }
        if let missing = HandEditStatus.words(missing: report.missing) { lines.append(missing) }
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
            parts.append("merged \(count(report.joined.count, "document")) that both sides had changed")
        }
        if parts.isEmpty { return nothing(report, direction) }
        let list = parts.list(with: "and")
        return "\(list.prefix(1).uppercased())\(list.dropFirst()) (\(names(report)))."
    }

    /// Returns a list of the non-zero counts; nil if all are zero.
    private static func list(_ counts: [(Int, String)]) -> String? {
        let words = counts.filter { $0.0 > 0 }.map { count($0.0, $0.1) }
        return words.isEmpty ? nil : words.list(with: "and")
    }

    private static func words(rolledBack: RolledBackRemote, _ direction: SyncDirection) -> String {
        """
        ‘\(rolledBack.remote)’ lacked \(count(rolledBack.lacked, "change")) that it had at this device's last sync: \
        it was emptied, recreated or restored from an older state. \
        \(direction == .pull ? "'hometask push' sends them." : "They were sent again.")
        """
    }

    private static func nothing(_ report: SyncReport, _ direction: SyncDirection) -> String {
        switch direction {
        case .pull: "Nothing new at \(names(report))."
        case .push: "Nothing to send: \(names(report)) \(report.remotes.count == 1 ? "is" : "are") up to date."
        case .both: "Up to date with \(names(report))."
        }
    }

    private static func names(_ report: SyncReport) -> String { report.remotes.joined(separator: ", ") }

    /// Returns a report about documents that two copies of one device changed independently.
    static func words(forked: [ForkedDocument], _ session: FamilySession) -> String {
        let words = ConflictFormatter(session)
        let devices = Set(forked.flatMap(\.actors)).map { words.author(of: $0) }
        let names = Set(devices).sorted().joined(separator: ", ")
        return """
            Two copies of one device were used at the same time (\(names)): its folder was copied or restored from a \
            backup. \(count(forked.count, "document")) had been changed by both; the edits of both are kept.
            """
    }

    static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
}
