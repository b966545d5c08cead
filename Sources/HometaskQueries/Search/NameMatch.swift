// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskTime

/// Matches typed text against names.
///
/// A name matches if each typed word is a prefix of one of the name's words. Words are compared as in searches
/// (``SearchTokenizer``): case and accents are ignored, and a match never starts inside a word. A name typed in full
/// also matches, whatever its characters. Among many names, a short prefix is too ambiguous, so the caller specifies
/// the minimum length of a prefix.
public struct NameMatch: Sendable {
    /// The quality of a match.
    public enum Quality: Int, Comparable, Sendable {
        /// The typed words are prefixes of words in the name.
        case beginnings
        /// The name's words are the typed words, in order.
        case words
        /// The name equals the typed text, ignoring case.
        case whole

        /// Whether one match is worse than another.
        public static func < (one: Quality, other: Quality) -> Bool { one.rawValue < other.rawValue }
    }

    /// The typed words, folded.
    public let words: [[UInt8]]
    private let text: String
    private let shortest: Int

    /// Creates a match for typed text; `shortest` is the minimum length of a prefix, in letters. A shorter word must
    /// match a whole word.
    public init(_ text: String, shortest: Int = 1) {
        self.text = text.lowercased()
        self.shortest = shortest
        words = SearchTokenizer(text).map { $0.folded }
    }

    /// Returns the quality of the match with a name; nil if the name does not match.
    public func fit(_ name: String) -> Quality? {
        if name.lowercased() == text { return .whole }
        if words.isEmpty { return nil }
        let found = SearchTokenizer(name).map { $0.folded }
        if found == words { return .words }
        return words.allSatisfy { matches($0, among: found) } ? .beginnings : nil
    }

    private func matches(_ word: [UInt8], among found: [[UInt8]]) -> Bool {
        if found.contains(word) { return true }
        return found.contains { $0.starts(with: word) } && String(decoding: word, as: UTF8.self).count >= shortest
    }

    /// Returns the things with the best matches.
    func best<Thing>(of things: [Thing], name: (Thing) -> String) -> [Thing] {
        let fits = things.compactMap { thing in fit(name(thing)).map { (thing, fit: $0) } }
        guard let best = fits.map({ $0.fit }).max() else { return [] }
        return fits.filter { $0.fit == best }.map { $0.0 }
    }

    /// Returns the names most similar to the typed text, the most similar first: those with a word that is spelt like a
    /// typed word or contains it. If three or more words are typed, a single word with a similar spelling is considered
    /// a coincidence.
    ///
    /// - Parameter limit: the maximum number of names.
    func nearest(of names: [String], limit: Int) -> [String] {
        let rated = Set(names).compactMap { name -> (name: String, distance: Int)? in
            let all = distances(name)
            let similar = all.filter { $0 < 3 }
            let isSimilar = words.count > 2 && similar.count == 1 ? similar[0] == 0 : !similar.isEmpty
            return isSimilar ? (name: name, distance: all.reduce(0, +)) : nil
        }
        return rated.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(limit).map { $0.name }
    }

    /// Whether a name differs from the typed text by one or two letters.
    func isNear(_ name: String) -> Bool { !words.isEmpty && distance(name) <= 2 }

    /// Returns the distance between a name and the typed text: three for each word without a similar one.
    private func distance(_ name: String) -> Int { distances(name).reduce(0, +) }

    /// Returns the distance of each typed word from the most similar word of a name.
    private func distances(_ name: String) -> [Int] {
        let found = SearchTokenizer(name).map { $0.folded }
        return words.map { word in found.map { Self.distance(word, $0) }.min() ?? 3 }
    }

    /// Returns zero if a word is a prefix of another, one if the other contains it or differs by one letter, two if
    /// they differ by two letters; otherwise three.
    private static func distance(_ word: [UInt8], _ other: [UInt8]) -> Int {
        if other.starts(with: word) { return 0 }
        if word.count >= 3, other.indices.contains(where: { other[$0...].starts(with: word) }) { return 1 }
        let edits = Spelling.distance(word, other)
        return edits * 2 < word.count ? min(edits, 3) : 3
    }
}
