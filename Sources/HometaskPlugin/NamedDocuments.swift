// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The members, categories or pins of a family, found by what files call them and called what people call them.
///
/// Names are compared without regard to case. A member, category or pin that is gone, or has become another, is found
/// only where none that is there has the name.
public struct NamedDocuments {
    /// The result of a search by name.
    public enum Found: Hashable, Sendable {
        /// One document is meant: this one.
        case one(DocumentID)
        /// No document is called that.
        case none
        /// There are several with that name.
        case several
    }

    /// What kind of documents they are.
    public let kind: DocumentKind
    private var names: [String: String] = [:]
    private var present: [String: [DocumentID]] = [:]
    private var gone: [String: [DocumentID]] = [:]
    private var addresses: [String: [DocumentID]] = [:]

    /// The documents of a kind that the host has.
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

    /// The name of one; nil if it is unknown.
    public func name(of id: some StringProtocol) -> String? { names[String(id)] }

    /// A reference for a file that will be imported again: the name if it is unambiguous, otherwise the id.
    public func reference(to id: String) -> String {
        guard let name = names[id], find(name) == DocumentID(id).map({ .one($0) }) else { return id }
        return name
    }

    /// The one that a text names: by its id, its name, or (a member) its e-mail address.
    public func find(_ text: some StringProtocol) -> Found {
        if names[String(text)] != nil, let id = DocumentID(String(text)) { return .one(id) }
        let key = Self.folded(text)
        guard let ids = present[key] ?? gone[key] ?? addresses[key] else { return .none }
        return ids.count == 1 ? .one(ids[0]) : .several
    }

    /// The one that a text names; where there is none, one is proposed, under a key that its name gives, together with
    /// the first new document that names it. So a file that is imported again makes none that would be empty.
    ///
    /// - Parameter fields: what one that is proposed has besides its name.
    /// - Returns: nil if the text is not a name, or several have it.
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
            // One that a file brought here, and somebody has renamed since: a name alone changes nothing of it.
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
