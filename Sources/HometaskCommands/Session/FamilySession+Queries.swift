// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskIndex
import HometaskQueries
import HometaskReplica
import HometaskTerminal

extension FamilySession {
    /// The data that queries are resolved with: the device's member and settings, and the current time.
    var viewpoint: Viewpoint {
        Viewpoint(
            directory: directory, member: member, now: now, zone: zone, weekStart: settings.weekStart,
            order: settings.order, urgency: settings.urgency, extensions: extensions)
    }

    /// Resolves a query for this device and the current time.
    ///
    /// - Throws: `QueryError`.
    func meaning(_ text: String) async throws -> ResolvedQuery {
        let viewpoint = viewpoint
        let syntax = try QueryParser.parse(text, extensions: viewpoint.extensions)
        return try await replica.read { try syntax.meaning(in: viewpoint.scope(of: syntax, reading: $0)) }
    }

    /// Resolves a query made of the words of a command line, joined with spaces. In the shell, `@` with a name of
    /// several words in quotes is one word; so it is here.
    func meaning(_ words: [String]) async throws -> ResolvedQuery {
        try await meaning(try await query(words))
    }

    /// The query text for the words of a command line.
    func query(_ words: [String]) async throws -> String {
        let isPhrase = { (word: String) in word.hasPrefix("@") && word.contains(" ") && !word.contains("\"") }
        guard words.contains(where: isPhrase) else { return words.joined(separator: " ") }
        let names = Set((try await views().map(\.name) + directory.activeMembers.map(\.name)).map { $0.lowercased() })
        return words.map { word in
            let name = String(word.dropFirst())
            return isPhrase(word) && names.contains(name.lowercased())
                ? "@\(QuerySyntax.Value(naming: name))" : word
        }.joined(separator: " ")
    }

    /// The saved views that are not in the trash.
    func views() async throws -> [ViewRecord] {
        try await replica.read { try ViewRecord.all(reading: $0).filter { !$0.isDeleted } }
    }

    /// Tasks in the usual order.
    func sorted(_ tasks: [TaskRecord]) async throws -> [TaskRecord] {
        let order = settings.order
        guard !order.neededRelations.isEmpty else { return order.sort(tasks, in: directory, zone: zone) }
        let dependencies = try await replica.read { try TaskDependencies(reading: $0) }
        return order.sort(tasks, in: directory, zone: zone, urgency: viewpoint.measure(dependencies))
    }

    /// The tasks that match a query.
    func list(
        _ query: Query, order: TaskOrder, limit: Int? = nil, wantsDescriptions: Bool = false
    ) async throws -> TaskList {
        try await WorkingLine.during("Reading the tasks") {
            try await replica.list(
                viewpoint.question(query, order: order, limit: limit, wantsDescriptions: wantsDescriptions))
        }
    }
}
