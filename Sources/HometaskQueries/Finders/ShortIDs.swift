// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The shortest prefixes that distinguish the ids of a kind, at least four digits each.
public struct ShortIDs: Sendable {
    private let sorted: [DocumentID]

    /// Creates the prefixes for some ids.
    public init(_ ids: some Sequence<DocumentID>) {
        sorted = ids.sorted()
    }

    /// The prefix of an id, written after `#`.
    public subscript(id: DocumentID) -> String {
        // Among all other ids, the neighbours in the sort order share the longest prefixes.
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < id { low = middle + 1 } else { high = middle }
        }
        let neighbours = sorted[max(0, low - 1)..<min(sorted.count, low + 2)]
        return Reference.shortest(id, among: Array(neighbours))
    }
}
