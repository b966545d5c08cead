// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskReplica

// Derived ids are known before their documents exist, so another document could take their place.

extension PhoneRights {
    /// A child may create a document at a derived id only if the id is derived from it: the next occurrence of a task,
    /// its own reaction, or a team by its name.
    func objectionToDerivedID(_ change: Change) -> Objection? {
        guard change.standing == nil, let id = change.path.id, id.isDerived else { return nil }
        let typed = change.typed
        let isOwn =
            switch change.path.kind {
            case .task: typed.id("previous").map { Series.successor(of: $0) == id } ?? false
            case .comment: isOwnReaction(typed, id)
            case .team:
                typed.id("hunt").map { TeamOperations.id(named: typed.text("name") ?? "", in: $0) == id } ?? false
            default: false
            }
        return isOwn ? nil : adults("create a document in the place of another")
    }

    private func isOwnReaction(_ typed: JSONObject, _ id: DocumentID) -> Bool {
        guard let subject = typed["about"]?["id"]?.stringValue.flatMap({ DocumentID($0) }),
            let author = typed["created"]?["by"]?.stringValue,
            let member = DocumentID(author), let reaction = typed.text("reaction").flatMap({ try? Reaction($0) })
        else { return false }
        return isMember(author) && ReactionOperations.id(of: reaction, to: subject, by: member) == id
    }
}
