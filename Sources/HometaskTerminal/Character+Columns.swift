// SPDX-License-Identifier: Apache-2.0

extension Character {
    /// The number of columns that this grapheme cluster takes.
    ///
    /// The number depends only on the cluster: a space or a prepended mark that joins it takes a column of its own. The
    /// widths of cells that were measured separately therefore add up to the width of their line.
    var columns: Int {
        let scalars = unicodeScalars
        guard let first = scalars.first else { return 0 }
        if scalars.index(after: scalars.startIndex) == scalars.endIndex { return first.columns }
        guard let pictograph = startOfPictographSequence else { return Self.columns(ofParts: scalars[...]) }
        return Self.columns(ofParts: scalars[..<pictograph]) + 2
    }

    /// The smallest pieces into which a cluster wider than a line may be cut. No piece is wider than 2 columns, and
    /// adjacent pieces take no more columns than separate ones.
    var pieces: [Character] {
        let start = startOfPictographSequence ?? unicodeScalars.endIndex
        return unicodeScalars[..<start].map { Character($0) } + Array(String(unicodeScalars[start...]))
    }

    /// The index where an emoji with a variation selector, a modifier, a joined emoji or a second regional indicator
    /// begins, or a keycap; nil if there is none. Marks may precede it.
    private var startOfPictographSequence: String.UnicodeScalarView.Index? {
        let scalars = unicodeScalars
        guard let start = scalars.firstIndex(where: { $0.properties.isEmoji && !$0.properties.isEmojiModifier })
        else { return nil }
        let base = scalars[start]
        let isSequence = scalars[start...].dropFirst().contains { scalar in
            switch scalar.value {
            case 0xFE0F, 0x20E3, 0x1F1E6...0x1F1FF: true
            case 0x1F3FB...0x1F3FF: base.properties.isEmojiModifierBase
            // Only a joiner brings a second pictograph into a cluster.
            default: scalar.isPictograph && base.isPictograph
            }
        }
        return isSequence ? start : nil
    }

    /// Returns the columns of the base, and one more for what is drawn beside it: a spacing mark, or the rest of a
    /// conjunct.
    private static func columns(ofParts scalars: Substring.UnicodeScalarView) -> Int {
        var total = 0
        var isLinked = false
        var isExtended = false
        for scalar in scalars {
            let width = scalar.columns
            let isBeside = scalar.properties.generalCategory == .spacingMark || (isLinked && width == 1)
            if isBeside && total > 0 {
                total += isExtended ? 0 : width
                isExtended = true
            } else {
                total += width
            }
            if width > 0 { isLinked = false }
            if scalar.properties.canonicalCombiningClass == .virama { isLinked = true }
        }
        return total
    }
}
