// SPDX-License-Identifier: Apache-2.0

/// A byte pattern to search for, by Horspool's algorithm (1980), which skips most of the searched bytes.
struct BytePattern: Sendable {
    private let bytes: [UInt8]
    /// How far to shift the pattern, by the text byte at the pattern's end.
    private let steps: [Int]

    /// Creates a pattern; the text must not be empty.
    init(_ text: String) {
        bytes = Array(text.utf8)
        var steps = [Int](repeating: bytes.count, count: 256)
        for (index, byte) in bytes.dropLast().enumerated() { steps[Int(byte)] = bytes.count - 1 - index }
        self.steps = steps
    }

    /// Whether the pattern occurs in the text.
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
