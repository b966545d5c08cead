// SPDX-License-Identifier: Apache-2.0

/// Suggests corrections for misspelt words.
public enum Spelling {
    /// Returns the most similar other word, ignoring case, at most two edits away and fewer than half of the letters; nil
    /// if no word qualifies.
    public static func nearest(to word: String, among words: [String]) -> String? {
        let typed = Array(word.lowercased().utf8.prefix(24))
        let found = words.map { (word: $0, distance: distance(typed, Array($0.lowercased().utf8))) }
            .min { ($0.distance, $0.word) < ($1.distance, $1.word) }
        guard let found, found.word != word, found.distance <= 2, found.distance * 2 < typed.count else { return nil }
        return found.word
    }

    /// Returns the number of insertions, deletions, substitutions and transpositions of adjacent bytes between two
    /// words (optimal string alignment distance, after Damerau, 1964).
    public static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var before: [Int] = []
        var row = Array(0...b.count)
        for i in a.indices {
            var next = [i + 1]
            for j in b.indices {
                let substituted = row[j] + (a[i] == b[j] ? 0 : 1)
                var least = min(substituted, next[j] + 1, row[j + 1] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, before[j - 1] + 1) }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[b.count]
    }
}
