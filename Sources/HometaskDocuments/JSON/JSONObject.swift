// SPDX-License-Identifier: Apache-2.0

/// The members of a JSON object, sorted by the UTF-8 bytes of their keys, each key once.
public struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// A key, compared by its bytes, and its value.
    public typealias Member = (key: ExactString, value: JSON)

    private var keyList: [ExactString]
    private var valueList: [JSON]

    /// Creates an object without members.
    public init() {
        keyList = []
        valueList = []
    }

    /// Creates an object whose keys are known to be sorted and distinct.
    init(sortedKeys: [ExactString], values: [JSON]) {
        keyList = sortedKeys
        valueList = values
    }

    /// Creates an object from members in any order; the last of several equal keys wins.
    public init(_ members: some Sequence<(String, JSON)>) {
        self.init()
        keyList.reserveCapacity(members.underestimatedCount)
        valueList.reserveCapacity(members.underestimatedCount)
        for (key, value) in members { self[key] = value }
    }

    /// Creates an object from a literal; the last of several equal keys wins.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self.init(elements)
    }

    /// The number of members.
    public var count: Int { keyList.count }

    /// Whether the object has no members.
    public var isEmpty: Bool { keyList.isEmpty }

    /// The keys, in byte order.
    public var keys: [ExactString] { keyList }

    /// The members, in the byte order of their keys.
    public var members: Zip2Sequence<[ExactString], [JSON]> { zip(keyList, valueList) }

    /// The value under a key. Setting nil removes the member.
    public subscript(key: String) -> JSON? {
        get { self[ExactString(key)] }
        set { self[ExactString(key)] = newValue }
    }

    /// The value under a key. Setting nil removes the member.
    public subscript(key: ExactString) -> JSON? {
        get {
            let place = position(of: key)
            return place < keyList.count && keyList[place] == key ? valueList[place] : nil
        }
        set {
            let place = position(of: key)
            let present = place < keyList.count && keyList[place] == key
            switch (present, newValue) {
            case (true, let value?): valueList[place] = value
            case (true, nil):
                keyList.remove(at: place)
                valueList.remove(at: place)
            case (false, let value?) where place == keyList.count:
                keyList.append(key)
                valueList.append(value)
            case (false, let value?):
                keyList.insert(key, at: place)
                valueList.insert(value, at: place)
            case (false, nil): break
            }
        }
    }

    /// The index of the first key that does not come before `key`.
    private func position(of key: ExactString) -> Int {
        if let last = keyList.last, last < key { return keyList.count }
        var low = 0
        var high = keyList.count
        while low < high {
            let middle = (low + high) / 2
            if keyList[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension JSONObject {
    /// Serialises the object in the form in which documents are stored; see ``JSON/canonicalBytes()``.
    public func canonicalBytes() -> [UInt8] { JSON.object(self).canonicalBytes() }

    /// The canonical bytes as a string.
    public var canonicalText: String { JSON.object(self).canonicalText }

    /// Serialises the object without white space; see ``JSON/compactBytes()``.
    public func compactBytes() -> [UInt8] { JSON.object(self).compactBytes() }
}

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

extension JSONObject {
    /// Parses only the members of a JSON object that have one of the given keys; see ``MemberScanner``.
    ///
    /// - Throws: A `JSONError` if the text is not well-formed as far as it was read, or is not an object.
    public init(
        selecting keys: some Sequence<ExactString>, from bytes: UnsafeRawBufferPointer, limits: JSONLimits = .document
    ) throws(JSONError) {
        self = try MemberScanner(selecting: keys, limits: limits).members(of: bytes)
    }
}
