// SPDX-License-Identifier: Apache-2.0

/// Reads selected members from a document's bytes, without creating the other values.
///
/// The result is the same as parsing the whole document and selecting the members. If a key is out of order or contains
/// an escape, the whole text is parsed. Skipped text is checked too, with one exception that saves half the work: if no
/// wanted key can follow, and the remaining lines are indented like the last object of a canonical document (the merge
/// state), they are not read.
public struct MemberScanner: Sendable {
    private let wanted: [ExactString]
    private let limits: JSONLimits

    /// Creates a scanner for the given keys, which can be used for any number of documents.
    public init(selecting keys: some Sequence<ExactString>, limits: JSONLimits = .document) {
        wanted = Set(keys).sorted()
        self.limits = limits
    }

    /// Whether members with this key are selected.
    public func selects(_ key: ExactString) -> Bool { wanted.contains(key) }

    /// The wanted members that the document has.
    ///
    /// - Throws: A `JSONError` if the text is not well-formed as far as it was read, or is not an object.
    public func members(of text: UnsafeRawBufferPointer) throws(JSONError) -> JSONObject {
        if let selected = try scan(text) { return selected }
        let whole = try JSONObject.parse(text, limits: limits)
        return JSONObject(wanted.compactMap { key in whole[key].map { (key.string, $0) } })
    }

    /// The wanted members that the document has.
    public func members(of bytes: [UInt8]) throws(JSONError) -> JSONObject {
        try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) -> JSONObject in
            try members(of: UnsafeRawBufferPointer(buffer))
        }
    }

    /// Scans up to the last wanted key; nil if the text requires the full parser.
    private func scan(_ text: UnsafeRawBufferPointer) throws(JSONError) -> JSONObject? {
        var cursor = try JSONCursor(text, limits: limits)
        cursor.skipWhiteSpace()
        guard cursor.current == UInt8(ascii: "{") else { throw cursor.syntaxFault(expected: "\"{\"") }
        var keys: [ExactString] = []
        var values: [JSON] = []
        var next = wanted.startIndex
        var previousKey: Slice<UnsafeRawBufferPointer>?
        guard try cursor.beginContainer(endingWith: UInt8(ascii: "}"), depth: 1) else {
            try cursor.finish()
            return JSONObject()
        }
        repeat {
            guard let key = try cursor.plainKey() else { return nil }
            if let previousKey, !previousKey.precedes(key) { return nil }
            previousKey = key
            while next < wanted.endIndex, wanted[next].withBytes({ $0[...].precedes(key) }) { next += 1 }
            if next == wanted.endIndex, cursor.isAtLastCanonicalObject(after: key) {
                return JSONObject(sortedKeys: keys, values: values)
            }
            if next < wanted.endIndex, wanted[next].withBytes({ $0.elementsEqual(key) }) {
                keys.append(wanted[next])
                values.append(try cursor.value(depth: 1))
            } else {
                try cursor.skipValue(depth: 1)
            }
        } while try cursor.continueContainer(endingWith: UInt8(ascii: "}"), expected: "\",\" or \"}\"")
        try cursor.finish()
        return JSONObject(sortedKeys: keys, values: values)
    }
}

extension JSONCursor {
    /// Skips a key and its colon, and returns the key's bytes; nil, at an unspecified position, if the key contains an
    /// escape.
    fileprivate mutating func plainKey() throws(JSONError) -> Slice<UnsafeRawBufferPointer>? {
        skipWhiteSpace()
        guard current == UInt8(ascii: "\"") else { throw syntaxFault(expected: "a key in quotation marks") }
        let start = position + 1
        try skipString()
        let key = text[start..<(position - 1)]
        if key.contains(UInt8(ascii: "\\")) { return nil }
        try skip(UInt8(ascii: ":"), expected: "\":\"")
        return key
    }

    /// Whether the lines from here to the end look like an object that is the last member of a canonical document.
    ///
    /// Its members are indented by more than the key's two spaces, and two closing braces follow.
    fileprivate func isAtLastCanonicalObject(after key: Slice<UnsafeRawBufferPointer>) -> Bool {
        let lineStart = key.startIndex - 4
        let end = text.count - Self.canonicalEnd.count
        guard lineStart > 0, position + 1 < end, text[lineStart..<key.startIndex].elementsEqual("\n  \"".utf8),
            text[position...(position + 1)].elementsEqual("{\n".utf8), text[end...].elementsEqual(Self.canonicalEnd)
        else { return false }
        var place = position + 1
        while place < end {
            let plain = ByteWord(text, at: place).prefixWithoutLineFeed
            place += plain
            if plain == 8 { continue }
            guard place < end else { break }
            // The last bytes of the text are known, so these three exist.
            guard text[place + 1] & text[place + 2] & text[place + 3] == UInt8(ascii: " "),
                text[place + 1] | text[place + 2] | text[place + 3] == UInt8(ascii: " ")
            else { return false }
            place += 4
        }
        return true
    }

    private static let canonicalEnd = Array("\n  }\n}\n".utf8)
}

extension Slice<UnsafeRawBufferPointer> {
    fileprivate func precedes(_ other: Self) -> Bool {
        UnsafeRawBufferPointer(rebasing: self).compareBytes(with: UnsafeRawBufferPointer(rebasing: other)) < 0
    }
}
