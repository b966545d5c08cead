// SPDX-License-Identifier: Apache-2.0

/// One emoji with which a member answers to a task or a photo.
public struct Reaction: Hashable, Sendable {
    /// The emoji: one grapheme cluster.
    public let emoji: String

    /// Words that can be typed in place of an emoji.
    public static let words: [(word: String, emoji: String)] = [
        ("+1", "👍"), ("thumbsup", "👍"), ("heart", "❤\u{FE0F}"), ("tada", "🎉"), ("clap", "👏"), ("laugh", "😂"),
    ]

    /// The most code points that one may have; the schema of comments takes no more.
    private static let mostScalars = 32

    /// A reaction from what was typed: an emoji, or one of ``words``.
    ///
    /// - Throws: `ReplicaError.Code.invalidValue`.
    public init(_ typed: String) throws(ReplicaError) {
        if let known = Self.words.first(where: { $0.word == typed.lowercased() }) {
            emoji = known.emoji
            return
        }
        guard typed.count == 1, let character = typed.first, Self.isEmoji(character) else {
            let shown = typed.count > 40 ? "\(typed.prefix(39))…" : typed
            throw ReplicaError(
                .invalidValue, "‘\(shown)’ is not a reaction, which is one emoji",
                hint: "Type one, such as 👍, or one of these words: "
                    + "\(Self.words.map { $0.word }.joined(separator: ", ")). \(.comment) takes texts.")
        }
        emoji = Self.colored(typed)
    }

    /// Whether a text is one that can be typed as a reaction.
    public static func isOne(_ text: String) -> Bool {
        guard text.count == 1, let character = text.first else { return false }
        return isEmoji(character)
    }

    /// Whether a character is an emoji (UTS #51), and no longer than a reaction may be.
    private static func isEmoji(_ character: Character) -> Bool {
        guard let first = character.unicodeScalars.first, character.unicodeScalars.count <= mostScalars,
            character.unicodeScalars.contains(where: {
                $0.properties.isEmojiPresentation || $0.value == 0xFE0F || ($0.properties.isEmoji && !$0.isASCII)
            })
        else { return false }
        switch first.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .nonspacingMark, .enclosingMark,
            .spacingMark, .surrogate, .privateUse:
            return false
        default:
            return !character.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
    }

    /// An emoji that is drawn as text by itself (U+2764), with the selector that makes it an emoji: keyboards differ in
    /// whether they type it, and both mean the same reaction.
    private static func colored(_ text: String) -> String {
        guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1, !scalar.isASCII,
            scalar.properties.isEmoji, !scalar.properties.isEmojiPresentation
        else { return text }
        return text + "\u{FE0F}"
    }
}
