// SPDX-License-Identifier: Apache-2.0

public import HometaskQueries
public import HometaskReplica

extension Replica {
    /// Returns the results of a query, now and after each change that may have affected them; see
    /// ``list(_:order:limit:includesDone:wantsDescriptions:from:)``.
    public nonisolated func lists(
        _ query: String, order: TaskOrder? = nil, limit: Int? = nil, includesDone: Bool = false,
        wantsDescriptions: Bool = false
    ) -> TaskLists {
        TaskLists(replica: self) { replica in
            try await replica.list(
                query, order: order, limit: limit, includesDone: includesDone, wantsDescriptions: wantsDescriptions)
        }
    }
}
