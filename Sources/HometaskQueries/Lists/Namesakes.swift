// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// Members or categories with the same name, usually because the same one was added on two devices before they synced.
public struct Namesakes: Hashable, Sendable {
    /// Whether they are members or categories.
    public let kind: DocumentKind
    /// Their name, in the spelling of the oldest.
    public let name: String
    /// Their ids, the oldest first.
    public let ids: [DocumentID]

    /// Their collective noun: `members`.
    public var noun: String { kind == .category ? "categories" : "members" }

    /// The message: `2 members are called 'Tom'`.
    public var message: String { "\(ids.count) \(noun) are called \(Quotation.of(name))" }

    /// The advice: one command merges them, another distinguishes them.
    ///
    /// - Parameter others: the ids of all documents of the kind, from which these must be distinguished.
    public func advice(among others: [DocumentID]) -> Hint {
        let words = ids.map { "\"#\(Reference.shortest($0, among: others))\"" }
        let sameness = kind == .member ? "If they are one person" : "If they are the same"
        let merge = SuggestedAction.merge(kind: kind.rawValue, Array(words.prefix(2)))
        let rename = SuggestedAction.rename(kind: kind.rawValue, words[words.count - 1])
        return "\(sameness), \(merge) merges them; if not, \(rename) distinguishes them."
    }
}
