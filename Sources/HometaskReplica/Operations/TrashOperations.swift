// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension Transaction {
    /// Takes a document of any kind out of the trash.
    ///
    /// - Throws: `ReplicaError.Code.alreadyExists` where a member or category has its name by now.
    public func restore(_ document: TrashedDocument) throws {
        guard let id = document.path.id else { return }
        switch document.path.kind {
        case .category: try restoreCategory(id)
        case .comment: try restoreComment(id)
        case .hunt: try restoreHunt(id)
        case .member: try restoreMember(id)
        case .note: try restoreNote(id)
        case .photo: try restorePhoto(id)
        case .pin: try restorePin(id)
        case .template: try restoreTemplate(id)
        case .view: try restoreView(id)
        default: try restore(document.path, called: document.name)
        }
    }
}
