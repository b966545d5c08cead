// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskIndex
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// Resolves queries as this device asks them, and lists the tasks that match.
struct QueryRunner: Sendable {
    let session: FamilySession

    /// The data that queries are resolved with: the device's member and settings, and the current time.
    var viewpoint: Viewpoint {
        Viewpoint(
            directory: session.directory, member: session.member, now: session.now, zone: session.zone,
            weekStart: session.settings.weekStart, order: session.settings.order, urgency: session.settings.urgency,
            extensions: session.extensions)
    }

    /// Resolves a query for this device and the current time.
    ///
    /// - Throws: `QueryError`.
    func meaning(_ text: String) async throws -> ResolvedQuery {
        let viewpoint = viewpoint
        let syntax = try QueryParser.parse(text, extensions: viewpoint.extensions)
        return try await session.replica.read { try syntax.meaning(in: viewpoint.scope(of: syntax, reading: $0)) }
    }

    /// Resolves a query made of the words of a command line, joined with spaces. In the shell, `@` with a name of
    /// several words in quotes is one word; so it is here.
    func meaning(_ words: [String]) async throws -> ResolvedQuery {
        try await meaning(try await text(words))
    }

    /// The query text for the words of a command line.
    func text(_ words: [String]) async throws -> String {
        let isPhrase = { (word: String) in word.hasPrefix("@") && word.contains(" ") && !word.contains("\"") }
        guard words.contains(where: isPhrase) else { return words.joined(separator: " ") }
        let names = Set(
            (try await session.views.all().map(\.name) + session.directory.activeMembers.map(\.name)).map {
                $0.lowercased()
            })
        return words.map { word in
            let name = String(word.dropFirst())
            return isPhrase(word) && names.contains(name.lowercased())
                ? "@\(QuerySyntax.Value(naming: name))" : word
        }.joined(separator: " ")
    }

    /// The tasks that match a query.
    func list(
        _ query: Query, order: TaskOrder, limit: Int? = nil, wantsDescriptions: Bool = false
    ) async throws -> TaskList {
        try await WorkingLine.during("Reading the tasks") {
            try await session.replica.list(
                viewpoint.question(query, order: order, limit: limit, wantsDescriptions: wantsDescriptions))
        }
    }
}
