// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskReplica

// Derived ids are known before their documents exist, so a different document could be created at such an id.

extension PhoneRights {
    /// Returns the objection unless a child's new document belongs at its derived id: as the next occurrence of a task,
    /// as the child's own reaction, or as a team of that name.
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
