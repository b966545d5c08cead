// SPDX-License-Identifier: Apache-2.0

/// Quoting for commands that a hint shows.
public enum ShellQuoting {
    /// Returns `word` so that a POSIX shell (IEEE Std 1003.1, XCU 2.2) reads it as one word with this value.
    ///
    /// Plain words stay unquoted; others are in single quotes, in which a shell expands nothing. Control characters are
    /// not changed: text from a document is passed through ``EscapedText`` as well before it is shown.
    public static func quoted(_ word: String) -> String {
        if isPlain(word) { return word }
        var quoted = "'"
        for scalar in word.unicodeScalars {
            if scalar == "'" {
                quoted += #"'\''"#
            } else {
                quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "'"
    }

    /// Returns a command in single quotes, or without them if it contains some itself.
    public static func quotedCommand(_ command: String) -> String {
        command.contains("'") ? command : "'\(command)'"
    }

    /// Returns whether a word needs no quotes. A word with a leading `=` does, because zsh replaces `=name` with the
    /// path of a command.
    private static func isPlain(_ word: String) -> Bool {
        guard let first = word.utf8.first, first != UInt8(ascii: "=") else { return false }
        return word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "_@%+=:,./-".utf8.contains(byte)
            }
        }
    }
}
