// SPDX-License-Identifier: Apache-2.0

import HometaskQueries

extension ViewRecord {
    /// The view's name as queries write it.
    var reference: String { "@\(QuerySyntax.Value(naming: name))" }
}
