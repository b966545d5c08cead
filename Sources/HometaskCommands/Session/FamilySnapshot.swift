// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskIndex
import HometaskQueries
import HometaskReplica

/// One version of a family's documents, from this device's viewpoint: the session's directory, the saved views and pins
/// that a query names, and the tasks found all belong to this version, regardless of concurrent writes.
struct FamilySnapshot {
    /// The session, with the members and categories of this version.
    let session: FamilySession
    let reader: any VersionReader
    private let index: FamilyIndex?

    init(_ session: FamilySession, reading reader: any VersionReader) throws {
        self.session = try session.at(reader)
        self.reader = reader
        index = session.replica.index
    }

    /// Resolves a query for this device and the current time.
    ///
    /// - Parameter isShared: whether all of the family reads it, with dates in the language that every device knows.
    /// - Throws: `QueryError`.
    func resolveQuery(_ text: String, isShared: Bool = false) throws -> ResolvedQuery {
        var viewpoint = session.queries.viewpoint
        if isShared { viewpoint.language = nil }
        let syntax = try QueryParser.parse(text, extensions: viewpoint.extensions)
        return try syntax.resolve(in: viewpoint.scope(of: syntax, reading: reader))
    }

    /// Resolves a query made of the words of a command line.
    func resolveQuery(_ words: [String]) throws -> ResolvedQuery { try resolveQuery(text(words)) }

    /// Returns the query text for the words of a command line, joined with spaces. `@` with a quoted name of several
    /// words is one word in the shell, and remains one here.
    func text(_ words: [String]) throws -> String {
        let isPhrase = { (word: String) in word.hasPrefix("@") && word.contains(" ") && !word.contains("\"") }
        guard words.contains(where: isPhrase) else { return words.joined(separator: " ") }
        let views = try ViewRecord.all(reading: reader).filter { !$0.isDeleted }
        let names = Set((views.map(\.name) + session.directory.activeMembers.map(\.name)).map { $0.lowercased() })
        return words.map { word in
            let name = String(word.dropFirst())
            return isPhrase(word) && names.contains(name.lowercased())
                ? "@\(QuerySyntax.Value(naming: name))" : word
        }.joined(separator: " ")
    }

    /// Returns the tasks that match a query, from the index if it can answer.
    func list(
        _ query: Query, order: TaskOrder, limit: Int? = nil, wantsDescriptions: Bool = false
    ) throws -> TaskList {
        let request = session.queries.viewpoint.request(
            query, order: order, limit: limit, wantsDescriptions: wantsDescriptions)
        return try request.answer(from: index, reading: reader)
    }

    /// Sorts tasks in the order of lists.
    func sorted(_ tasks: [TaskRecord]) throws -> [TaskRecord] {
        let order = session.settings.order
        let measure =
            try order.neededRelations.isEmpty
            ? nil : session.queries.viewpoint.measure(TaskDependencies(reading: reader))
        var tasks = tasks
        if order.terms.contains(where: { $0.key == .created }) {
            for place in tasks.indices { try reader.lookUpBeginning(of: &tasks[place]) }
        }
        return order.sort(tasks, in: session.directory, zone: session.zone, urgency: measure)
    }

    /// Returns the results of a search, from the index if it can answer.
    func search(_ request: SearchRequest) throws -> SearchList {
        try index?.search(request, zone: session.zone, reading: reader) ?? SearchList(request, reading: reader)
    }

    /// Returns statistics of the tasks, from the index if it can answer.
    func statistics(_ request: StatisticsRequest) throws -> Statistics {
        try index?.statistics(request, reading: reader) ?? Statistics(request, reading: reader)
    }
}
