// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension DocumentKind {
    /// Documents of the kind, for people: `tasks`, `categories`; there is one family.
    var plural: String {
        switch self {
        case .category: "categories"
        case .family: "the family"
        default: "\(rawValue)s"
        }
    }
}
