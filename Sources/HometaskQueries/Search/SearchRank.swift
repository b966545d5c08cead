// SPDX-License-Identifier: Apache-2.0

/// How well a document matches a search: as well as its worst term, where each term counts at its best place.
///
/// The places of a term, best first: whole words of the title, the beginning of a word of the title, then the same two
/// among the items, then in the text. This gives ranks from 0 to 5. Documents that match by title alone therefore come
/// first, whatever other documents mention the words.
public struct SearchRank: Hashable, Sendable, Comparable {
    /// From 0, the best, to 5.
    public let value: Int

    /// All ranks, best first.
    public static let all = (0..<SearchDocument.Field.allCases.count * 2).map { SearchRank($0) }

    private init(_ value: Int) { self.value = value }

    /// The rank of a document; nil if it does not match some term.
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

    /// The fields in which a term may match for a document to have this rank or a better one: in some a beginning is
    /// enough, in others the words must match completely.
    public var fields: (beginning: [SearchDocument.Field], whole: [SearchDocument.Field]) {
        let fields = SearchDocument.Field.allCases
        let count = (value + 1) / 2
        return (Array(fields[..<count]), value % 2 == 0 ? [fields[count]] : [])
    }

    /// Whether a rank is better than another.
    public static func < (left: SearchRank, right: SearchRank) -> Bool { left.value < right.value }
}
