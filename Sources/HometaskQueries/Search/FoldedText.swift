// SPDX-License-Identifier: Apache-2.0

/// The form of a text in which lists and queries look for parts of it: letter case and accents do not matter, as in
/// searches (``SearchTokenizer``), and everything between the words stays.
public enum FoldedText {
    /// The folded form of a text. A text of nothing but marks stays as it is, so that it is not found everywhere.
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
