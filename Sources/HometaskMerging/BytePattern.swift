// SPDX-License-Identifier: Apache-2.0

/// Bytes that are looked for in others, by Horspool's algorithm (1980): most of what is looked through is skipped.
struct BytePattern: Sendable {
    private let bytes: [UInt8]
    /// How far the pattern may move on, by the byte that stands at its end.
    private let steps: [Int]

    /// A pattern; it must not be empty.
    init(_ text: String) {
        bytes = Array(text.utf8)
        var steps = [Int](repeating: bytes.count, count: 256)
        for (index, byte) in bytes.dropLast().enumerated() { steps[Int(byte)] = bytes.count - 1 - index }
        self.steps = steps
    }

    /// Whether the pattern is anywhere in a text.
    func occurs(in text: UnsafeRawBufferPointer) -> Bool {
        var end = bytes.count - 1
        while end < text.count {
            var place = end
            var index = bytes.count - 1
            while text[place] == bytes[index] {
                if index == 0 { return true }
                place -= 1
                index -= 1
            }
            end += steps[Int(text[end])]
        }
        return false
    }
}
