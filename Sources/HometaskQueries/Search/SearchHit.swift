// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A document that a search found, with the matching passages.
public struct SearchHit: Hashable, Sendable {
    /// A line with the ranges to highlight.
    public struct Passage: Hashable, Sendable {
        /// The field that contains the match.
        public let field: SearchDocument.Field
        /// The line as in the document, without its line break.
        public let text: String
        /// The matches, as ranges of Unicode scalars in the line, in order and not adjacent.
        public let ranges: [Range<Int>]
    }

    /// The found document, with the members that a list of hits shows.
    public let document: SearchDocument
    /// The quality of the match.
    public let rank: SearchRank
    /// The title or name; nil if the document has none.
    public let title: Passage?
    /// The match outside the title: the first line with the most terms that the title does not contain. Nil if the
    /// title contains all terms.
    public let passage: Passage?

    /// Creates a hit, and determines the ranges to highlight and the line to show.
    public init(_ document: SearchDocument, rank: SearchRank, query: SearchQuery) {
        self.document = document
        self.rank = rank
        let title = document.texts(of: .title).first
        self.title = title.map {
            Passage(field: .title, text: $0, ranges: Self.scalars(query.ranges(in: $0), in: $0))
        }
        let words = title.map { Array(SearchTokenizer($0)) } ?? []
        passage = Self.passage(of: query.terms.filter { $0.fit(words) == nil }, in: document)
    }

    /// Returns the line that contains the most of the given terms.
    private static func passage(of terms: [SearchQuery.Term], in document: SearchDocument) -> Passage? {
        var best: (count: Int, passage: Passage)?
        for field in [SearchDocument.Field.items, .text] {
            for text in document.texts(of: field) {
                let words = Array(SearchTokenizer(text))
                let found = terms.map { $0.ranges(in: words) }.filter { !$0.isEmpty }
                if found.count <= best?.count ?? 0 { continue }
                // Both the lines and the matches are in order, so each is visited once, however long the text is.
                var next = found.map { _ in 0 }
                for line in lines(of: text) {
                    let count = found.indices.count { term in
                        let ranges = found[term]
                        while next[term] < ranges.count, ranges[next[term]].upperBound <= line.lowerBound {
                            next[term] += 1
                        }
                        return next[term] < ranges.count && ranges[next[term]].overlaps(line)
                    }
                    guard count > best?.count ?? 0 else { continue }
                    best = (count, passage(field, text, line: line, found: found.joined().filter { $0.overlaps(line) }))
                }
            }
        }
        return best?.passage
    }

    private static func passage(
        _ field: SearchDocument.Field, _ text: String, line: Range<Int>, found: [Range<Int>]
    ) -> Passage {
        let shown = String(decoding: Array(text.utf8)[line], as: UTF8.self)
        let ranges = SearchQuery.merged(
            found.map { $0.clamped(to: line) }.map { $0.lowerBound - line.lowerBound..<$0.upperBound - line.lowerBound }
        )
        return Passage(field: field, text: shown, ranges: scalars(ranges, in: shown))
    }

    /// Splits a text into lines, as ranges of UTF-8 bytes.
    private static func lines(of text: String) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        for (place, byte) in text.utf8.enumerated() where byte == 0x0A {
            lines.append(start..<place)
            start = place + 1
        }
        return lines + [start..<text.utf8.count]
    }

    /// Converts ranges in bytes of UTF-8 to ranges in scalars of a text.
    private static func scalars(_ ranges: [Range<Int>], in text: String) -> [Range<Int>] {
        if ranges.isEmpty || text.utf8.count == text.unicodeScalars.count { return ranges }
        let starts = text.utf8.enumerated().filter { $0.element & 0xC0 != 0x80 }.map { $0.offset }
        let numbers = Dictionary(keepingFirst: zip(starts + [text.utf8.count], 0...))
        return ranges.map { (numbers[$0.lowerBound] ?? 0)..<(numbers[$0.upperBound] ?? 0) }
    }
}
