// SPDX-License-Identifier: Apache-2.0

/// A country or state in a search, identified by its code or by a prefix of a word in its name.
struct SearchedRegion {
    private let text: String
    /// Cached results by code, since many places share a code.
    private var answers: [String: Bool] = [:]

    /// - Parameter text: the searched text, folded by ``FoldedName``.
    init(_ text: String) { self.text = text }

    /// Whether a place is in the region.
    mutating func contains(_ line: Gazetteer.Line) -> Bool {
        for code in line.regions where isNamed(code) { return true }
        return false
    }

    private mutating func isNamed(_ code: String) -> Bool {
        if let answer = answers[code] { return answer }
        let short = code.split(separator: ".").last ?? ""
        let name = FoldedName.of(Gazetteer.regions[code] ?? "")
        let answer = FoldedName.of(short) == text || " \(name)".contains(" \(text)")
        answers[code] = answer
        return answer
    }
}
