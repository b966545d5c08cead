// SPDX-License-Identifier: Apache-2.0

/// Finds the word that a misspelt one was probably meant to be.
enum Spelling {
    /// The nearest word, at most two edits away and less than half of the word; nil where none is, or where the word is
    /// right.
    static func nearest(to word: String, among words: [String]) -> String? {
        let typed = Array(word.lowercased().utf8.prefix(24))
        let found = words.map { (word: $0, distance: distance(typed, Array($0.utf8))) }
            .min { ($0.distance, $0.word) < ($1.distance, $1.word) }
        guard let found, found.distance > 0, found.distance <= 2, found.distance * 2 < typed.count else { return nil }
        return found.word
    }

    /// How many characters must be added, removed, replaced or swapped with their neighbour (optimal string alignment).
    static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var best = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
