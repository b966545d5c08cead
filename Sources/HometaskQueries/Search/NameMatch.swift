// SPDX-License-Identifier: Apache-2.0

import HometaskTime

/// What people type to name something, checked against names.
///
/// A name fits where each word that was typed begins one of its words, as searches compare words (``SearchTokenizer``):
/// case and accents do not matter, and nothing is found in the middle of a word. One that is typed as a whole fits,
/// too, whatever signs it is made of. Where there are many names, a word of few letters begins too many to mean one:
/// whoever looks through them says how many letters make a beginning.
public struct NameMatch: Sendable {
    /// How well a name fits.
    public enum Fit: Int, Comparable, Sendable {
        /// Its words begin as those that were typed.
        case beginnings
        /// Its words are those that were typed, in their order.
        case words
        /// It is what was typed, except the case.
        case whole

        /// Whether one fits less well than another.
        public static func < (one: Fit, other: Fit) -> Bool { one.rawValue < other.rawValue }
    }

    /// The words that were typed, folded.
    public let words: [[UInt8]]
    private let text: String
    private let shortest: Int

    /// What was typed.
    ///
    /// - Parameter shortest: how many letters make the beginning of a word; one of fewer letters has to be a whole
    ///   word.
    public init(_ text: String, shortest: Int = 1) {
        self.text = text.lowercased()
        self.shortest = shortest
        words = SearchTokenizer(text).map { $0.folded }
    }

    /// How well a name fits; nil if it does not.
    public func fit(_ name: String) -> Fit? {
        if name.lowercased() == text { return .whole }
        if words.isEmpty { return nil }
        let found = SearchTokenizer(name).map { $0.folded }
        if found == words { return .words }
        return words.allSatisfy { stands($0, among: found) } ? .beginnings : nil
    }

    private func stands(_ word: [UInt8], among found: [[UInt8]]) -> Bool {
        if found.contains(word) { return true }
        return found.contains { $0.starts(with: word) } && String(decoding: word, as: UTF8.self).count >= shortest
    }

    /// Those that fit best.
    func best<Thing>(of things: [Thing], name: (Thing) -> String) -> [Thing] {
        let fits = things.compactMap { thing in fit(name(thing)).map { (thing, fit: $0) } }
        guard let best = fits.map({ $0.fit }).max() else { return [] }
        return fits.filter { $0.fit == best }.map { $0.0 }
    }

    /// The names that come nearest to what was typed, the nearest first: those of which a word is spelt much like one
    /// that was typed, or holds it.
    ///
    /// - Parameter limit: how many are given at most.
    func nearest(of names: [String], limit: Int) -> [String] {
        let rated = Set(names).map { (name: $0, distance: distance($0)) }.filter { $0.distance < words.count * 3 }
        return rated.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(limit).map { $0.name }
    }

    /// Whether a name is what was typed except a letter or two.
    func isNear(_ name: String) -> Bool { !words.isEmpty && distance(name) <= 2 }

    /// How far a name is from what was typed: three for each word that it has nothing like.
    private func distance(_ name: String) -> Int {
        let found = SearchTokenizer(name).map { $0.folded }
        return words.reduce(0) { sum, word in sum + (found.map { Self.distance(word, $0) }.min() ?? 3) }
    }

    /// Zero for a word that begins another, one for what holds it or is a letter away, two for two letters; three
    /// otherwise.
    private static func distance(_ word: [UInt8], _ other: [UInt8]) -> Int {
        if other.starts(with: word) { return 0 }
        if word.count >= 3, other.indices.contains(where: { other[$0...].starts(with: word) }) { return 1 }
        let edits = Spelling.distance(word, other)
        return edits * 2 < word.count ? min(edits, 3) : 3
    }
}
