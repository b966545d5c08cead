// SPDX-License-Identifier: Apache-2.0

public import HometaskQueries
public import HometaskReplica
public import HometaskTime

extension FamilyIndex {
    /// Returns the results of a search; nil if the index cannot answer.
    ///
    /// - Parameter zone: the time zone of lists; an index is built for one zone.
    /// - Throws: `ReplicaError` if the documents themselves cannot be read.
    public func search(
        _ request: SearchRequest, zone: TimeZoneRules, reading reader: any VersionReader
    ) throws -> SearchList? {
        try answer(reading: reader, zone: zone) { db in try SearchAnswer(request, db).list } ?? nil
    }
}
