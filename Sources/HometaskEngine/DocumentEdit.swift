// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// One element of the member `edits` of an `edit` request.
struct DocumentEdit {
    private let request: EngineRequest

    init(_ request: EngineRequest) {
        self.request = request
    }

    /// Applies the edit. An edit without an effect, such as ticking a removed item, is a no-op.
    func apply(to document: inout Document, by author: Author) throws(EngineError) {
        let name = try request.text("edit")
        if name == "restore" { return document.restore(by: author) }
        if name == "delete" {
            if !document.isDeleted { document.delete(by: author) }
            return
        }
        let field = try request.field()
        switch name {
        case "write":
            let value = request["value"].flatMap { $0.isNull ? nil : $0 }
            let rule = DocumentRules().rule(of: field, in: document)
            document.writeValue(value, to: field, rule: rule, by: request["weak"] == true ? author.weakly : author)
        case "insert": document.insert(try request.text("element"), into: field, by: author)
        case "remove": document.remove(try request.text("element"), from: field)
        case "line":
            guard let index = try request.optionalCount("index") else {
                throw EngineError(.request, "‘index’ should say which line is meant, from 0")
            }
            document.writeLine(try request.optionalText("text"), at: index, of: field, by: author)
        case "insertItem":
            _ = document.insertItem(
                try request.object("members"), into: field, at: try place(),
                id: try request.optionalText("id"), by: author)
        case "writeItem":
            _ = document.writeItem(
                try request.text("id"), try request.object("members"), in: field, by: author)
        case "moveItem":
            _ = document.moveItem(try request.text("id"), to: try place(), in: field, by: author)
        case "removeItem": _ = document.removeItem(try request.text("id"), from: field, by: author)
        default: throw EngineError(.request, "there is no edit ‘\(name)’")
        }
    }

    /// The place of an item: before or after another, or `first`; last by default.
    private func place() throws(EngineError) -> Document.ItemPlace {
        if let id = try request.optionalText("before") { return .before(id) }
        if let id = try request.optionalText("after") { return .after(id) }
        return request["first"] == true ? .first : .last
    }
}
