// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries

/// A view as `--json` prints it.
enum ViewJSON {
    /// Returns an object with `conflict`, `id`, `name`, `query`, `sort` (or null); and `extensions` (by plugin and
    /// field) if plugins added fields.
    static func object(_ view: ViewRecord) -> JSONObject {
        var object = JSONObject(view)
        object["conflict"] = .bool(view.hasConflict)
        object["name"] = .string(view.name)
        return object
    }
}
