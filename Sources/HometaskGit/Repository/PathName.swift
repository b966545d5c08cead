// SPDX-License-Identifier: Apache-2.0

/// Converts names and paths between git, where they are bytes, and Swift, where they are strings.
///
/// Every byte string has exactly one string: valid UTF-8 is kept, and a byte that is not part of UTF-8 becomes the
/// private scalar U+10FF00 plus the byte. A file name in an old encoding therefore survives reading and writing a tree.
/// (If a name contains one of these scalars in UTF-8, its four bytes are encoded in this way, one by one.)
public enum PathName {
    private static let base: UInt32 = 0x10FF00
    private static let escapes = (base + 0x80)...(base + 0xFF)

    /// Returns the string for a name's bytes.
    public static func string(_ bytes: some Collection<UInt8>) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: isEscape) {
            return text
        }
        var scalars = String.UnicodeScalarView()
        var rest = bytes[...]
        while let first = rest.first {
            let length = (1...4).first { isPlainScalar(rest.prefix($0)) }
            if let length, let scalar = String(decoding: rest.prefix(length), as: UTF8.self).unicodeScalars.first {
                scalars.append(scalar)
                rest = rest.dropFirst(length)
            } else if let scalar = Unicode.Scalar(base + UInt32(first)) {
                scalars.append(scalar)
                rest = rest.dropFirst()
            }
        }
        return String(scalars)
    }

    /// Returns the bytes for a name's string.
    public static func bytes(_ string: String) -> [UInt8] {
        guard string.unicodeScalars.contains(where: isEscape) else { return Array(string.utf8) }
        return string.unicodeScalars.flatMap { scalar in
            isEscape(scalar) ? [UInt8(scalar.value - base)] : Array(String(scalar).utf8)
        }
    }

    /// Lends the bytes of a path in C's form, with a trailing zero byte.
    static func withCharacters<Result, Failure: Error>(
        of path: [UInt8], _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let characters = path.map { CChar(bitPattern: $0) } + [0]
        return try unsafe characters.withUnsafeBufferPointer { buffer throws(Failure) in
            guard let start = buffer.baseAddress else { preconditionFailure("an array that ends in zero") }
            return try unsafe body(start)
        }
    }

    private static func isEscape(_ scalar: Unicode.Scalar) -> Bool { escapes.contains(scalar.value) }

    private static func isPlainScalar(_ bytes: some Collection<UInt8>) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self), text.unicodeScalars.count == 1 else { return false }
        return !text.unicodeScalars.contains(where: isEscape)
    }
}

extension PathName {
    /// Returns why a path must not be used in a working tree; nil if it may be used.
    public static func objection(to path: String) -> String? {
        bytes(path).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .lazy.compactMap { objection(toPart: $0) }.first
    }

    /// Returns why a name must not be used in a tree; nil if it may be used. Git refuses such names because a checkout
    /// could write outside the working tree or into the git directory.
    static func objection(toPart name: ArraySlice<UInt8>) -> String? {
        if name.isEmpty { return "it has an empty part" }
        if name.contains(0) { return "it contains a NUL" }
        if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { return "it has a part . or .." }
        if name.contains(UInt8(ascii: "/")) { return "a name contains a slash" }
        return meansGitDirectory(name) ? "a part of it names the git directory" : nil
    }

    /// Returns whether a name is `.git` in any case, or one of its other spellings on the file systems of macOS and
    /// Windows.
    private static func meansGitDirectory(_ name: ArraySlice<UInt8>) -> Bool {
        guard let first = name.first,
            first == UInt8(ascii: ".") || first == UInt8(ascii: "g") || first == UInt8(ascii: "G") || first >= 0x80
        else { return false }
        let visible = String(decoding: name, as: UTF8.self).unicodeScalars.filter { !isIgnoredByHFS($0) }
        var plain = String(String.UnicodeScalarView(visible)).lowercased()
        if let colon = plain.firstIndex(of: ":") { plain = String(plain[..<colon]) }
        while let last = plain.last, last == " " || last == "." { plain.removeLast() }
        return plain == ".git" || plain == "git~1"
    }

    private static func isIgnoredByHFS(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
        default: false
        }
    }
}
