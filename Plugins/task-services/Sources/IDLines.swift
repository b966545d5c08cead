// SPDX-License-Identifier: Apache-2.0

/// The lines of the objects' ids in a JSON text, so that a report about an object can name its line.
struct IDLines {
    private var lines: [String: Int] = [:]

    /// Finds the members `id` of a JSON text. Of duplicate ids, the first counts.
    init(of text: String) {
        let bytes = Array(text.utf8)
        var (place, line) = (0, 1)
        var before: ArraySlice<UInt8> = []
        var isValue = false
        while place < bytes.count {
            switch bytes[place] {
            case 0x0A: line += 1
            case UInt8(ascii: ":"): isValue = true
            case UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "["): isValue = false
            case UInt8(ascii: "\""):
                let start = place + 1
                place = start
                while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
                    place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
                }
                let string = bytes[min(start, bytes.count)..<min(place, bytes.count)]
                if isValue, before.elementsEqual("id".utf8) {
                    let id = String(decoding: string, as: UTF8.self)
                    if lines[id] == nil { lines[id] = line }
                }
                before = string
            default: break
            }
            place += 1
        }
    }

    /// The line of an id, from 1; nil if it is unknown.
    subscript(id: String?) -> Int? { id.flatMap { lines[$0] } }
}
