// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
public import HometaskMerging

/// Operations that write imported data.
public struct ImportOperations {
    let transaction: Transaction

    /// Creates a document from the contents of a file.
    ///
    /// Every device that reads the same file creates the same document, byte for byte. When the copies are merged, no
    /// value is duplicated or conflicts with its copy: every value is an event of an author derived from the value, as
    /// in the next task of a series. The time of the event comes from the file: it is the time when the document was
    /// created, or a time in 1970, so that any later edit is newer.
    ///
    /// - Throws: `ReplicaError` (`alreadyExists`; `invalidValue` if a value is invalid).
    public func create(_ kind: DocumentKind, id: DocumentID, fields: [FieldName: JSON]) throws {
        let path = try Transaction.path(of: kind, id)
        guard try transaction.document(at: path) == nil else {
            throw ReplicaError(.alreadyExists, "\(path.text) already exists")
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
                document.writeValue(value, to: field, rule: rule, by: authors.author(of: value, in: field))
            }
        }
        try transaction.stage(document, changedFrom: nil, at: path)
    }

    /// Replaces the values of a document with those of a file, as a person's edit. Existing checklist items keep their
    /// identity.
    ///
    /// Lines and items that two devices write concurrently are all kept, unlike single values. Every device that takes
    /// the same lines or items from the file therefore creates the same events if its copy had the same value in that
    /// field.
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
                // An untouched occurrence is derived again, which would discard the imported value.
                if Series.isUntouched(document) {
                    RegisterEdit(field: "previous", author: transaction.author.weakly).renew(in: &document)
                }
                var content = JSONObject()
                content[field.key] = named ?? .null
                let present = document.writes(of: field)
                let last = present.map(\.time).max() ?? document.writes(of: "created").map(\.time).max()
                let origin =
                    [path.text, document[field]?.canonicalText ?? ""] + present.map(\.dot.description).sorted()
                let writer = Series.author(
                    of: .object(content), onto: Array(origin.joined(separator: "\n").utf8),
                    at: Timestamp(seconds: (last ?? Timestamp(seconds: 0)).seconds + 1))
                document.writeValue(named, to: field, rule: rule, by: writer)
            }
            values.removeValue(forKey: field)
        }
        try transaction.writeFields(values, to: path)
    }

    /// Adds a document from an export: with its merge history if it has one, otherwise as a new document with the same
    /// contents.
    ///
    /// - Throws: `ReplicaError` if a document already exists at the path, or the new one is invalid.
    public func restore(_ members: JSONObject, at path: DocumentPath) throws {
        guard try transaction.bytes(at: path) == nil else {
            throw ReplicaError(.alreadyExists, "\(path.text) already exists")
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

    /// Returns the items, with the ids of existing items with the same text.
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

/// The authors of the values of an imported document.
struct ImportAuthors {
    private let origin: [UInt8]
    private let time: Timestamp

    /// - Parameter document: the document before anything is written to it.
    init(of document: Document, with fields: [FieldName: JSON]) {
        origin = document.encoded()
        time = fields["created"]?["at"]?.stringValue.flatMap { Timestamp(rfc3339: $0) } ?? Timestamp(seconds: 0)
    }

    /// Returns the author of a value or of a part of the value.
    func author(of value: JSON, in field: FieldName) -> Author {
        var content = JSONObject()
        content[field.key] = value
        return Series.author(of: .object(content), onto: origin, at: time)
    }
}
