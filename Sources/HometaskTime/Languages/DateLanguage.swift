// SPDX-License-Identifier: Apache-2.0

/// A language in which dates and rules can be typed, besides English: `übermorgen`, `tous les lundis`.
///
/// Its phrases are replaced by English ones of the same meaning, which ``DateParser`` and ``RecurrencePhrases`` read. Words
/// without a phrase stay, so English works in every language. Letter case and diacritics make no difference.
///
/// The raw value is the code of ISO 639.
public enum DateLanguage: String, CaseIterable, Sendable {
    case german = "de"
    case spanish = "es"
    case french = "fr"
    case dutch = "nl"

    /// Selects a language by its code, alone or in the name of a locale such as `de_AT.UTF-8`; nil if there are no phrases
    /// of that language, as for English.
    public init?(_ name: some StringProtocol) {
        self.init(
            rawValue: String(decoding: name.lowercased().utf8.prefix { (0x61...0x7A).contains($0) }, as: UTF8.self))
    }

    /// Replaces the phrases of a text by English ones.
    public func english(_ text: String) -> String {
        #if hasFeature(Embedded)
        text
        #else
        WordReader(text, in: self).rest
        #endif
    }

    /// The phrases, the longest first.
    var phrases: [DatePhrase] {
        switch self {
        case .german: DatePhrase.german
        case .spanish: DatePhrase.spanish
        case .french: DatePhrase.french
        case .dutch: DatePhrase.dutch
        }
    }
}
