// SPDX-License-Identifier: Apache-2.0

public import HometaskQueries
public import HometaskReplica
public import HometaskTime

extension DocumentStorage {
    /// The results of a search: from the index if it can answer, otherwise from all documents.
    ///
    /// - Parameter zone: the family's zone, as in a `Viewpoint`; an index is built for one zone.
    public func search(_ request: SearchRequest, zone: TimeZoneRules) throws -> SearchList {
        let index = index
        return try read { reader in
            try index?.search(request, zone: zone, reading: reader) ?? SearchList(request, reading: reader)
        }
    }

    /// The family's statistics: from the index if it can answer, otherwise from all documents.
    public func statistics(_ request: StatisticsRequest) throws -> Statistics {
        let index = index
        return try read { try index?.statistics(request, reading: $0) ?? Statistics(request, reading: $0) }
    }

    /// The tags with their counts: from the index if it can answer, otherwise from all documents.
    ///
    /// - Parameter zone: the family's zone, as in a `Viewpoint`; an index is built for one zone.
    public func tagCounts(zone: TimeZoneRules) throws -> TagCounts {
        let index = index
        return try read { try index?.tagCounts(zone: zone, reading: $0) ?? TagCounts(reading: $0) }
    }

    /// The index of the documents; nil if there is no folder for it.
    public nonisolated var index: FamilyIndex? { derivedFolder.map { FamilyIndex(in: $0) } }
}
