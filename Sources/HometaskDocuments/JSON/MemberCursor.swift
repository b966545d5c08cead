// SPDX-License-Identifier: Apache-2.0

/// Reads members of a JSON object from its text, in the byte order of their keys, without creating other values.
///
/// The text should be in the form that ``JSON/compactText`` writes: with sorted keys, and without escapes in keys, ids
/// and times. For other text, members may not be found. The text must stay valid for as long as the cursor is used.
package struct MemberCursor {
    private var cursor: JSONCursor
    /// The key of the next member, without quotation marks; nil at the end.
    private var key: UnsafeRawBufferPointer?
    /// Whether malformed JSON was found in the text read so far.
    package private(set) var isMalformed = false

    /// Creates a cursor before the first member; nil if the text does not contain an object.
    package init?(_ text: UnsafeRawBufferPointer) {
        guard var cursor = try? JSONCursor(text, limits: .document), cursor.current == UInt8(ascii: "{"),
            let hasMembers = try? cursor.beginContainer(endingWith: UInt8(ascii: "}"), depth: 1)
        else { return nil }
        self.cursor = cursor
        if hasMembers { reading { this throws(JSONError) in try this.readKey() } }
    }

    /// Returns the value of a key. Keys must be requested in byte order.
    package mutating func value(_ key: ExactString) -> JSON? {
        readMember(key) { cursor throws(JSONError) in try cursor.value(depth: 1) }
    }

    /// Returns the string value of a key; nil if the value is not a string.
    package mutating func text(_ key: ExactString) -> String? {
        readMember(key) { cursor throws(JSONError) in try cursor.textValue() }
    }

    /// Returns the strings in a key's list; empty if the value is not a list.
    package mutating func texts(_ key: ExactString) -> [String] {
        elements(key) { cursor throws(JSONError) in try cursor.textValue() }
    }

    /// Returns the id stored under a key; nil if the value is not an id.
    package mutating func id(_ key: ExactString) -> DocumentID? {
        readMember(key) { cursor throws(JSONError) in try cursor.idValue() }
    }

    /// Returns the ids in a key's list; empty if the value is not a list.
    package mutating func ids(_ key: ExactString) -> [DocumentID] {
        elements(key) { cursor throws(JSONError) in try cursor.idValue() }
    }

    /// Returns the instant stored under a key; nil if the value is not an instant.
    package mutating func time(_ key: ExactString) -> Timestamp? {
        readMember(key) { cursor throws(JSONError) in try cursor.plainText().flatMap { Timestamp(rfc3339: $0) } }
    }

    /// Returns a cursor over the object stored under a key; nil if the value is not an object.
    package mutating func object(_ key: ExactString) -> MemberCursor? {
        let object = readMember(key) { cursor throws(JSONError) in try cursor.anyValue() }
        return object.flatMap { MemberCursor($0) }
    }

    private mutating func elements<Element>(
        _ key: ExactString, _ read: (inout JSONCursor) throws(JSONError) -> Element?
    ) -> [Element] {
        readMember(key) { cursor throws(JSONError) in try cursor.elements(read) } ?? []
    }

    /// Reads the value of a key with a given reader.
    private mutating func readMember<Value>(
        _ key: ExactString, _ read: (inout JSONCursor) throws(JSONError) -> Value?
    ) -> Value? {
        while let next = self.key {
            let order = key.withBytes { next.compareBytes(with: $0) }
            if order > 0 { return nil }
            var value: Value?
            reading { this throws(JSONError) in
                if order == 0 { value = try read(&this.cursor) } else { try this.cursor.skipValue(depth: 1) }
                try this.readKey()
            }
            if order == 0 { return value }
        }
        return nil
    }

    /// Advances to the value of the next member.
    private mutating func readKey() throws(JSONError) {
        if key != nil {
            guard try cursor.continueContainer(endingWith: UInt8(ascii: "}"), expected: "\",\" or \"}\"") else {
                key = nil
                return try cursor.finish()
            }
        }
        guard let text = try cursor.plainText() else { throw cursor.syntaxFault(expected: "a key in quotation marks") }
        key = text
        try cursor.skip(UInt8(ascii: ":"), expected: "\":\"")
    }

    private mutating func reading(_ body: (inout MemberCursor) throws(JSONError) -> Void) {
        do throws(JSONError) {
            try body(&self)
        } catch {
            (key, isMalformed) = (nil, true)
        }
    }
}

extension JSONCursor {
    /// Reads a string; skips any other value and returns nil.
    fileprivate mutating func textValue() throws(JSONError) -> String? {
        if current == UInt8(ascii: "\"") { return try string() }
        try skipValue(depth: 1)
        return nil
    }

    /// Reads a string and returns its raw bytes; skips any other value and returns nil.
    fileprivate mutating func plainText() throws(JSONError) -> UnsafeRawBufferPointer? {
        guard current == UInt8(ascii: "\"") else {
            try skipValue(depth: 1)
            return nil
        }
        let start = position + 1
        try skipString()
        return UnsafeRawBufferPointer(rebasing: text[start..<position - 1])
    }

    fileprivate mutating func idValue() throws(JSONError) -> DocumentID? {
        try plainText().flatMap { DocumentID(utf8: $0.assumingMemoryBound(to: UInt8.self)) }
    }

    /// Reads a value of any type and returns its bytes.
    fileprivate mutating func anyValue() throws(JSONError) -> UnsafeRawBufferPointer {
        let start = position
        try skipValue(depth: 1)
        return UnsafeRawBufferPointer(rebasing: text[start..<position])
    }

    /// Reads the elements of a list with a given reader; nil for any other value, which is skipped.
    fileprivate mutating func elements<Element>(
        _ read: (inout JSONCursor) throws(JSONError) -> Element?
    ) throws(JSONError) -> [Element]? {
        guard current == UInt8(ascii: "[") else {
            try skipValue(depth: 1)
            return nil
        }
        var elements: [Element] = []
        guard try beginContainer(endingWith: UInt8(ascii: "]"), depth: 2) else { return elements }
        repeat {
            skipWhiteSpace()
            if let element = try read(&self) { elements.append(element) }
        } while try continueContainer(endingWith: UInt8(ascii: "]"), expected: "\",\" or \"]\"")
        return elements
    }
}
