// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension DocumentKind {
    /// The plural of the kind, for people: `tasks`, `categories`. There is only one family.
    var plural: String {
        switch self {
        case .category: "categories"
        case .family: "the family"
        default: "\(rawValue)s"
        }
    }
}
