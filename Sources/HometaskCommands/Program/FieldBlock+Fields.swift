// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskTerminal

extension FieldBlock {
    /// Adds the text fields of a document, in the order of the table.
    mutating func add<Record: DocumentRecord>(textsOf record: Record) {
        for field in TextField.all(of: Record.kind) {
            if let label = field.label, let text = record.texts[field.key] {
                add(label, field.shown(text), style: field.isHeading ? .bold : .plain)
            }
        }
    }

    /// Adds the fields that plugins added to a document.
    mutating func add<Record: DocumentRecord>(extensionsOf record: Record, in session: FamilySession) {
        for line in ExtensionFieldFormatter(session, of: Record.kind).lines(record.extensions) {
            add(line.label, line.value)
        }
    }
}
