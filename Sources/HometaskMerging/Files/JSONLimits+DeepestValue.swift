// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension JSONLimits {
    /// The maximum nesting depth of a field's value, which must also be readable four levels deep in `conflicts`.
    static let deepestValue = document.depth - 4
}
