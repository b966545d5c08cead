// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
public import HometaskMerging

/// What an import of files writes.
public struct ImportOperations {
    let transaction: Transaction

    /// Makes a document of what a file holds.
    ///
    /// Every device that reads the same file makes the same document, to the byte, so that their copies join as if one
    /// had made it: no value stands twice, and none in conflict with its like. For that every value is an event of an
    /// author that follows from the value, as those of the next task of a series are, and of a time that the file
    /// tells: when the document was made, else the year 1970, so that whatever anybody writes is later.
    ///
    /// - Throws: `ReplicaError` (`alreadyExists`; `invalidValue` where a value is not valid).
    public func create(_ kind: DocumentKind, id: DocumentID, _ fields: [FieldName: JSON]) throws {
        let path = try Transaction.path(of: kind, id)
        guard try transaction.document(at: path) == nil else {
            throw ReplicaError(.alreadyExists, "\(path.text) exists already")
        }
        var document = Document(id: id, kind: kind)
        let authors = ImportAuthors(of: document, with: fields)
        for (field, value) in fields.sorted(by: { $0.key < $1.key }) {
            let rule = transaction.rule(of: field, in: document)
            let elements = value.arrayValue ?? []
            let texts = elements.compactMap(\.stringValue)
            if rule == .set, value.arrayValue != nil, texts.count == elements.count {
                for text in texts {
                    document.insert(text, into: field, by: authors.author(of: [.string(text)], in: field))
                }
            } else if rule == .list, value.arrayValue != nil {
                document.writeList(value, to: field, by: authors.author(of: value, in: field)) { index in
                    authors.author(of: [.number(JSONNumber(index)), elements[index]], in: field)
                }
            } else {
                document.write(value, to: field, rule: rule, by: authors.author(of: value, in: field))
            }
        }
        try transaction.stage(document, changedFrom: nil, at: path)
    }

    /// Writes what a file says of a document over what it holds, as a person's edit: an item of a checklist that is
    /// there already stays the same item.
    ///
    /// Lines and items that two devices write at once stand side by side, unlike single values. So of these every
    /// device that takes the same from the file makes the same events, where its copy had the same in that field.
    public func writeFields(_ values: [FieldName: JSON?], into path: DocumentPath) throws {
        var values = values
        guard let document = try transaction.document(at: path) else { return }
        for (field, value) in values.sorted(by: { $0.key < $1.key }) {
            let rule = transaction.rule(of: field, in: document)
            guard rule == .text || rule == .list else { continue }
            let items = rule == .list ? value?.arrayValue : nil
            let named = items.map { JSON.array(Self.namedItems($0, like: document[field]?.arrayValue ?? [])) } ?? value
            values.updateValue(named, forKey: field)
            try transaction.changeDocument(at: path) { document in
                // The next one of a series that no person has written to is derived anew; this value is to stay.
                if Series.isUntouched(document) { document.renew("previous", by: transaction.author.weakly) }
                var content = JSONObject()
                content[field.key] = named ?? .null
                let present = document.writes(of: field)
                let last = present.map(\.time).max() ?? document.writes(of: "created").map(\.time).max()
                let origin =
                    [path.text, document[field]?.canonicalText ?? ""] + present.map(\.dot.description).sorted()
                let writer = Series.author(
                    of: .object(content), onto: Array(origin.joined(separator: "\n").utf8),
                    at: Timestamp(seconds: (last ?? Timestamp(seconds: 0)).seconds + 1))
                document.write(named, to: field, rule: rule, by: writer)
            }
            values.removeValue(forKey: field)
        }
        try transaction.writeFields(values, to: path)
    }

    /// Puts in a document that an export wrote: with its history of merging where it has that, else as a new one that
    /// holds the same.
    ///
    /// - Throws: `ReplicaError` where there is a document at its place already, or it is not valid.
    public func restore(_ members: JSONObject, at path: DocumentPath) throws {
        guard try transaction.bytes(at: path) == nil else {
            throw ReplicaError(.alreadyExists, "\(path.text) exists already")
        }
        guard let id = path.id else { throw ReplicaError(.invalidValue, "\(path.text) has no place for a document") }
        var document = Document(id: id, kind: path.kind)
        if members["~merge"] != nil {
            document = try Document.reading(members.canonicalBytes(), at: path)
        } else {
            let empty = document
            document.applyHandEdit(members, rule: { transaction.rule(of: $0, in: empty) }, by: transaction.author)
        }
        try transaction.stage(document, changedFrom: nil, at: path)
    }

    /// Items with the ids of those of the same text.
    private static func namedItems(_ items: [JSON], like present: [JSON]) -> [JSON] {
        var ids: [JSON: [JSON]] = [:]
        for item in present.reversed() {
            if let text = item["text"], let id = item["id"] { ids[text, default: []].append(id) }
        }
        return items.map { item in
            guard var object = item.objectValue, let text = object["text"] else { return item }
            object["id"] = ids[text]?.popLast()
            return .object(object)
        }
    }
}
