// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// What to look for, among which documents, and how many to show.
public struct SearchQuestion: Hashable, Sendable {
    /// What to look for.
    public var query: SearchQuery
    /// The kinds of documents.
    public var kinds: Set<DocumentKind>
    /// Whether tasks that are done are left out.
    public var isOpenOnly: Bool
    /// Whether the trash is searched, and only that.
    public var isTrash: Bool
    /// How many to show at most: from 1 to ``mostShown``, and the nearer of the two for any other number.
    public var limit: Int {
        didSet { limit = Self.limit(limit) }
    }

    /// More than there can be documents.
    public static let mostShown = 1_000_000_000

    /// Creates a question; by default all kinds are searched, done tasks among them, but not the trash.
    public init(
        _ query: SearchQuery, kinds: Set<DocumentKind> = Set(SearchDocument.kinds), isOpenOnly: Bool = false,
        isTrash: Bool = false, limit: Int
    ) {
        self.query = query
        self.kinds = kinds
        self.isOpenOnly = isOpenOnly
        self.isTrash = isTrash
        self.limit = Self.limit(limit)
    }

    private static func limit(_ limit: Int) -> Int { min(max(limit, 1), mostShown) }

    /// The numbers of `SearchOrder` of the documents asked for.
    public var numbers: ClosedRange<Int64> {
        let openBit = SearchOrder.leastOpen - SearchOrder.leastKept
        if isTrash { return (isOpenOnly ? openBit : 0)...(SearchOrder.leastKept - 1) }
        return (isOpenOnly ? SearchOrder.leastOpen : SearchOrder.leastKept)...Int64.max
    }
}
