// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskQueries

extension SubjectNames {
    /// What a note, a photo or a comment is about, as `--json` prints it: `id`, `kind`, and `name` if it is known; nil
    /// if it is about nothing.
    func json(of kind: DocumentKind?, _ id: DocumentID?) -> JSON? {
        guard let kind, let id else { return nil }
        var object: JSONObject = ["id": .string(id.description), "kind": .string(kind.rawValue)]
        object["name"] = name(of: kind, id).map { .string($0) }
        return .object(object)
    }
}
