// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

extension Reference {
    /// Returns the id of the only thing that matches a word.
    ///
    /// - Parameter isTrash: whether the given things are in the trash.
    /// - Throws: `ReplicaError` (`notFound`, with the available names; `ambiguous`; `invalidRequest`).
    public static func id(
        of word: String, among named: [(DocumentID, String)], noun: String, isTrash: Bool = false
    ) throws(ReplicaError) -> DocumentID {
        let noun = isTrash ? "\(noun) in the trash" : noun
        guard let reference = Reference(word) else {
            throw ReplicaError(.invalidRequest, "the name of a \(noun) cannot be empty")
        }
        do throws(ReplicaError) {
            return try reference.resolve(among: named.map { (id: $0.0, name: $0.1) }, noun: noun)
        } catch {
            guard error.code == .notFound else { throw error }
            let names = named.map { $0.1 }.joined(separator: ", ")
            let none: Hint = isTrash ? "There is none." : "There is none yet."
            throw ReplicaError(.notFound, error.message, hint: names.isEmpty ? none : listing(names, of: noun))
        }
    }
}
