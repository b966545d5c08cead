// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension String? {
    /// The string as JSON, or null.
    var json: JSON { map { .string($0) } ?? .null }
}
