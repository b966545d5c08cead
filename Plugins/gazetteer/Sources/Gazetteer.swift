// SPDX-License-Identifier: Apache-2.0

import CGazetteer

/// The lines of `places.tsv`, whose format `make_places.py` describes.
enum Gazetteer {
    /// The line of a place. The most populous places come first.
    struct Line {
        let fields: [Substring]

        fileprivate init?(_ text: String) {
            fields = text.split(separator: "\t", omittingEmptySubsequences: false)
            if fields.count != 7 { return nil }
        }

        /// The names by which the place is found.
        var keys: [Substring] { fields[1].split(separator: "|") }

        /// The name of the place.
        var name: String {
            guard fields[0].isEmpty else { return String(fields[0]) }
            let words = (keys.first ?? "").split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
            return words.joined(separator: " ")
        }

        /// The codes of the place's state, if it has one, and of its country.
        var regions: [String] { [fields[2], fields[3]].filter { !$0.isEmpty }.map(String.init) }

        var latitude: Double? { Double(fields[4]) }
        var longitude: Double? { Double(fields[5]) }
        var population: Int? { Int(fields[6]) }
    }

    /// All bytes of the file. The file is compiled into the program, so the pointer is always valid.
    private static var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: gazetteer_bytes(), count: gazetteer_size())
    }

    /// The names of countries and states, by code.
    static let regions: [String: String] = {
        var regions: [String: String] = [:]
        for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(while: { $0.first == UInt8(ascii: "=") }) {
            let parts = String(decoding: line.dropFirst(), as: UTF8.self).split(separator: "\t")
            if parts.count == 2 { regions[String(parts[0])] = String(parts[1]) }
        }
        return regions
    }()

    /// Calls a closure once for each line that contains a text, until the closure returns false.
    static func forEach(holding text: String, _ body: (Line) -> Bool) {
        let (bytes, sought) = (bytes, Array(text.utf8CString.dropLast()))
        var (start, end) = (0, 0)
        while gazetteer_find(end, sought, sought.count, &start, &end) != 0 {
            if let line = Line(String(decoding: bytes[start..<end], as: UTF8.self)), !body(line) { return }
        }
    }
}
