// SPDX-License-Identifier: Apache-2.0

public import HometaskQueries
public import HometaskReplica
public import HometaskTime

extension FamilyIndex {
    /// What a search finds; nil if the index cannot tell.
    ///
    /// - Parameter zone: the zone in which lists are asked; an index is made for one.
    /// - Throws: `ReplicaError` where the documents themselves cannot be read.
    public func search(
        _ question: SearchQuestion, zone: TimeZoneRules, reading reader: any VersionReader
    ) throws -> SearchList? {
        try answer(reading: reader, zone: zone) { db in try SearchAnswer(question, db).list } ?? nil
    }
}
