// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily
public import HometaskQueries

extension ListRequest {
    /// Creates a list request from a query in words: `mine due<fri`.
    ///
    /// As in a terminal, tasks that are done, or hidden until later, are left out unless the query mentions them.
    ///
    /// - Parameters:
    ///   - query: a query as for `hometask list`; empty for all open tasks.
    ///   - order: the order; nil for the order of a saved view in the query, otherwise the viewpoint's order.
    ///   - limit: the maximum number of tasks.
    ///   - includesDone: whether to include tasks that are done or hidden, unless the query says otherwise.
    ///   - wantsDescriptions: whether to include the tasks' descriptions.
    ///   - viewpoint: the requesting member, and the time.
    ///   - reader: where to read the saved views and pins that the query names.
    /// - Throws: `QueryError`, which says what is invalid and where; `ReplicaError`.
    public init(
        query: String, order: TaskOrder? = nil, limit: Int? = nil, includesDone: Bool = false,
        wantsDescriptions: Bool = false, from viewpoint: Viewpoint, reading reader: DocumentReader
    ) throws {
        let syntax = try QueryParser.parse(query, extensions: viewpoint.extensions)
        let resolved = try syntax.resolve(in: viewpoint.scope(of: syntax, reading: reader))
        self = viewpoint.request(
            resolved.query(includesDone: includesDone, now: viewpoint.now), order: order, limit: limit,
            wantsDescriptions: wantsDescriptions)
    }
}
