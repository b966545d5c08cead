// SPDX-License-Identifier: Apache-2.0

public import HometaskQueries
public import HometaskReplica
public import HometaskTime

extension Replica {
    /// The tasks that a query asks for, in words: `try await replica.list("mine due<fri")`.
    ///
    /// As in a terminal, tasks that are done, or hidden until later, are left out as long as the query does not speak
    /// of them. Members, saved views and tasks are all of the one version that the branch names now.
    ///
    /// - Parameters:
    ///   - query: what `hometask list` takes; nothing for every open task.
    ///   - order: the order; nil for that of a saved view which the query names, else the viewpoint's.
    ///   - limit: how many at most.
    ///   - includesDone: whether what is done or hidden is asked for too, where the query says nothing of that.
    ///   - wantsDescriptions: whether the tasks are to have their descriptions.
    ///   - viewpoint: who asks, and when; nil for this device's member, now, in the family's zone.
    /// - Throws: `QueryError`, which says what cannot be understood and where; `ReplicaError`.
    public func list(
        _ query: String, order: TaskOrder? = nil, limit: Int? = nil, includesDone: Bool = false,
        wantsDescriptions: Bool = false, from viewpoint: Viewpoint? = nil
    ) throws -> TaskList {
        let (member, now, index) = (try member(), now, index)
        return try read { reader in
            let viewpoint = try viewpoint ?? Viewpoint(reading: reader, member: member, now: now)
            let syntax = try QueryParser.parse(query, extensions: viewpoint.extensions)
            let meaning = try syntax.meaning(in: viewpoint.scope(of: syntax, reading: reader))
            let question = viewpoint.question(
                meaning.query(includesDone: includesDone, now: viewpoint.now), order: order, limit: limit,
                wantsDescriptions: wantsDescriptions)
            return try index?.list(question, reading: reader) ?? TaskList(question, reading: reader)
        }
    }

    /// The tasks that a question asks for: from the index where it can tell, else from every document.
    public func list(_ question: ListRequest) throws -> TaskList {
        let index = index
        return try read { try index?.list(question, reading: $0) ?? TaskList(question, reading: $0) }
    }

    /// What a search finds: from the index where it can tell, else by a look at every document.
    ///
    /// - Parameter zone: the family's zone, as a `Viewpoint` has it; an index is made for one.
    public func search(_ question: SearchQuestion, zone: TimeZoneRules) throws -> SearchList {
        let index = index
        return try read { reader in
            try index?.search(question, zone: zone, reading: reader) ?? SearchList(question, reading: reader)
        }
    }

    /// What the family has done: from the index where it can tell, else by a look at every document.
    public func statistics(_ question: StatisticsQuestion) throws -> Statistics {
        let index = index
        return try read { try index?.statistics(question, reading: $0) ?? Statistics(question, reading: $0) }
    }

    /// The tags, counted: from the index where it can tell, else by a look at every document.
    ///
    /// - Parameter zone: the family's zone, as a `Viewpoint` has it; an index is made for one.
    public func tagCounts(zone: TimeZoneRules) throws -> TagCounts {
        let index = index
        return try read { try index?.tagCounts(zone: zone, reading: $0) ?? TagCounts(reading: $0) }
    }

    /// The index of the documents; nil if there is no folder for it.
    public nonisolated var index: FamilyIndex? { derivedFolder.map { FamilyIndex(in: $0) } }
}
