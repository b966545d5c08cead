// SPDX-License-Identifier: Apache-2.0

public import HometaskQueries
public import HometaskReplica

extension Replica {
    /// Returns the tasks that match a query: `try await replica.list("mine due<fri")`.
    ///
    /// As in a terminal, tasks that are done, or hidden until later, are left out unless the query mentions them.
    /// Members, saved views and tasks are all of the same version, the current one of the branch.
    ///
    /// - Parameters:
    ///   - query: a query as for `hometask list`; empty for all open tasks.
    ///   - order: the order; nil for that of a saved view in the query, otherwise the viewpoint's.
    ///   - limit: the maximum number of tasks.
    ///   - includesDone: whether to include tasks that are done or hidden, unless the query says otherwise.
    ///   - wantsDescriptions: whether to include the tasks' descriptions.
    ///   - viewpoint: who asks, and when; nil for this device's member, now, in the family's zone.
    /// - Throws: `QueryError`, which says what is invalid and where; `ReplicaError`.
    public nonisolated func list(
        _ query: String, order: TaskOrder? = nil, limit: Int? = nil, includesDone: Bool = false,
        wantsDescriptions: Bool = false, from viewpoint: Viewpoint? = nil
    ) async throws -> TaskList {
        let (member, now, index) = (try await member(), now, index)
        return try await read { reader in
            let viewpoint = try viewpoint ?? Viewpoint(reading: reader, member: member, now: now)
            let request = try ListRequest(
                query: query, order: order, limit: limit, includesDone: includesDone,
                wantsDescriptions: wantsDescriptions, from: viewpoint, reading: reader)
            return try request.answer(from: index, reading: reader)
        }
    }
}
