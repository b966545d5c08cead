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
        var elements: [JSON] = []
        guard try beginContainer(endingWith: UInt8(ascii: "]"), depth: depth) else { return elements }
        repeat {
            elements.append(try value(depth: depth))
        } while try continueContainer(endingWith: UInt8(ascii: "]"), expected: "\",\" or \"]\"")
        return elements
    }

    /// Reads the object whose opening brace is the current character and which is itself at `depth`.
    mutating func object(depth: Int) throws(JSONError) -> JSONObject {
        guard try beginContainer(endingWith: UInt8(ascii: "}"), depth: depth) else { return JSONObject() }
        var members = JSONMemberList()
        repeat {
            skipWhiteSpace()
            guard current == UInt8(ascii: "\"") else { throw syntaxFault(expected: "a key in quotation marks") }
            let offset = position
            let key = ExactString(try string())
            try skip(UInt8(ascii: ":"), expected: "\":\"")
            members.append(key, try value(depth: depth), offset: offset)
        } while try continueContainer(endingWith: UInt8(ascii: "}"), expected: "\",\" or \"}\"")
        return try finishedObject(members)
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
