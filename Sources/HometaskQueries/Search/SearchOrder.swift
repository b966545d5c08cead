// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The order of documents that match a search equally well: open ones before done ones (only tasks can be done), then
/// newer ones before older ones, then by id.
///
/// Documents are sorted by a single number, in descending order, and then by id. An index can therefore store documents
/// in this order instead of sorting the results. Documents in the trash have the smallest numbers.
public struct SearchOrder: Hashable, Sendable, Comparable {
    /// The sort number. Its lowest four bits are 0; an index uses them to distinguish documents with the same number.
    ///
    /// From the highest bit down: the sign, which is 0; a bit that is 0 in the trash; a bit that is 0 if done; 34 bits
    /// for the seconds since 1970 (clamped to the years 1970 to 2514); and the inverse of the first 23 bits of the id.
    public let number: Int64
    /// The document's id, the tie-break between equal numbers: the lower id comes first.
    public let id: DocumentID

    /// The maximum number of documents with the same number that an index supports.
    public static let sharers: Int64 = 16
    /// The smallest number of a document outside the trash.
    public static let leastKept: Int64 = 1 << 62
    /// The smallest number of an open document outside the trash.
    public static let leastOpen: Int64 = 3 << 61

    /// Creates the order of a document.
    public init(isDeleted: Bool, isOpen: Bool, createdAt: Timestamp?, id: DocumentID) {
        let seconds = min(max(createdAt?.seconds ?? 0, 0), 1 << 34 - 1)
        let beginning = id.bytes.prefix(3).reduce(Int64(0)) { $0 << 8 | Int64($1) } >> 1
        number =
            (isDeleted ? 0 : 1) << 62 | (isOpen ? 1 : 0) << 61 | seconds << 27 | (0x7F_FFFF - beginning) << 4
        self.id = id
    }

    /// Creates the order from an index entry, whose key is the number, with any value in its lowest four bits.
    public init(key: Int64, id: DocumentID) {
        number = key & ~(Self.sharers - 1)
        self.id = id
    }

    /// Whether a document comes before another.
    public static func < (left: SearchOrder, right: SearchOrder) -> Bool {
        left.number == right.number ? left.id < right.id : left.number > right.number
    }
}
