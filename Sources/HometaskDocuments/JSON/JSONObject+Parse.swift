// SPDX-License-Identifier: Apache-2.0

extension JSONObject {
    /// Parses a JSON object (RFC 8259), strictly; rejects any other JSON value.
    ///
    /// - Throws: A `JSONError` with line and column of the first error.
    public static func parse(
        _ bytes: UnsafeRawBufferPointer, limits: JSONLimits = .document
    ) throws(JSONError) -> JSONObject {
        var cursor = try JSONCursor(bytes, limits: limits)
        cursor.skipWhiteSpace()
        guard cursor.current == UInt8(ascii: "{") else { throw cursor.syntaxFault(expected: "\"{\"") }
        let object = try cursor.object(depth: 1)
        try cursor.finish()
        return object
    }

    /// Parses a JSON object from an array of bytes, strictly.
    public static func parse(_ bytes: [UInt8], limits: JSONLimits = .document) throws(JSONError) -> JSONObject {
        try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) -> JSONObject in
            try parse(UnsafeRawBufferPointer(buffer), limits: limits)
        }
    }
}
