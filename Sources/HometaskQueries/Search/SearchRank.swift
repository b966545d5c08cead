// SPDX-License-Identifier: Apache-2.0

/// How well a document matches a search: the rank of its worst-matching term, where a term is ranked by the best place
/// it occurs.
///
/// The places of a term, best first: whole words of the title, a prefix in the title, then the same two in the items,
/// then in the text. This gives ranks from 0 to 5. Documents that match by title alone therefore always come first.
public struct SearchRank: Hashable, Sendable, Comparable {
    /// The rank, from 0 (best) to 5.
    public let value: Int

    /// All ranks, best first.
    public static let all = (0..<SearchDocument.Field.allCases.count * 2).map { SearchRank($0) }

    private init(_ value: Int) { self.value = value }

    /// Ranks a document; nil if some term does not match.
    init?(of document: SearchDocument, by query: SearchQuery) {
        let fields = SearchDocument.Field.allCases.map { field in
            document.texts(of: field).map { Array(SearchTokenizer($0)) }
        }
        var worst = 0
        for term in query.terms {
            guard let best = Self.best(term, in: fields) else { return nil }
            worst = max(worst, best)
        }
        value = worst
    }

    private static func best(_ term: SearchQuery.Term, in fields: [[[SearchTokenizer.Word]]]) -> Int? {
        for (place, texts) in fields.enumerated() {
            let fits = texts.compactMap { term.fit($0) }
            if fits.contains(.whole) { return 2 * place }
            if !fits.isEmpty { return 2 * place + 1 }
        }
        return nil
    }

    /// The fields in which each term must match for this rank or a better one: in some fields a prefix is enough, in
    /// others whole words are required.
    public var fields: (beginning: [SearchDocument.Field], whole: [SearchDocument.Field]) {
        let fields = SearchDocument.Field.allCases
        let count = (value + 1) / 2
        return (Array(fields[..<count]), value % 2 == 0 ? [fields[count]] : [])
    }

    /// Whether a rank is better than another.
    public static func < (left: SearchRank, right: SearchRank) -> Bool { left.value < right.value }
}
