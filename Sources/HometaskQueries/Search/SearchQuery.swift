// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily

/// The terms of a search: word prefixes and phrases.
///
/// Every term must match in at least one of a document's texts. A word matches a prefix of a word in the text. A term
/// that contains several words without spaces between them (`e-mail`), or is in double quotes, is a phrase: its words
/// must be adjacent. The last word of a phrase may also be a prefix, unless there is a closing quote: `"cat"` does not
/// match `category`.
public struct SearchQuery: Hashable, Sendable {
    /// A term that must match.
    public struct Term: Hashable, Sendable {
        /// The term's words, folded, in UTF-8; at least one.
        public let words: [[UInt8]]
        /// Whether the last word may be a prefix.
        public let isOpen: Bool
    }

    /// The terms, all of which must match.
    public let terms: [Term]

    /// The maximum number of terms, which no typed query reaches.
    static let mostTerms = 32

    /// Parses typed text.
    ///
    /// - Throws: `ReplicaError` (`invalidRequest`) if the text contains no word or too many.
    public init(_ text: String) throws(ReplicaError) {
        var terms: [Term] = []
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        for (number, part) in parts.enumerated() {
            if number % 2 == 1 {
                terms += [Self.term(part, isOpen: number == parts.count - 1)].compactMap { $0 }
            } else {
                terms += part.split(whereSeparator: { $0.isWhitespace }).compactMap { Self.term($0, isOpen: true) }
            }
        }
        var known: Set<Term> = []
        self.terms = terms.filter { known.insert($0).inserted }
        if terms.isEmpty {
            throw ReplicaError(
                .invalidRequest, "there is no word to search for in ‘\(text)’",
                hint: "Words are made of letters and digits; the beginning of one is enough.")
        }
        if self.terms.count > Self.mostTerms {
            throw ReplicaError(
                .invalidRequest, "\(self.terms.count) words are too many for a search",
                hint: "Search for at most \(Self.mostTerms); a phrase in double quotes counts as one.")
        }
    }

    private static func term(_ text: Substring, isOpen: Bool) -> Term? {
        let words = SearchTokenizer(String(text)).map { $0.folded }
        return words.isEmpty ? nil : Term(words: words, isOpen: isOpen)
    }

    /// Returns the ranges of the matches in a line, for highlighting: in bytes of UTF-8, in order and not adjacent.
    public func ranges(in text: String) -> [Range<Int>] {
        let words = Array(SearchTokenizer(text))
        return Self.merged(terms.flatMap { $0.ranges(in: words) })
    }

    /// Sorts ranges and merges those that overlap or touch.
    static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var merged: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}

extension SearchQuery.Term {
    /// The quality of a match at a position among words.
    enum MatchQuality: Hashable {
        /// The term's last word is a prefix of a longer word.
        case beginning
        /// All words of the term match completely.
        case whole
    }

    /// Returns the quality of the match at a word; nil if there is none.
    func fit(_ found: [SearchTokenizer.Word], at place: Int) -> MatchQuality? {
        guard place + words.count <= found.count else { return nil }
        for (offset, word) in words.dropLast().enumerated() where found[place + offset].folded != word { return nil }
        guard let last = words.last else { return nil }
        let folded = found[place + words.count - 1].folded
        if folded == last { return .whole }
        return isOpen && folded.starts(with: last) ? .beginning : nil
    }

    /// Returns the best match anywhere among words; nil if there is none.
    func fit(_ found: [SearchTokenizer.Word]) -> MatchQuality? {
        var best: MatchQuality?
        for place in found.indices {
            switch fit(found, at: place) {
            case .whole: return .whole
            case .beginning: best = .beginning
            case nil: break
            }
        }
        return best
    }

    /// Returns the ranges of the matches among words, in bytes of their text. If a term matches a prefix, the range
    /// covers the whole word.
    func ranges(in found: [SearchTokenizer.Word]) -> [Range<Int>] {
        found.indices.filter { fit(found, at: $0) != nil }
            .map { found[$0].range.lowerBound..<found[$0 + words.count - 1].range.upperBound }
    }
}
