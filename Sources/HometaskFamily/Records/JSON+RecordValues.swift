// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension JSON {
    /// The strings of a list; empty if this is not a list.
    var strings: [String] { arrayValue?.compactMap { $0.stringValue } ?? [] }
}
