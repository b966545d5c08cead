// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

extension TextField {
    /// Returns the text fields of a document, each after its label, `Phone: 020 1234567`, in the order of the table.
    static func labelled(_ texts: [FieldName: String], of kind: DocumentKind) -> [String] {
        all(of: kind).compactMap { field in
            field.label.flatMap { label in texts[field.key].map { "\(label): \(field.shown($0))" } }
        }
    }
}
