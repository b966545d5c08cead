// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// Parses one JSON value (RFC 8259), strictly.
    ///
    /// Beyond the grammar, this rejects duplicate keys (compared as bytes), a byte-order mark, bytes that are not
    /// UTF-8, lone surrogates, and anything that exceeds the limits.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text; white space around the value is allowed.
    ///   - limits: The maximum length and nesting depth of the text.
    /// - Throws: A `JSONError` with line and column of the first error.
    public static func parse(_ bytes: UnsafeRawBufferPointer, limits: JSONLimits = .document) throws(JSONError) -> JSON
    {
        var cursor = try JSONCursor(bytes, limits: limits)
        let value = try cursor.value(depth: 0)
        try cursor.finish()
        return value
    }

    /// Parses one JSON value from an array of bytes, strictly.
    public static func parse(_ bytes: [UInt8], limits: JSONLimits = .document) throws(JSONError) -> JSON {
        try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) -> JSON in
            try parse(UnsafeRawBufferPointer(buffer), limits: limits)
        }
    }

    /// Parses one JSON value from a string, strictly.
    public static func parse(_ text: String, limits: JSONLimits = .document) throws(JSONError) -> JSON {
        try parse(Array(text.utf8), limits: limits)
    }
}
