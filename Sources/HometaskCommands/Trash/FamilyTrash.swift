// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries

/// The trash of a session's family.
struct FamilyTrash {
    let session: FamilySession

    init(_ session: FamilySession) { self.session = session }

    /// Returns the documents deleted after the trash was last emptied.
    func listed(_ documents: [TrashedDocument]) -> [TrashedDocument] {
        guard let emptied = session.directory.family?.trashEmptied else { return documents }
        return documents.filter { $0.deletion.time > emptied }
    }
}
