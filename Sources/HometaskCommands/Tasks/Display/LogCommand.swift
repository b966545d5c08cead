// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica
import HometaskTerminal

/// `hometask log`: what the family did, by day.
struct LogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", _superCommandName: "hometask",
        abstract: "Show what happened in the family, newest first.",
        discussion: "Commits that only merge the changes of several devices are left out, except with --json.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(help: ArgumentHelp("Only since this time: 'yesterday', '3 days ago', '2026-11-20'.", valueName: "when"))
    var since: String?

    @Option(help: ArgumentHelp("Only what this member did.", valueName: "member"))
    var by: String?

    @Option(help: ArgumentHelp("Show at most this many entries; 50 by default, all with --since.", valueName: "count"))
    var limit: Int?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit should be at least 1, but is \(limit)") }
    }

    func run() async throws {
        let opened = try await FamilySession.open(global)
        let start = try since.map { try opened.times.instant($0) }
        let most = limit ?? (start == nil ? 50 : Int.max)
        // Merges and other members' entries are filtered out after reading, so all entries are read in these cases.
        let isCounted = by == nil && showing.json
        let all = try await opened.replica.history(since: start, path: nil, limit: isCounted ? most : Int.max)
        // Read after the entries, to include all names in them.
        let session = try await opened.snapshot { $0.session }
        let names = try by.map { try self.names(of: $0, in: session) }
        let entries = all.filter { entry in
            (showing.json || !entry.isMerge) && names.map { $0.contains(entry.author.lowercased()) } ?? true
        }
        let shown = Array(entries.prefix(most))
        if showing.json {
            return try session.output.print(.array(shown.map { .object($0.json) }))
        }
        guard !shown.isEmpty else {
            return try session.output.say(
                since == nil && by == nil
                    ? "Nothing has happened yet." : "No entry matches. 'hometask log' shows all.")
        }
        var lines = LogFormatter(session).lines(shown)
        if shown.count < entries.count {
            let rest = "… and \(entries.count - shown.count) before that: --limit shows more."
            lines.append(Style.dim.applied(to: rest, in: session.output.mode))
        }
        try session.output.page(lines)
    }

    /// Returns the lower-case names under which a member may appear in the history: their own, and those of members who
    /// were merged with them.
    private func names(of word: String, in session: FamilySession) throws -> Set<String> {
        Set(try session.members.everyID(of: word).compactMap { session.directory.members[$0]?.name.lowercased() })
    }
}
