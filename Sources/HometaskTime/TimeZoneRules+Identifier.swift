// SPDX-License-Identifier: Apache-2.0

extension TimeZoneRules {
    /// Whether a text has the form of a zone's name: parts of ASCII letters, digits and `._+-`, joined by single
    /// slashes, none of them `.` or `..`.
    public static func isIdentifier(_ text: String) -> Bool {
        guard (1...128).contains(text.utf8.count) else { return false }
        return text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
            guard !part.isEmpty, !part.elementsEqual(".".utf8), !part.elementsEqual("..".utf8) else { return false }
            return part.allSatisfy { byte in
                TimeZoneFooter.isNameByte(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
            }
        }
    }
}
