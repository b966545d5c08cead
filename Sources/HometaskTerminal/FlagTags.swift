// SPDX-License-Identifier: Apache-2.0

/// The flags of England, Scotland and Wales: the tag sequences that UTS #51 recommends for interchange.
///
/// Tag characters are otherwise invisible and can carry any ASCII text, so only these three sequences are allowed.
enum FlagTags {
    static let cancel: Unicode.Scalar = "\u{E007F}"
    private static let blackFlag: Unicode.Scalar = "\u{1F3F4}"
    private static let regions = ["gbeng", "gbsct", "gbwls"].map { region in
        region.unicodeScalars.map { 0xE0000 + $0.value } + [cancel.value]
    }

    /// Returns the index after a flag that begins at `start`; nil if there is none.
    static func end(
        of scalars: String.UnicodeScalarView, from start: String.UnicodeScalarView.Index
    ) -> String.UnicodeScalarView.Index? {
        guard scalars[start] == blackFlag else { return nil }
        let tags = scalars[start...].dropFirst().prefix(6)
        guard regions.contains(where: { $0.elementsEqual(tags.lazy.map(\.value)) }) else { return nil }
        return tags.endIndex
    }
}
