// SPDX-License-Identifier: Apache-2.0

public import HometaskQueries
public import HometaskReplica
public import HometaskTime

extension DocumentStorage {
    /// Returns the results of a search: from the index if it can answer, otherwise from all documents.
    ///
    /// - Parameter zone: the family's zone, as in a `Viewpoint`; an index is built for one zone.
    public nonisolated func search(_ request: SearchRequest, zone: TimeZoneRules) async throws -> SearchList {
        let index = index
        return try await read { reader in
            try index?.search(request, zone: zone, reading: reader) ?? SearchList(request, reading: reader)
        }
    }

    /// Returns the family's statistics: from the index if it can answer, otherwise from all documents.
    public nonisolated func statistics(_ request: StatisticsRequest) async throws -> Statistics {
        let index = index
        return try await read { try index?.statistics(request, reading: $0) ?? Statistics(request, reading: $0) }
    }

    /// Returns the tags with their counts: from the index if it can answer, otherwise from all documents.
    ///
    /// - Parameter zone: the family's zone, as in a `Viewpoint`; an index is built for one zone.
    public nonisolated func tagCounts(zone: TimeZoneRules) async throws -> TagCounts {
        let index = index
        return try await read { try index?.tagCounts(zone: zone, reading: $0) ?? TagCounts(reading: $0) }
    }

    /// The index of the documents; nil if there is no folder for it.
    public nonisolated var index: FamilyIndex? { derivedFolder.map { FamilyIndex(in: $0) } }
}
