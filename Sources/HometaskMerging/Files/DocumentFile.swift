// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The members of a document's file, as they were written or typed.
struct DocumentFile {
    let members: JSONObject

    init(_ members: JSONObject) { self.members = members }

    /// The members in a file's bytes.
    init(reading bytes: [UInt8]) throws(DocumentError) {
        let json: JSON
        do { json = try JSON.parse(bytes) } catch { throw .unreadable(error) }
        guard let object = json.objectValue else {
            throw .malformed(member: "the document", expected: "a JSON object")
        }
        members = object
    }

    /// The members of a document, as they are written.
    init(of document: Document) { members = DocumentEncoding(document, showing: document.shown).members }

    /// The events that the file declares as seen; nil if it declares none.
    var seen: VersionVector? { VersionVector(members["~merge"]?["seen"]) }

    /// The values in the file's `conflicts`.
    var conflicts: JSON? { members["conflicts"] }

    /// Whether the file says that the document is deleted.
    var isDeleted: Bool { members["deleted"] != nil }

    /// The stamp of a field.
    func stamp(of field: FieldName) -> JSON? { members["~merge"]?["stamps"]?[field.key.string] }

    /// The values of the fields; those under `extensions` have their full names.
    var fields: [FieldName: JSON] {
        var found: [FieldName: JSON] = [:]
        found.reserveCapacity(members.count)
        for (key, value) in members.members where !FieldName.reserved.contains(key) {
            if key == FieldName.extensions, let plugins = value.objectValue {
                for (plugin, members) in plugins.members {
                    guard let members = members.objectValue?.members else { continue }
                    for (name, value) in members {
                        found[FieldName(path: [key.string, plugin.string, name.string])] = value
                    }
                }
            } else {
                found[FieldName(member: key)] = value
            }
        }
        return found
    }

    /// Returns the rule for an edit that must not depend on a schema: from the stamps, or else from the format's table.
    func rule(of field: FieldName, kind: DocumentKind) -> MergeRule {
        let shapes = stamp(of: field)?.objectValue
        if shapes?["list"] != nil { return .list }
        if shapes?["text"] != nil { return .text }
        if shapes?["latest"] != nil { return .latest }
        if shapes?["set"] != nil { return .set }
        return FormatRules.rule(of: field, kind: kind)
    }

    /// Returns the rule of a field: from its state in a document, or else from the file's stamps, or else from the
    /// format.
    func rule(of field: FieldName, in document: Document) -> MergeRule {
        document.rule(of: field) ?? rule(of: field, kind: document.kind)
    }
}

/// The merge rules of format 1, for reading files identically on every device, regardless of its schemas.
///
/// If a tool wrote a field without stamps, the field's rule is looked up here and never in the reader's schemas. A
/// field that is not listed is a register. The list is part of the format: it does not change without a new format
/// number.
enum FormatRules {
    static func rule(of field: FieldName, kind: DocumentKind) -> MergeRule {
        rules[kind.rawValue]?[field] ?? .register
    }

    static let rules: [String: [FieldName: MergeRule]] = [
        "task": [
            "assignees": .set, "completion": .latest, "description": .text, "items": .list, "tags": .set,
        ],
        "pin": ["labels": .set],
        "note": ["text": .text],
        "device": ["actors": .set],
    ]
}
