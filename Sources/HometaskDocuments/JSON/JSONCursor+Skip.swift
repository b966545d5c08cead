// SPDX-License-Identifier: Apache-2.0

/// Skips values without creating them. Everything is checked as `value(depth:)` checks it, except duplicate keys.
extension JSONCursor {
    /// Skips the value that begins here or after white space.
    mutating func skipValue(depth: Int) throws(JSONError) {
        skipWhiteSpace()
        switch current {
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "{"): try skipObject(depth: depth + 1)
        case UInt8(ascii: "["): try skipArray(depth: depth + 1)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber()
        case UInt8(ascii: "t"): try skipWord("true")
        case UInt8(ascii: "f"): try skipWord("false")
        case UInt8(ascii: "n"): try skipWord("null")
        default: throw syntaxFault(expected: "a JSON value")
        }
    }

    private mutating func skipArray(depth: Int) throws(JSONError) {
        guard try beginContainer(endingWith: UInt8(ascii: "]"), depth: depth) else { return }
        repeat {
            try skipValue(depth: depth)
        } while try continueContainer(endingWith: UInt8(ascii: "]"), expected: "\",\" or \"]\"")
    }

    private mutating func skipObject(depth: Int) throws(JSONError) {
        guard try beginContainer(endingWith: UInt8(ascii: "}"), depth: depth) else { return }
        repeat {
            try skipKey()
            try skipValue(depth: depth)
        } while try continueContainer(endingWith: UInt8(ascii: "}"), expected: "\",\" or \"}\"")
    }

    /// Skips a key and its colon.
    private mutating func skipKey() throws(JSONError) {
        skipWhiteSpace()
        guard current == UInt8(ascii: "\"") else { throw syntaxFault(expected: "a key in quotation marks") }
        try skipString()
        try skip(UInt8(ascii: ":"), expected: "\":\"")
    }

    /// Skips an opening bracket; false if the array or object is empty, which is then skipped too.
    mutating func beginContainer(endingWith closing: UInt8, depth: Int) throws(JSONError) -> Bool {
        if depth > maximumDepth { throw depthFault() }
        position += 1
        skipWhiteSpace()
        guard current == closing else { return true }
        position += 1
        return false
    }

    /// Skips a comma or a closing bracket; false after the latter.
    @inline(__always)
    mutating func continueContainer(endingWith closing: UInt8, expected: StaticString) throws(JSONError) -> Bool {
        skipWhiteSpace()
        guard current == UInt8(ascii: ",") || current == closing else { throw syntaxFault(expected: "\(expected)") }
        defer { position += 1 }
        return current == UInt8(ascii: ",")
    }
}
