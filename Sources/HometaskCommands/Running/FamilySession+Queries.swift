// SPDX-License-Identifier: Apache-2.0

import HometaskIndex
import HometaskReplica

extension FamilySession {
    /// What a query means here and now.
    ///
    /// - Throws: `QueryError`.
    func meaning(_ text: String) async throws -> QueryMeaning {
        let syntax = try QueryParser.parse(text)
        return try syntax.meaning(in: try await scope(of: syntax))
    }

    /// What the names and dates of a query mean here and now.
    func scope(of syntax: QuerySyntax) async throws -> QueryScope {
        var scope = QueryScope(
            directory: directory, member: member, now: now, zone: zone, weekStart: settings.weekStart)
        if syntax.namesPins { scope.pins = try await pins() }
        if syntax.namesViews { scope.views = try await views() }
        return scope
    }

    /// The saved views that are not in the trash.
    func views() async throws -> [ViewRecord] {
        try await replica.read { try ViewRecord.all(reading: $0).filter { !$0.isDeleted } }
    }

    /// The tasks that a query asks for.
    func list(
        _ query: Query, order: TaskOrder, limit: Int? = nil, wantsDescriptions: Bool = false
    ) async throws -> TaskList {
        let question = TaskQuestion(
            query, order: order, limit: limit, wantsDescriptions: wantsDescriptions, directory: directory, zone: zone)
        let index = replica.derivedFolder.map { FamilyIndex(in: $0) }
        return try await replica.read { reader in
            try index?.list(question, reading: reader) ?? TaskList(question, reading: reader)
        }
    }
}
