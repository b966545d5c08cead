// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// The fields that the enabled plugins add to documents. Fields of other plugins are also kept, merged and shown, but
/// cannot be set by name.
public struct ExtensionFields: Sendable {
    /// The fields that one plugin adds to documents of one kind.
    private struct Group: Sendable {
        let plugin: String
        let schema: Schema
        let fields: [ExtensionField]
    }

    private var groups: [DocumentKind: [Group]] = [:]

    /// No fields at all, for when no plugin is enabled.
    public static let none = ExtensionFields()

    private init() {}

    /// Creates the fields that plugins declare.
    ///
    /// - Parameter offered: the plugins' ids, each with the schemas of its fields by kind and name. Invalid schemas are
    ///   ignored.
    public init(_ offered: [(plugin: String, fields: [DocumentKind: JSONObject])]) {
        for (plugin, kinds) in offered {
            for (kind, schemas) in kinds {
                guard let schema = try? Schema(extending: schemas) else { continue }
                let fields = schemas.members.compactMap { name, value in
                    ExtensionField(ExtensionName(plugin: plugin, member: name.string), value.objectValue ?? [:])
                }
                groups[kind, default: []].append(Group(plugin: plugin, schema: schema, fields: fields))
            }
        }
    }

    /// Whether no enabled plugin has fields.
    public var isEmpty: Bool { groups.isEmpty }

    /// Returns the fields of documents of a kind, by name.
    public func fields(of kind: DocumentKind) -> [ExtensionField] {
        (groups[kind] ?? []).flatMap { $0.fields }.sorted { $0.name < $1.name }
    }

    /// Looks up a field by its full name.
    public func field(_ name: ExtensionName, of kind: DocumentKind) -> ExtensionField? {
        let all = fields(of: kind)
        return all.first { $0.name == name }
            ?? all.first { $0.name.description.lowercased() == name.description.lowercased() }
    }

    /// Returns the fields that a word can refer to, ignoring case: a full name matches one field, a short name may
    /// match fields of several plugins.
    public func named(_ word: String, of kind: DocumentKind) -> [ExtensionField] {
        if isEmpty { return [] }
        if let name = ExtensionName(word) { return field(name, of: kind).map { [$0] } ?? [] }
        let word = word.lowercased()
        return fields(of: kind).filter { $0.name.member.lowercased() == word }
    }

    /// Returns all names by which fields of a kind can be set: full names, and short names that are unique.
    public func words(of kind: DocumentKind) -> [String] {
        let all = fields(of: kind)
        var counts: [String: Int] = [:]
        for field in all { counts[field.name.member.lowercased(), default: 0] += 1 }
        return all.map { counts[$0.name.member.lowercased()] == 1 ? $0.name.member : $0.name.description }
    }

    /// Returns the merge rule of a document's field; nil if the field is unknown.
    public func rule(of field: FieldName, in kind: DocumentKind) -> MergeRule? {
        if isEmpty { return nil }
        return ExtensionName(field).flatMap { name in group(of: name, in: kind)?.schema.rule(for: name.member) }
    }

    /// Returns the error for an invalid value; nil if the value is valid or the field is unknown.
    public func fault(_ value: JSON, in name: ExtensionName, of kind: DocumentKind) -> ValidationError? {
        group(of: name, in: kind)?.schema.validate(field: name.member, value: value).first
    }

    private func group(of name: ExtensionName, in kind: DocumentKind) -> Group? {
        groups[kind]?.first { $0.plugin == name.plugin }
    }
}
