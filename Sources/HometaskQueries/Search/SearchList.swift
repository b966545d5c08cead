// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// The result of a search.
public struct SearchList: Sendable {
    /// The documents to show, best first: by `SearchRank`, then by `SearchOrder`.
    public let hits: [SearchHit]
    /// The number of found documents; counting may stop at ``countBound`` beyond the requested number.
    public let count: Int
    /// The paths of tasks that could not be read.
    public let unreadable: [DocumentPath]

    /// The minimum number of documents that are counted in addition to those shown.
    public static let countBound = 1000

    /// The number of found documents, for display: `12`, or `more than 1019` if counting stopped there.
    public var countText: String {
        count >= hits.count + Self.countBound ? "more than \(count - 1)" : "\(count)"
    }

    /// Creates a list from hits that are already sorted and limited.
    public init(_ hits: [SearchHit], count: Int, unreadable: [DocumentPath]) {
        self.hits = hits
        self.count = count
        self.unreadable = unreadable
    }

    /// Reads every document of the requested kinds.
    public init(_ request: SearchRequest, reading reader: DocumentReader) throws(ReplicaError) {
        var found: [(rank: SearchRank, order: SearchOrder, path: DocumentPath)] = []
        var unreadable: [DocumentPath] = []
        for kind in SearchDocument.kinds where request.kinds.contains(kind) {
            let scanner = MemberScanner(selecting: SearchDocument.members(of: kind))
            try reader.forEachDocument(of: kind) { path, bytes in
                guard let members = try? scanner.listed(of: bytes), path.owns(members),
                    let document = SearchDocument(kind, members)
                else {
                    if kind == .task { unreadable.append(path) }
                    return true
                }
                guard request.numbers.contains(document.order.number),
                    let rank = SearchRank(of: document, by: request.query)
                else { return true }
                found.append((rank, document.order, path))
                return true
            }
        }
        let shown = found.sorted { ($0.rank, $0.order) < ($1.rank, $1.order) }.prefix(request.limit)
        var hits: [SearchHit] = []
        for hit in shown {
            let scanner = MemberScanner(selecting: SearchDocument.members(of: hit.path.kind))
            guard let bytes = try reader.bytes(at: hit.path), let members = try? scanner.listed(of: bytes),
                let document = SearchDocument(hit.path.kind, members)
            else { continue }
            hits.append(SearchHit(document, rank: hit.rank, query: request.query))
        }
        self.init(hits, count: min(found.count, request.limit + Self.countBound), unreadable: unreadable)
    }
}
