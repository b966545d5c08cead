// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// Serialises the value in the canonical form, the only form in which documents are stored.
    ///
    /// Keys sorted by their UTF-8 bytes, an indentation of two spaces, every member and element on its own line, LF,
    /// one newline at the end, strings escaped as in RFC 8785, numbers by their lexeme.
    public func canonicalBytes() -> [UInt8] {
        var writer = JSONWriter(.canonical)
        writer.writeValue(self)
        writer.finishLine()
        return writer.bytes
    }

    /// The canonical bytes as a string.
    public var canonicalText: String { String(decoding: canonicalBytes(), as: UTF8.self) }

    /// Serialises the value without white space or a trailing newline, for hashing and single-line display.
    public func compactBytes() -> [UInt8] {
        var writer = JSONWriter(.compact)
        writer.writeValue(self)
        return writer.bytes
    }

    /// The compact bytes as a string.
    public var compactText: String { String(decoding: compactBytes(), as: UTF8.self) }
}
