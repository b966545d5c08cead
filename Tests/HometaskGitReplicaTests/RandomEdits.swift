// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging
import HometaskReplica
import TestSupport

/// Random edits of a task by one side: every merge rule, with so few values that two sides often collide.
struct RandomEdits: Sendable {
    let path: DocumentPath
    private(set) var fields: [FieldName: JSON?] = [:]
    private(set) var deletes = false

    /// Draws edits of a task as one side sees it.
    ///
    /// - Parameter name: a name that distinguishes the texts of the two sides.
    init(of path: DocumentPath, _ shown: JSONObject, by name: String, using random: inout SeededGenerator) {
        self.path = path
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            switch Int.random(in: 0..<7, using: &random) {
            case 0: fields["title"] = .string("Title \(Int.random(in: 0..<3, using: &random))")
            case 1: fields["due"] = Bool.random(using: &random) ? JSON.object(["date": "2026-12-24"]) : nil
            case 2: fields["tags"] = .array(["a", "b", "c", "d"].filter { _ in Bool.random(using: &random) })
            case 3:
                fields["description"] = .array(
                    Self.lines(shown["description"]?.arrayValue ?? [], by: name, using: &random))
            case 4: fields["items"] = .array(Self.items(shown["items"]?.arrayValue ?? [], by: name, using: &random))
            case 5: fields["points"] = .number(JSONNumber(Int.random(in: 1...3, using: &random)))
            default:
                let day = Int.random(in: 1...9, using: &random)
                fields["completion"] =
                    Bool.random(using: &random) ? JSON.object(["at": .string("2026-11-0\(day)T08:00:00Z")]) : nil
            }
        }
        deletes = Int.random(in: 0..<6, using: &random) == 0
    }

    /// Applies the edits in a transaction.
    func apply(to transaction: Transaction) throws {
        try transaction.writeFields(fields, to: path)
        if deletes { try transaction.changeDocument(at: path) { $0.delete(by: transaction.author) } }
    }

    private static func lines(_ lines: [JSON], by name: String, using random: inout SeededGenerator) -> [JSON] {
        var lines = lines
        let place = Int.random(in: 0...lines.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0 where place < lines.count: lines[place] = .string("line of \(name)")
        case 1 where place < lines.count: lines.remove(at: place)
        default: lines.insert(.string("new line of \(name)"), at: place)
        }
        return lines
    }

    private static func items(_ items: [JSON], by name: String, using random: inout SeededGenerator) -> [JSON] {
        var items = items
        let place = Int.random(in: 0...items.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where place < items.count:
            var item = items[place].objectValue ?? JSONObject()
            item["done"] = .bool(Bool.random(using: &random))
            item["text"] = .string("item of \(name)")
            items[place] = .object(item)
        case 1 where place < items.count: items.remove(at: place)
        case 2 where items.count > 1: items.append(items.removeFirst())
        default: items.insert(["text": .string("new item of \(name)")], at: place)
        }
        return items
    }
}
