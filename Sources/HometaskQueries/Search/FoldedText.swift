// SPDX-License-Identifier: Apache-2.0

/// Folds text for substring matching in lists and queries. Letter case and accents are ignored, as in searches
/// (``SearchTokenizer``), but the characters between words are kept.
public enum FoldedText {
    /// Folds a text. A text that consists only of marks is unchanged, because its folded form would be empty and match
    /// everything.
    public static func folding(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard scalar.value >= 0x80 else {
                folded.append(
                    (0x41...0x5A).contains(scalar.value) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar)
                continue
            }
            switch SearchFolding.kind(of: scalar) {
            case .nothing: continue
            case .separator: folded.append(scalar)
            case .letter(let letters), .single(let letters): folded.append(contentsOf: letters)
            case .mark(let mark): folded.append(mark)
            }
        }
        return folded.isEmpty ? text : String(folded)
    }
}
