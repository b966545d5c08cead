// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// The one form in which documents are stored.
    ///
    /// Keys sorted by their UTF-8 bytes, two blanks of indentation, every member and element on its own line, LF, one
    /// newline at the end, strings escaped as RFC 8785 escapes them, numbers by their lexeme.
    public func canonicalBytes() -> [UInt8] {
        var writer = JSONWriter(.canonical)
        writer.write(self)
        writer.finishLine()
        return writer.bytes
    }

    /// The canonical bytes as a string.
    public var canonicalText: String { String(decoding: canonicalBytes(), as: UTF8.self) }

    /// The value without any white space and without a newline at its end: what is hashed, and shown in one line.
    public func compactBytes() -> [UInt8] {
        var writer = JSONWriter(.compact)
        writer.write(self)
        return writer.bytes
    }

    /// The compact bytes as a string.
    public var compactText: String { String(decoding: compactBytes(), as: UTF8.self) }
}

extension JSONObject {
    /// The form in which documents are stored; see ``JSON/canonicalBytes()``.
    public func canonicalBytes() -> [UInt8] { JSON.object(self).canonicalBytes() }

    /// The canonical bytes as a string.
    public var canonicalText: String { JSON.object(self).canonicalText }

    /// The object without any white space; see ``JSON/compactBytes()``.
    public func compactBytes() -> [UInt8] { JSON.object(self).compactBytes() }
}
