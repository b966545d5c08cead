// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging

/// One write to a document, derived from two bytes.
struct DocumentWrite {
    let what: UInt8
    let value: UInt8

    private static let fields: [(name: FieldName, rule: MergeRule)] = [
        ("title", .register), ("completion", .latest), ("tags", .set), ("description", .text), ("tags", .register),
        (FieldName("extensions.shop.aisle"), .text), ("description", .latest), ("\u{E9}~#@ ", .register),
    ]
    private static let texts = ["", "a", "b", "a", "e\u{301}", "\u{E9}", "line\nbreak", "\u{1F600}", "#~@ >"]

    func apply(to document: inout Document, by author: Author) {
        if what >> 6 == 3 { return ListWrite(what: what, value: value).apply(to: &document, by: author) }
        let (name, rule) = Self.fields[Int(what >> 3 & 7)]
        let index = Int(value & 7)
        switch what & 7 {
        case 0: document.writeValue(scalar, to: name, rule: rule, by: author)
        case 1: document.writeValue(nil, to: name, rule: rule, by: author)
        case 2: document.insert(text, into: name, by: author)
        case 3: document.remove(text, from: name)
        case 4: document.writeValue(.array(lines(of: document[name], at: index)), to: name, rule: rule, by: author)
        case 5: document.writeLine(value & 8 == 0 ? text : nil, at: index, of: name, by: author)
        case 6: document.delete(by: author)
        default: document.restore(by: author)
        }
    }

    var text: String { Self.texts[Int(value >> 4) % Self.texts.count] }

    var scalar: JSON {
        switch value & 7 {
        case 0: .bool(true)
        case 1: .number(JSONNumber(lexeme: "1e400") ?? JSONNumber(1))
        case 2: ["at": .string(text)]
        case 3: [.string(text), 1, .null]
        default: .string(text)
        }
    }

    /// The shown lines with some added, one removed, or in reverse order.
    private func lines(of shown: JSON?, at index: Int) -> [JSON] {
        var lines = shown?.arrayValue ?? []
        switch value >> 3 & 7 {
        case 0: lines.reverse()
        case 1 where index < lines.count: lines.remove(at: index)
        case 2: lines += [.string(text), .string(text)]
        default: lines.insert(.string(text), at: min(index, lines.count))
        }
        return lines
    }
}
