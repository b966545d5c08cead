// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The members, categories or pins of a family, looked up by the names that files use; also their display names.
///
/// Names are compared without regard to case. A member, category or pin that was removed, or merged into another, is
/// found only if no present one has the name.
public struct NamedDocuments {
    /// The result of a search by name.
    public enum LookupResult: Hashable, Sendable {
        /// Exactly one document was found.
        case one(DocumentID)
        /// No document has the name.
        case none
        /// Several documents have the name.
        case several
    }

    /// The kind that was read: members, categories or pins.
    public let kind: DocumentKind
    private var names: [String: String] = [:]
    private var present: [String: [DocumentID]] = [:]
    private var gone: [String: [DocumentID]] = [:]
    private var addresses: [String: [DocumentID]] = [:]

    /// Reads the documents of a kind from the host.
    public init(_ kind: DocumentKind, of call: Call) throws {
        self.kind = kind
        try call.forEachDocument(kind) { add($0) }
    }

    private mutating func add(_ document: JSONObject) {
        guard let id = document["id"]?.stringValue.flatMap({ DocumentID($0) }) else { return }
        let name = document["name"]?.stringValue ?? ""
        names[id.description] = name
        let isGone = document["removed"] == true || document["mergedInto"] != nil || document["deleted"] != nil
        if isGone {
            gone[Self.folded(name), default: []].append(id)
        } else {
            present[Self.folded(name), default: []].append(id)
            if let address = document["email"]?.stringValue { addresses[Self.folded(address), default: []].append(id) }
        }
    }

    /// Returns the name of the document with an id; nil if the id is unknown.
    public func name(of id: some StringProtocol) -> String? { names[String(id)] }

    /// Returns a reference for a file that will be imported again: the name if it is unambiguous, otherwise the id.
    public func reference(to id: String) -> String {
        guard let name = names[id], find(name) == DocumentID(id).map({ .one($0) }) else { return id }
        return name
    }

    /// Finds the document that a text names: by id, name, or (for a member) email address.
    public func find(_ text: some StringProtocol) -> LookupResult {
        if names[String(text)] != nil, let id = DocumentID(String(text)) { return .one(id) }
        let key = Self.folded(text)
        guard let ids = present[key] ?? gone[key] ?? addresses[key] else { return .none }
        return ids.count == 1 ? .one(ids[0]) : .several
    }

    /// Finds the document that a text names. If there is none, a new one is proposed under a key derived from its name,
    /// together with the first new document that refers to it. Importing a file again therefore creates no unused
    /// documents.
    ///
    /// - Parameters:
    ///   - text: a name, an id, or (for a member) an email address.
    ///   - fields: the fields of the new document besides its name.
    ///   - call: the call that proposes the new document.
    /// - Returns: nil if the text is not a name, or if several documents have the name.
    public mutating func findOrPropose(
        _ text: some StringProtocol, with fields: JSONObject = [:], for call: Call
    ) throws -> DocumentID? {
        let name = PlainText.line(text).line
        switch find(name) {
        case .one(let id): return id
        case .several: return nil
        case .none:
            guard !name.isEmpty, DocumentID(name.lowercased()) == nil else { return nil }
            let key = "\(kind.rawValue)/\(Self.folded(name))"
            guard key.unicodeScalars.count <= 1000 else { return nil }
            let id = try call.id(ofKey: key)
            // An earlier import created this document, which has been renamed since; a name alone does not change it.
            guard names[id.description] == nil else { return id }
            var fields = fields
            fields["name"] = .string(name)
            call.propose(.create(kind, key: key, fields: fields), onceNamed: id)
            names[id.description] = name
            present[Self.folded(name)] = [id]
            return id
        }
    }

    private static func folded(_ text: some StringProtocol) -> String { PlainText.line(text).line.lowercased() }
}
