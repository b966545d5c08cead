// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskQueries

/// A view as `--json` prints it.
enum ViewJSON {
    /// `conflict`, `id`, `name`, `query`, `sort` (or null); and `extensions` (by plugin and field) if plugins added
    /// fields.
    static func object(_ view: ViewRecord) -> JSONObject {
        var object: JSONObject = [
            "conflict": .bool(view.hasConflict), "id": .string(view.id.description), "name": .string(view.name),
        ]
        object.put(texts: view.texts, of: .view)
        object.put(extensions: view.extensions)
        return object
    }
}
