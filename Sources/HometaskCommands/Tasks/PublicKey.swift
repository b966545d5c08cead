// SPDX-License-Identifier: Apache-2.0

/// A public ssh key as users give it: in a file, or as text.
struct PublicKey {
    /// The type and the key in base64, without the comment.
    let text: String

    /// Parses a key; nil if the line is not a public key.
    init?(_ line: String) {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard words.count >= 2 else { return nil }
        let text = "\(words[0]) \(words[1])"
        guard Self.isPlain(text), words[1].utf8.count > 40, words[1].hasPrefix("AAAA") else { return nil }
        self.text = text
    }

    /// Returns whether a line of a document is only a key, and contains nothing that has another meaning for
    /// `ssh-keygen`.
    static func isPlain(_ key: String) -> Bool {
        ["ssh-", "ecdsa-", "sk-"].contains { key.hasPrefix($0) } && key.split(separator: " ").count == 2
            && key.utf8.allSatisfy { $0 > 0x1F && $0 < 0x7F && $0 != 0x22 }
    }
}
