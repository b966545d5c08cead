// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension DocumentReader {
    /// The member that an id refers to now: of merged members, the one that stays. Reads only the members on the way
    /// there.
    ///
    /// - Returns: nil if there is none, or if the member, or one that it was merged into, has left the family.
    public func currentMember(_ id: DocumentID) throws(ReplicaError) -> MemberRecord? {
        var chain: [DocumentID: MemberRecord] = [:]
        var next = id
        while chain[next] == nil {
            guard let path = DocumentPath(kind: .member, id: next),
                let record = try readableMembers(at: path).flatMap({ MemberRecord($0) }), !record.hasLeft
            else { return nil }
            guard let other = record.mergedInto else { return record }
            chain[next] = record
            next = other
        }
        // Members that were merged into each other on different devices, which the next sync settles.
        return MergeRings(chain.values).staying.first.flatMap { chain[$0]?.staying }
    }
}
