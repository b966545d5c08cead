// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskPluginProtocol

extension Call {
    /// The most bytes of a document that is made from a file: beside them its history has room in the 512 KiB that
    /// writers keep to.
    public static let mostImportedBytes = 192 << 10

    /// Proposes a new document of a part of the file, where it is one: a document that the schema of its kind refuses,
    /// or that is too large, would take the whole file with it. The part is skipped then.
    ///
    /// - Parameters:
    ///   - key: at most 1000 characters, stable in the source.
    ///   - line: where the part stands in the file.
    ///   - uid: what the file itself calls it, where an export should write that again: see ``uid(of:key:by:)``.
    ///   - told: the names of the fields that the format can tell: one that `fields` does not have is empty in the
    ///     file.
    ///   - unread: the fields of which the file says something that could not be read: one that is here stays as it is.
    /// - Returns: Whether it was proposed.
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

    /// Says what a part of the file says of a document that is here, such as one that an export wrote: people are told
    /// where the two differ, and may take what the file says.
    ///
    /// - Parameters:
    ///   - line: where the part stands in the file.
    ///   - told: the names of the fields that the format can tell: one that `fields` does not have is empty in the
    ///     file.
    ///   - unread: the fields of which the file says something that could not be read: they stay as they are here.
    public func match(
        _ kind: DocumentKind, _ id: DocumentID, fields: JSONObject, line: Int?, telling told: [String] = [],
        unread: Set<String> = []
    ) throws {
        guard try isValid(fields, of: kind, id: id, line: line) else { return }
        try propose(
            .match(kind, id, fields: fields), line: line,
            empty: told.filter { fields[$0] == nil && !unread.contains($0) }, unread: unread)
    }

    /// Whether a part of the file makes a document; a fault where it does not.
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

    /// What the file from which a document was imported calls it; nil for one that was made here.
    ///
    /// The host keeps it with the document, and the next task of a series begins with it as with all that plugins
    /// wrote. It holds for the one document whose id follows from it: so an export writes no name twice.
    ///
    /// - Parameters:
    ///   - key: the key under which the importers propose what has that name.
    ///   - plugins: whose imports are meant; this one's where none are named.
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
