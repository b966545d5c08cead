// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension DocumentReader {
    /// Returns the member that an id currently refers to: for merged members, the remaining one. Reads only the members
    /// along the merge chain.
    ///
    /// - Returns: nil if there is none, or if a member of the merge chain has left the family.
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
