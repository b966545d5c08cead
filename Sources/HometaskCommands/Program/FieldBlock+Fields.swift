// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskTerminal

extension FieldBlock {
    /// Adds the texts of a document's fields, in the order of the table.
    mutating func add(_ texts: [FieldName: String], of kind: DocumentKind) {
        for field in TextField.all(of: kind) {
            if let label = field.label, let text = texts[field.key] {
                add(label, field.shown(text), style: field.isHeading ? .bold : .plain)
            }
        }
    }

    /// Adds the fields that plugins added to a document.
    mutating func add(extensions: JSONObject, of kind: DocumentKind, in session: FamilySession) {
        for line in ExtensionFieldFormatter(session, of: kind).lines(extensions) { add(line.label, line.value) }
    }
}
