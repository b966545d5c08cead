// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskPluginProtocol

extension Call {
    /// The maximum size in bytes of a document created from a file. The rest of the 512 KiB that writers keep to is
    /// room for the document's history.
    public static let mostImportedBytes = 192 << 10

    /// Proposes a new document for a part of the file. If the document is invalid according to its schema, or too
    /// large, the part is skipped instead, because an invalid document would make the host refuse the whole file.
    ///
    /// - Parameters:
    ///   - kind: the kind of the document, whose schema is checked.
    ///   - key: a stable name of the part in the source; at most 1000 characters.
    ///   - fields: the values of the document, without `id` and `kind`.
    ///   - line: the part's line in the file.
    ///   - uid: the file's own id of the document, if an export should write it again: see ``uid(of:by:key:)``.
    ///   - told: the names of the fields that the format can express; those that are missing in `fields` are empty in
    ///     the file.
    ///   - unread: the fields whose values in the file could not be read; an existing document keeps its values for
    ///     them.
    /// - Returns: whether the document was proposed.
    @discardableResult
    public func propose(
        _ kind: DocumentKind, key: String, fields: JSONObject, line: Int?, uid: String? = nil,
        telling told: [String] = [], unread: Set<String> = []
    ) throws -> Bool {
        guard try isValid(fields, of: kind, id: try id(ofKey: key), line: line) else { return false }
        try propose(
            .create(kind, key: key, fields: fields), line: line,
            uid: uid.flatMap { PluginChange.isUID($0) ? $0 : nil },
            empty: told.filter { fields[$0] == nil && !unread.contains($0) }, unread: unread)
        return true
    }

    /// Reports the values that a part of the file has for an existing document, such as one that an export wrote. The
    /// user sees the differences, and may take the file's values.
    ///
    /// - Parameters:
    ///   - kind: the kind of the document, whose schema is checked.
    ///   - id: the id of the existing document.
    ///   - fields: the values in the file, without `id` and `kind`.
    ///   - line: the part's line in the file.
    ///   - told: the names of the fields that the format can express; those that are missing in `fields` are empty in
    ///     the file.
    ///   - unread: the fields whose values in the file could not be read; the document keeps its values for them.
    public func match(
        _ kind: DocumentKind, _ id: DocumentID, fields: JSONObject, line: Int?, telling told: [String] = [],
        unread: Set<String> = []
    ) throws {
        guard try isValid(fields, of: kind, id: id, line: line) else { return }
        try propose(
            .match(kind, id, fields: fields), line: line,
            empty: told.filter { fields[$0] == nil && !unread.contains($0) }, unread: unread)
    }

    /// Whether a part of the file gives a valid document; if not, a fault is recorded.
    private func isValid(_ fields: JSONObject, of kind: DocumentKind, id: DocumentID, line: Int?) throws -> Bool {
        var document = fields
        document["id"] = .string(id.description)
        document["kind"] = .string(kind.rawValue)
        let size = document.canonicalBytes().count
        if size > Self.mostImportedBytes {
            skip(line: line, "it makes a \(kind) of \(size) bytes; at most \(Self.mostImportedBytes) are allowed")
            return false
        }
        if let fault = Schema.of(kind)?.validate(document).first {
            skip(line: line, "\(fault.pointer.dropFirst()) should be \(fault.expected), but is \(fault.found)")
            return false
        }
        return true
    }

    /// Returns the id of a document in the file from which it was imported; nil for a document that was created here.
    ///
    /// The host stores it with the document, and the next task of a series inherits it like all plugin values. The id
    /// only counts for the document whose own id is derived from it, so an export never writes the same id twice.
    ///
    /// - Parameters:
    ///   - document: the document as the host sent it, with the values of plugins in `extensions`.
    ///   - plugins: the plugins whose imports count; none for this plugin.
    ///   - key: the key with which the importers propose a document with this id.
    public func uid(of document: JSONObject, by plugins: [String] = [], key: (String) -> String) -> String? {
        guard let family = session.family, let own = document["extensions"] else { return nil }
        for plugin in plugins.isEmpty ? [session.plugin] : plugins {
            guard let uid = own[plugin]?["uid"]?.stringValue else { continue }
            let id = PluginChange.id(ofKey: key(uid), plugin: plugin, family: family)
            if document["id"] == .string(id.description) { return uid }
        }
        return nil
    }
}
