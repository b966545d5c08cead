// SPDX-License-Identifier: Apache-2.0

/// A line of strings, each preceded by spaces, built in a single allocation.
struct PaddedLine {
    private var parts: [(spaces: Int, text: String)] = []
    private var byteCount = 0

    init() { parts.reserveCapacity(8) }

    mutating func append(spaces: Int, _ text: String) {
        parts.append((spaces, text))
        byteCount += spaces + text.utf8.count
    }

    var text: String {
        String(unsafeUninitializedCapacity: byteCount) { line in
            var place = 0
            for part in parts {
                let end = place + part.spaces
                line[place..<end].initialize(repeating: UInt8(ascii: " "))
                place = line[end...].initialize(fromContentsOf: part.text.utf8)
            }
            return place
        }
    }
}
