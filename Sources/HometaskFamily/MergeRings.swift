// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// Documents that were merged into each other on different devices: A into B on one, B into A on another.
///
/// Invariant: one document of each ring stays, the same on every device. Documents that have not been removed take
/// precedence, then the earliest created, then the lowest id.
public struct MergeRings: Hashable, Sendable {
    /// The rings, each with the document that stays first.
    public let all: [[DocumentID]]
    /// The documents that stay although they are marked as merged.
    public let staying: Set<DocumentID>

    /// Finds the rings among merged documents.
    ///
    /// - Parameters:
    ///   - next: for each document, the one that it was merged into.
    ///   - comesFirst: whether the first of two documents of a ring stays rather than the second.
    init(_ next: [DocumentID: DocumentID], comesFirst: (DocumentID, DocumentID) -> Bool) {
        var rings: [[DocumentID]] = []
        /// The walk on which a document was first reached.
        var walks: [DocumentID: Int] = [:]
        for (number, start) in next.keys.sorted().enumerated() {
            var id = start
            while walks[id] == nil, let other = next[id] {
                walks[id] = number
                id = other
            }
            guard walks[id] == number else { continue }
            var ring = [id]
            var other = next[id]
            while let one = other, one != id {
                ring.append(one)
                other = next[one]
            }
            rings.append(ring.sorted(by: comesFirst))
        }
        all = rings
        staying = Set(rings.compactMap { $0.first })
    }

    /// Finds the rings of members.
    package init(_ members: some Sequence<MemberRecord>) {
        var next: [DocumentID: DocumentID] = [:]
        var order: [DocumentID: MemberRecord] = [:]
        for member in members {
            guard let other = member.mergedInto else { continue }
            next[member.id] = other
            order[member.id] = member
        }
        self.init(next) { left, right in
            guard let one = order[left], let two = order[right] else { return left < right }
            if one.hasLeft != two.hasLeft { return two.hasLeft }
            return (one.createdAt?.seconds ?? .max, left) < (two.createdAt?.seconds ?? .max, right)
        }
    }

    /// Finds the rings of categories.
    package init(_ categories: some Sequence<CategoryRecord>) {
        var next: [DocumentID: DocumentID] = [:]
        var order: [DocumentID: Int64] = [:]
        for category in categories {
            guard let other = category.mergedInto else { continue }
            next[category.id] = other
            order[category.id] = category.createdAt?.seconds ?? .max
        }
        self.init(next) { left, right in (order[left] ?? .max, left) < (order[right] ?? .max, right) }
    }
}
