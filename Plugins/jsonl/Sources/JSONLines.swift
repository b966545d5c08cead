// SPDX-License-Identifier: Apache-2.0

/// The lines of a text that are not blank, with their numbers from 1.
struct JSONLines: IteratorProtocol {
    private let bytes: [UInt8]
    private var place = 0
    private var number = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func next() -> (number: Int, line: [UInt8])? {
        while place < bytes.count {
            let end = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
            let line = bytes[place..<end]
            place = end + 1
            number += 1
            if line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) { return (number, Array(line)) }
        }
        return nil
    }
}
