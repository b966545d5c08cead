// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

// Members and categories, looked up by typed names.

extension Viewpoint {
    /// Returns the member that a word names: `@Mia`, `mia`, `me`, or `#` and an id.
    ///
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`, and `notConfigured` for `me`).
    public func memberID(_ word: String) throws(ReplicaError) -> DocumentID {
        let name = word.hasPrefix("@") ? String(word.dropFirst()) : word
        if name.lowercased() == "me" { return try requireMember() }
        return try Reference.id(of: name, among: directory.activeMembers.map { ($0.id, $0.name) }, noun: "member")
    }

    /// Returns the category that a word names.
    ///
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func categoryID(_ word: String) throws(ReplicaError) -> DocumentID {
        try Reference.id(of: word, among: directory.activeCategories.map { ($0.id, $0.name) }, noun: "category")
    }

    /// Returns the member that `me` refers to.
    ///
    /// - Throws: `ReplicaError` (`notConfigured`) if the member is unknown.
    public func requireMember() throws(ReplicaError) -> DocumentID {
        if let member { return member }
        let names = directory.activeMembers.map { $0.name }.joined(separator: ", ")
        throw ReplicaError(
            .notConfigured, "no member is set for this device",
            hint: names.isEmpty ? "Add yourself with \(.addSelf)." : "Use \(.chooseMember), with one of: \(names).")
    }
}
