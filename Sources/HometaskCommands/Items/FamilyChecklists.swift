// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskQueries
import HometaskReplica

/// Changes the checklists of a session's family.
struct FamilyChecklists: Sendable {
    let session: FamilySession

    /// Changes a checklist.
    ///
    /// - Parameters:
    ///   - kind: the kind of document that has the checklist.
    ///   - reference: the word that names the document.
    ///   - prefersDone: see `ItemFinder`.
    ///   - body: finds the items and changes them.
    /// - Returns: the result of the closure, whether anything changed, and the current state of the checklist.
    func changeItems<Kind: ChecklistKind, Result: Sendable>(
        of kind: Kind.Type, _ reference: String, command: String, prefersDone: Bool = false,
        body: @Sendable (Transaction, ChecklistOwner, ItemFinder) throws -> Result
    ) async throws -> (result: Result, isChanged: Bool, owner: Checklist) {
        let list = try await kind.named(reference, prefersDone: prefersDone, in: session)
        let written = try await session.write(command: command) { transaction in
            let items = try transaction.items.all(of: list.owner)
            let finder = ItemFinder(items, of: list.name, owner: list.owner, prefersDone: prefersDone)
            return try body(transaction, list.owner, finder)
        }
        return (written.result, written.commit != nil, try await kind.now(list, in: session))
    }
}
