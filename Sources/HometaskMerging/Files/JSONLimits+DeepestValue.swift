// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension JSONLimits {
    /// How deep the value of a field may be nested: a value is nested four levels deep in `conflicts`, and must be
    /// readable there too.
    static let deepestValue = document.depth - 4
}
