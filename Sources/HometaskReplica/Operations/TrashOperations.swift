// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
public import HometaskQueries

extension Transaction {
    /// Takes a document of any kind out of the trash.
    ///
    /// - Throws: `ReplicaError.Code.alreadyExists` where a member or category has its name by now.
    public func restore(_ document: TrashedDocument) throws {
        guard let id = document.path.id else { return }
        do {
            try restore(document, id)
        } catch let error as ReplicaError where error.code == .alreadyExists {
            let kind = document.path.kind
            throw ReplicaError(
                error.code, error.message,
                hint: "Rename the existing one first: \(.rename(kind: kind.rawValue, nil)).")
        }
    }

    private func restore(_ document: TrashedDocument, _ id: DocumentID) throws {
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
