// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// Where a document comes among those that a search finds equally well: what is open before what is done (only tasks
/// can be done), then what was made later, then by id.
///
/// The order is one number, the greater the earlier, followed by the id; so an index can keep documents by it and need
/// not sort what it finds. Documents of the trash have the smallest numbers.
public struct SearchOrder: Hashable, Sendable, Comparable {
    /// The number. Its lowest four bits are 0: an index tells documents apart by them that have the same number.
    ///
    /// From the highest, which is the sign and 0: a bit that is 0 in the trash, one that is 0 if done, 34 bits for the
    /// seconds since 1970 (before, 1970; after 2514, 2514), and the inverse of the first 23 bits of the id.
    public let number: Int64
    /// The document's id, which decides where the numbers are equal: the lesser one comes first.
    public let id: DocumentID

    /// How many documents may have the same number before an index gives up.
    public static let sharers: Int64 = 16
    /// The least number outside the trash.
    public static let leastKept: Int64 = 1 << 62
    /// The least number outside the trash of what is open.
    public static let leastOpen: Int64 = 3 << 61

    /// The place of a document.
    public init(isDeleted: Bool, isOpen: Bool, createdAt: Timestamp?, id: DocumentID) {
        let seconds = min(max(createdAt?.seconds ?? 0, 0), 1 << 34 - 1)
        let beginning = id.bytes.prefix(3).reduce(Int64(0)) { $0 << 8 | Int64($1) } >> 1
        number =
            (isDeleted ? 0 : 1) << 62 | (isOpen ? 1 : 0) << 61 | seconds << 27 | (0x7F_FFFF - beginning) << 4
        self.id = id
    }

    /// A place that an index kept.
    ///
    /// - Parameter key: the number, with anything in its lowest four bits.
    public init(key: Int64, id: DocumentID) {
        number = key & ~(Self.sharers - 1)
        self.id = id
    }

    /// Whether a document comes before another.
    public static func < (left: SearchOrder, right: SearchOrder) -> Bool {
        left.number == right.number ? left.id < right.id : left.number > right.number
    }
}
