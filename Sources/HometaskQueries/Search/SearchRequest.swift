// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A search request: the query, the documents to search, and the maximum number of hits.
public struct SearchRequest: Hashable, Sendable {
    /// The terms that a document must contain.
    public var query: SearchQuery
    /// The kinds of documents to search.
    public var kinds: Set<DocumentKind>
    /// Whether to exclude done tasks.
    public var isOpenOnly: Bool
    /// Whether to search only the trash.
    public var isTrash: Bool
    /// The maximum number of hits to show: from 1 to ``mostShown``; other values are clamped.
    public var limit: Int {
        didSet { limit = Self.limit(limit) }
    }

    /// The upper bound of ``limit``, more than the number of documents can be.
    public static let mostShown = 1_000_000_000

    /// Creates a request; by default all kinds are searched, including done tasks but not the trash.
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

    /// The range of `SearchOrder` numbers of the requested documents.
    public var numbers: ClosedRange<Int64> {
        let openBit = SearchOrder.leastOpen - SearchOrder.leastKept
        if isTrash { return (isOpenOnly ? openBit : 0)...(SearchOrder.leastKept - 1) }
        return (isOpenOnly ? SearchOrder.leastOpen : SearchOrder.leastKept)...Int64.max
    }
}
