// SPDX-License-Identifier: Apache-2.0

/// A position in a JSON text, with methods to skip white space, punctuation and words.
///
/// NUL does not occur in JSON, so `current` is NUL at the end of the text and one comparison covers both.
struct JSONCursor {
    let text: UnsafeRawBufferPointer
    let maximumDepth: Int
    var position = 0

    init(_ text: UnsafeRawBufferPointer, limits: JSONLimits) throws(JSONError) {
        self.text = text
        maximumDepth = limits.depth
        guard text.count <= limits.bytes else {
            throw JSONError(
                .tooLarge, in: text, at: 0, expected: "at most \(limits.bytes) bytes", found: "\(text.count) bytes")
        }
        if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF {
            throw fault(.byteOrderMark, at: 0, expected: "a JSON value", found: "a byte-order mark")
        }
    }

    @inline(__always)
    var current: UInt8 { position < text.count ? text[position] : 0 }

    @inline(__always)
    mutating func skipWhiteSpace() {
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: " "):
                if position + 8 <= text.count, ByteWord(text, at: position).isBlank {
                    position += 8
                } else {
                    position += 1
                }
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
            default: return
            }
        }
    }

    /// Skips one punctuation character and the white space around it.
    @inline(__always)
    mutating func skip(_ character: UInt8, expected: StaticString) throws(JSONError) {
        skipWhiteSpace()
        guard current == character else { throw syntaxFault(expected: "\(expected)") }
        position += 1
        skipWhiteSpace()
    }

    /// Skips `true`, `false` or `null`.
    mutating func skipWord(_ word: StaticString) throws(JSONError) {
        let length = word.utf8CodeUnitCount
        let end = position + length
        guard end <= text.count,
            text[position..<end].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: length))
        else { throw syntaxFault(expected: "a JSON value") }
        position = end
    }

    /// Checks that only white space remains.
    mutating func finish() throws(JSONError) {
        skipWhiteSpace()
        if position < text.count { throw fault(.trailingText, expected: "the end of the text after the value") }
    }

    func fault(
        _ code: JSONError.Code, at offset: Int? = nil, expected: String, found: String? = nil
    ) -> JSONError {
        JSONError(code, in: text, at: offset ?? position, expected: expected, found: found)
    }

    func syntaxFault(expected: String) -> JSONError {
        fault(position < text.count ? .syntax : .unexpectedEnd, expected: expected)
    }

    func depthFault() -> JSONError {
        fault(.tooDeep, expected: "at most \(maximumDepth) levels of arrays and objects", found: "one more")
    }
}

/// The limits of a JSON reader, so that no document can exhaust memory or the stack.
public struct JSONLimits: Hashable, Sendable {
    /// The maximum length of the text, in bytes.
    public var bytes: Int
    /// The maximum nesting depth of arrays and objects.
    public var depth: Int

    /// Creates limits for the length in bytes and the nesting depth.
    public init(bytes: Int, depth: Int) {
        self.bytes = bytes
        self.depth = depth
    }

    /// The limits for documents: 8 MiB, 64 levels.
    public static let document = JSONLimits(bytes: 8 << 20, depth: 64)

    /// The maximum length of a document written by a program: 512 KiB.
    ///
    /// A merge may exceed this limit; otherwise two devices that merge the same documents could get different results.
    public static let writerBytes = 512 << 10
}
