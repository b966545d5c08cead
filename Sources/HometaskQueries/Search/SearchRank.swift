// SPDX-License-Identifier: Apache-2.0

/// How well a search finds a document: as well as the term that it finds worst, each term taken where it is found best.
///
/// A term is found best as whole words of the title, then as the beginning of a word of the title, then so among the
/// items, then in the text: a rank of 0 to 5. So what is found by title alone comes first, whatever else mentions the
/// words.
public struct SearchRank: Hashable, Sendable, Comparable {
    /// 0, the best, to 5.
    public let value: Int

    /// All ranks, the best first.
    public static let all = (0..<SearchDocument.Field.allCases.count * 2).map { SearchRank($0) }

    private init(_ value: Int) { self.value = value }

    /// The rank of a document; nil if some term is not found in it.
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

    /// The fields in which a term may be found for a document to rank so or better: in some a beginning is enough, in
    /// others the words must be whole.
    public var fields: (beginning: [SearchDocument.Field], whole: [SearchDocument.Field]) {
        let fields = SearchDocument.Field.allCases
        let count = (value + 1) / 2
        return (Array(fields[..<count]), value % 2 == 0 ? [fields[count]] : [])
    }

    /// Whether a rank is better than another.
    public static func < (left: SearchRank, right: SearchRank) -> Bool { left.value < right.value }
}
