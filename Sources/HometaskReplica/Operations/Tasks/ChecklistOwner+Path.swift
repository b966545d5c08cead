// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

extension ChecklistOwner {
    /// The path of the document in the family repository.
    var path: DocumentPath {
        get throws {
            switch self {
            case .task(let id): try Transaction.path(of: .task, id)
            case .note(let id): try Transaction.path(of: .note, id)
            }
        }
    }
}
