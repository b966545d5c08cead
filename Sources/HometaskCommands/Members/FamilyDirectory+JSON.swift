// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

extension FamilyDirectory {
    /// Returns the author or assignee of a document as `--json` prints them: `id` and `name`.
    func json(of member: DocumentID) -> JSON {
        ["id": .string(current(member).description), "name": .string(name(of: member))]
    }
}
