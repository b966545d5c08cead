// SPDX-License-Identifier: Apache-2.0

/// One emoji with which a member responds to a task or a photo.
public struct Reaction: Hashable, Sendable {
    /// The emoji: one grapheme cluster.
    public let emoji: String

    /// Words that can be typed instead of an emoji.
    public static let words: [(word: String, emoji: String)] = [
        ("+1", "👍"), ("thumbsup", "👍"), ("heart", "❤\u{FE0F}"), ("tada", "🎉"), ("clap", "👏"), ("laugh", "😂"),
    ]

    /// The maximum number of code points in a reaction, as in the schema of comments.
    private static let mostScalars = 32

    /// Parses a reaction from typed text: an emoji, or one of ``words``.
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

    /// Whether a text can be typed as a reaction.
    public static func isOne(_ text: String) -> Bool {
        guard text.count == 1, let character = text.first else { return false }
        return isEmoji(character)
    }

    /// Whether a character is an emoji (UTS #51), and not too long for a reaction.
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

    /// An emoji that is drawn as text by default (U+2764), with the selector that makes it an emoji. Some keyboards
    /// type the selector and some do not; both mean the same reaction.
    private static func colored(_ text: String) -> String {
        guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1, !scalar.isASCII,
            scalar.properties.isEmoji, !scalar.properties.isEmojiPresentation
        else { return text }
        return text + "\u{FE0F}"
    }
}
