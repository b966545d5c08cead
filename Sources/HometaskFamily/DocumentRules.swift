// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// The rules for writing and checking documents: the schemas, and the fields that plugins declare.
public struct DocumentRules: Sendable {
    /// The merge rules that a plugin gives its own fields when it changes documents, by kind.
    public var extensionRules: [DocumentKind: [FieldName: MergeRule]] = [:]
    /// The fields of the plugins that are enabled here: their merge rules, and what their values must be.
    public var extensions = ExtensionFields.none

    /// Creates rules from the schemas only, without plugins.
    public init() {}

    /// The rule by which a field of a document is written: the schema's, that of the plugin whose field it is, and of a
    /// field that only a later version knows the one that this wrote it by.
    package func rule(of field: FieldName, in document: Document) -> MergeRule {
        Schema.of(document.kind)?.rule(for: field.key.string) ?? extensionRules[document.kind]?[field]
            ?? extensions.rule(of: field, in: document.kind) ?? document.rule(of: field) ?? .register
    }

    /// Checks a document against its schema and against the size that writers keep to.
    ///
    /// Only what differs from before is checked against the schema: a document that a later version filled with values
    /// this one finds odd can still be completed.
    ///
    /// - Parameter follows: whether its values follow from those of another document: what plugins say of theirs does
    ///   not matter then.
    /// - Returns: the document's bytes.
    package func check(
        _ document: Document, changedFrom before: Document?, at path: DocumentPath, follows: Bool = false
    ) throws(ReplicaError) -> [UInt8] {
        let shown = document.shown
        let bytes = document.encoded(showing: shown)
        guard let schema = Schema.of(document.kind) else { return bytes }
        if !extensions.isEmpty, !follows { try checkExtensions(of: document, changedFrom: before) }
        if let before {
            try Self.check(document, changedFrom: before, schema)
        } else if let fault = schema.validate(shown).first {
            try Self.check(document, changedFrom: nil, schema)
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

    /// Checks the fields of plugins that differ, as far as the plugins are enabled here.
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

    /// Checks the fields that differ.
    private static func check(_ document: Document, changedFrom before: Document?, _ schema: Schema)
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
                .invalidValue, "a \(document.kind) always has a \(name), so it cannot be taken away",
                hint: "Give it another \(name) instead.")
        }
    }
}
