// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// One edit of a document, as `edit` takes it.
struct DocumentEdit {
    private let request: EngineRequest

    init(_ request: EngineRequest) {
        self.request = request
    }

    /// Carries it out. One that finds nothing to change, such as ticking an item that is gone, changes nothing.
    func apply(to document: inout Document, by author: Author) throws(EngineError) {
        switch try request.text("edit") {
        case "write":
            let value = request["value"].flatMap { $0.isNull ? nil : $0 }
            let field = try request.field()
            let rule = DocumentRules().rule(of: field, in: document)
            document.writeValue(value, to: field, rule: rule, by: request["weak"] == true ? author.weakly : author)
        case "insert": document.insert(try request.text("element"), into: try request.field(), by: author)
        case "remove": document.remove(try request.text("element"), from: try request.field())
        case "line":
            guard let index = try request.optionalCount("index") else {
                throw EngineError(.request, "‘index’ should say which line is meant, from 0")
            }
            document.writeLine(try request.optionalText("text"), at: index, of: try request.field(), by: author)
        case "insertItem":
            _ = document.insertItem(
                try request.object("members"), into: try request.field(), at: try place(),
                id: try request.optionalText("id"), by: author)
        case "writeItem":
            _ = document.writeItem(
                try request.text("id"), try request.object("members"), in: try request.field(), by: author)
        case "moveItem":
            _ = document.moveItem(try request.text("id"), to: try place(), in: try request.field(), by: author)
        case "removeItem": _ = document.removeItem(try request.text("id"), from: try request.field(), by: author)
        case "delete": if !document.isDeleted { document.delete(by: author) }
        case "restore": document.restore(by: author)
        case let other: throw EngineError(.request, "there is no edit ‘\(other)’")
        }
    }

    /// Where an item goes: before or after another, or `first`; else last.
    private func place() throws(EngineError) -> Document.ItemPlace {
        if let id = try request.optionalText("before") { return .before(id) }
        if let id = try request.optionalText("after") { return .after(id) }
        return request["first"] == true ? .first : .last
    }
}
