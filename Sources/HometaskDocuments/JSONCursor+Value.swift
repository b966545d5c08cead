// SPDX-License-Identifier: Apache-2.0

/// Whole values. `depth` is the number of arrays and objects around the value; no call goes deeper than the limit.
extension JSONCursor {
    /// Reads the value that begins here or after white space.
    mutating func value(depth: Int) throws(JSONError) -> JSON {
        skipWhiteSpace()
        switch current {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
        case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        case UInt8(ascii: "t"):
            try skipWord("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try skipWord("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try skipWord("null")
            return .null
        default: throw syntaxFault(expected: "a JSON value")
        }
    }

    private mutating func array(depth: Int) throws(JSONError) -> [JSON] {
        if depth > maximumDepth { throw depthFault() }
        position += 1
        skipWhiteSpace()
        var elements: [JSON] = []
        if current == UInt8(ascii: "]") {
            position += 1
            return elements
        }
        while true {
            elements.append(try value(depth: depth))
            skipWhiteSpace()
            switch current {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "]"):
                position += 1
                return elements
            default: throw syntaxFault(expected: "\",\" or \"]\"")
            }
        }
    }

    mutating func object(depth: Int) throws(JSONError) -> JSONObject {
        if depth > maximumDepth { throw depthFault() }
        position += 1
        skipWhiteSpace()
        var members = JSONMemberList()
        if current == UInt8(ascii: "}") {
            position += 1
            return JSONObject()
        }
        while true {
            guard current == UInt8(ascii: "\"") else { throw syntaxFault(expected: "a key in quotation marks") }
            let offset = position
            let key = ExactString(try string())
            try skip(UInt8(ascii: ":"), expected: "\":\"")
            members.append(key, try value(depth: depth), offset: offset)
            skipWhiteSpace()
            switch current {
            case UInt8(ascii: ","):
                position += 1
                skipWhiteSpace()
            case UInt8(ascii: "}"):
                position += 1
                return try finishedObject(members)
            default: throw syntaxFault(expected: "\",\" or \"}\"")
            }
        }
    }

    private func finishedObject(_ members: consuming JSONMemberList) throws(JSONError) -> JSONObject {
        members.sort()
        if let duplicate = members.duplicate {
            throw fault(
                .duplicateKey, at: duplicate.offset, expected: "each key once",
                found: "a second \(JSON.string(duplicate.key.string).excerpt())")
        }
        return members.object
    }
}
