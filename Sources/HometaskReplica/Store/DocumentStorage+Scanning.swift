// SPDX-License-Identifier: Apache-2.0

public import HometaskQueries

extension DocumentStorage where Self: DeviceStorage {
    /// Finds the tasks that match a query by reading all documents; a replica with an index answers faster.
    ///
    /// Members, saved views and tasks are all of the same version, the current one of the branch.
    ///
    /// - Parameters:
    ///   - query: a query as for `hometask list`; empty for all open tasks.
    ///   - limit: the maximum number of tasks.
    /// - Throws: `QueryError`, which says what is invalid and where; `ReplicaError`.
    public nonisolated func scan(_ query: String, limit: Int? = nil) async throws -> TaskList {
        let (member, now) = (try await member(), now)
        return try await read { reader in
            let viewpoint = try Viewpoint(reading: reader, member: member, now: now)
            return try TaskList(
                ListRequest(query: query, limit: limit, from: viewpoint, reading: reader), reading: reader)
        }
    }
}
