// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskQueries

extension SubjectNames {
    /// Returns the subject of a note, a photo or a comment as `--json` prints it: `id`, `kind`, and `name` if known;
    /// nil if there is none.
    func json(of kind: DocumentKind?, _ id: DocumentID?) -> JSON? {
        guard let kind, let id else { return nil }
        var object: JSONObject = ["id": .string(id.description), "kind": .string(kind.rawValue)]
        object["name"] = name(of: kind, id).map { .string($0) }
        return .object(object)
    }
}
