// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// The rules for writing and checking documents: the schemas, and the fields that plugins declare.
public struct DocumentRules: Sendable {
    /// The merge rules that a plugin declares for its own fields, by kind, for changes that it makes to documents.
    public var extensionRules: [DocumentKind: [FieldName: MergeRule]] = [:]
    /// The fields of the plugins that are enabled here: their merge rules and valid values.
    public var extensions = ExtensionFields.none

    /// Creates rules from the schemas only, without plugins.
    public init() {}

    /// Returns the merge rule for writing a field of a document: that of the schema, or of the plugin that owns the
    /// field. A field unknown to this version keeps the rule with which it was written.
    package func rule(of field: FieldName, in document: Document) -> MergeRule {
        Schema.of(document.kind)?.rule(for: field.key.string) ?? extensionRules[document.kind]?[field]
            ?? extensions.rule(of: field, in: document.kind) ?? document.rule(of: field) ?? .register
    }

    /// Checks a document against its schema and against the maximum size for writers.
    ///
    /// Only changes are checked against the schema: if a later version wrote values that this version considers
    /// invalid, the document can still be completed.
    ///
    /// - Returns: the document's bytes.
    package func check(
        _ document: Document, changedFrom before: Document?, at path: DocumentPath
    ) throws(ReplicaError) -> [UInt8] {
        let shown = document.shown
        let bytes = document.encoded(showing: shown)
        guard let schema = Schema.of(document.kind) else { return bytes }
        if !extensions.isEmpty { try checkExtensions(of: document, changedFrom: before) }
        if let before {
            try Self.check(document, changedFrom: before, schema: schema)
        } else if let fault = schema.validate(shown).first {
            try Self.check(document, changedFrom: nil, schema: schema)
            throw ReplicaError(
                .invalidValue, "the new \(document.kind) is not valid: \(fault)",
                hint: "Nothing was changed: correct it and try again.")
        }
        if bytes.count > JSONLimits.writerBytes, before.map({ $0.encoded().count }) ?? 0 < bytes.count {
            throw ReplicaError(
                .invalidValue,
                "\(path.text) would be larger than the \(JSONLimits.writerBytes / 1024) KiB a document may have",
                hint: "Put long texts into notes of their own.")
        }
        return bytes
    }

    /// Checks the changed fields of plugins, as far as the plugins are enabled here.
    private func checkExtensions(of document: Document, changedFrom before: Document?) throws(ReplicaError) {
        for field in document.shownFields where before?[field] != document[field] {
            guard let name = ExtensionName(field), let value = document[field],
                let fault = extensions.fault(value, in: name, of: document.kind)
            else { continue }
            let summary = extensions.field(name, of: document.kind)?.summary ?? ""
            throw ReplicaError(
                .invalidValue,
                "the \(document.kind)'s \(name) cannot be \(fault.found): it should be \(fault.expected)",
                hint: summary.isEmpty ? "Nothing was changed: correct it and try again." : "\(name): \(summary)")
        }
    }

    /// Checks the changed fields.
    private static func check(_ document: Document, changedFrom before: Document?, schema: Schema)
        throws(ReplicaError)
    {
        let shown = document.shown
        for field in document.shownFields where before?[field] != document[field] {
            guard let value = document[field] else { continue }
            if let fault = schema.validate(field: field.key.string, value: value).first {
                throw ReplicaError(
                    .invalidValue,
                    "the \(document.kind)'s \(field) cannot be \(fault.found): it should be \(fault.expected)",
                    hint: "Nothing was changed: correct it and try again.")
            }
        }
        for name in schema.required where before?.shown[name] != nil && shown[name] == nil {
            throw ReplicaError(
                .invalidValue, "a \(document.kind) always has a \(name), so it cannot be removed",
                hint: "Give it another \(name) instead.")
        }
    }
}
