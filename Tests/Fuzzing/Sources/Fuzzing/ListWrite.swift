// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging

/// One write to a list, derived from two bytes.
struct ListWrite {
    let what: UInt8
    let value: UInt8

    func apply(to document: inout Document, by author: Author) {
        let name: FieldName = what & 0x20 == 0 ? "items" : "title"
        let ids = (document[name]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
        let id = ids.isEmpty ? "a" : ids[Int(value & 15) % ids.count]
        let write = DocumentWrite(what: what, value: value)
        switch what & 7 {
        case 0: document.insertItem(["text": .string(write.text)], into: name, at: place(ids), by: author)
        case 1: document.insertItem(["text": write.scalar], into: name, id: "shared-\(value & 1)", by: author)
        case 2: document.writeItem(id, ["text": .string(write.text), "done": true], in: name, by: author)
        case 3: document.writeItem(id, ["text": .null], in: name, by: author)
        case 4: document.moveItem(id, to: place(ids), in: name, by: author)
        case 5: document.removeItem(id, from: name, by: author)
        case 6: document.writeValue(.array(typed(document[name])), to: name, rule: .list, by: author)
        default: document.makeList(of: name, by: author)
        }
    }

    private func place(_ ids: [String]) -> Document.ItemPlace {
        let id = ids.isEmpty ? "" : ids[Int(value >> 4) % ids.count]
        switch value >> 2 & 3 {
        case 0: return .first
        case 1: return .last
        case 2: return .before(id)
        default: return .after(id)
        }
    }

    /// The list after a hand edit: reversed, with a repeated item, without the last item, or with an item without an
    /// id.
    private func typed(_ shown: JSON?) -> [JSON] {
        let items = shown?.arrayValue ?? []
        switch value & 3 {
        case 0: return items.reversed()
        case 1: return items + items.prefix(1)
        case 2: return Array(items.dropLast())
        default: return [["text": .string(DocumentWrite(what: what, value: value).text)]] + items
        }
    }
}
