// SPDX-License-Identifier: Apache-2.0

import HometaskTime

/// Matches typed text with names.
///
/// A name matches if each typed word is the beginning of one of its words, as searches compare words
/// (``SearchTokenizer``): case and accents do not matter, and a match never starts inside a word. A name that is typed
/// in full also matches, whatever characters it consists of. Among many names, a word of few letters is the beginning
/// of too many words to identify one, so the caller specifies the minimum number of letters for a beginning.
public struct NameMatch: Sendable {
    /// The quality of a match.
    public enum Quality: Int, Comparable, Sendable {
        /// Its words begin with the typed words.
        case beginnings
        /// Its words are the typed words, in order.
        case words
        /// It equals the typed text, except for letter case.
        case whole

        /// Whether one match is worse than another.
        public static func < (one: Quality, other: Quality) -> Bool { one.rawValue < other.rawValue }
    }

    /// The typed words, folded.
    public let words: [[UInt8]]
    private let text: String
    private let shortest: Int

    /// Creates a match for typed text.
    ///
    /// - Parameter shortest: the minimum number of letters for the beginning of a word; a shorter text has to be a
    ///   whole word.
    public init(_ text: String, shortest: Int = 1) {
        self.text = text.lowercased()
        self.shortest = shortest
        words = SearchTokenizer(text).map { $0.folded }
    }

    /// The quality of the match with a name; nil if it does not match.
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

    /// The things with the best matches.
    func best<Thing>(of things: [Thing], name: (Thing) -> String) -> [Thing] {
        let fits = things.compactMap { thing in fit(name(thing)).map { (thing, fit: $0) } }
        guard let best = fits.map({ $0.fit }).max() else { return [] }
        return fits.filter { $0.fit == best }.map { $0.0 }
    }

    /// The names most similar to the typed text, the most similar first: those with a word that is spelt like a typed
    /// one, or contains it. Of three or more typed words, a single one that is only spelt alike is a coincidence.
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

    /// The distance between a name and the typed text: three for each word without a similar one.
    private func distance(_ name: String) -> Int { distances(name).reduce(0, +) }

    /// The distance of each typed word from the word of a name that is most similar to it.
    private func distances(_ name: String) -> [Int] {
        let found = SearchTokenizer(name).map { $0.folded }
        return words.map { word in found.map { Self.distance(word, $0) }.min() ?? 3 }
    }

    /// Zero for a word that is the beginning of another, one if the other contains it or differs by one letter, two if
    /// it differs by two letters; otherwise three.
    private static func distance(_ word: [UInt8], _ other: [UInt8]) -> Int {
        if other.starts(with: word) { return 0 }
        if word.count >= 3, other.indices.contains(where: { other[$0...].starts(with: word) }) { return 1 }
        let edits = Spelling.distance(word, other)
        return edits * 2 < word.count ? min(edits, 3) : 3
    }
}
