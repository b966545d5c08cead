// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

extension SeriesDerivation {
    /// Removes derived values from the conflicts of an occurrence that a person has written to, if the person's values
    /// take precedence. If all values of a conflict were derived, the currently derived value is kept.
    ///
    /// If a conflict in the previous occurrence is still open, both of its values are kept here too.
    func settling(_ document: Document) -> Document {
        // Neither is derived from the previous occurrence.
        let open = Set(document.conflicts.map(\.field)).filter { $0 != "completion" && $0 != "deleted" }
        let settled = settling(document, in: open)
        return values.isEmpty ? settled : SeriesParts(derivation: self, next: settled).settled()
    }

    /// Settles conflicts like the method above, but only in some fields.
    func settling(_ document: Document, in fields: Set<FieldName>) -> Document {
        var settled = document
        for field in fields.sorted() {
            if step.isContested(field) {
                if document.conflicts.allSatisfy({ $0.field != field || $0.isReckoned }) {
                    let author = self.author(of: field, onto: document)
                    RegisterEdit(field: field, author: author).raise(values[field], in: &settled)
                }
                continue
            }
            settled.forget(in: field) { conflict, candidate in
                guard candidate.isReckoned else { return false }
                return conflict.isReckoned
                    ? !isCurrent(candidate, in: conflict)
                    : isVoid(candidate, in: conflict, of: document)
            }
            if settled.conflicts.contains(where: { $0.field == field && $0.isWhole && $0.isReckoned }) {
                let rule = document.rule(of: field) ?? .register
                let author = self.author(of: field, onto: document)
                settled.writeValue(values[field], to: field, rule: rule, by: author)
            }
            settled.settleParts(of: field, by: self)
        }
        return settled
    }
}

extension Document {
    /// Settles conflicts of lines and members whose values were all derived, but not from the current values of the
    /// previous occurrence: a member gets the currently derived value, a line keeps the shown value.
    fileprivate mutating func settleParts(of field: FieldName, by derivation: SeriesDerivation) {
        let open = conflicts.filter { $0.field == field && !$0.isWhole && $0.isReckoned }
        for member in open.compactMap(\.member) {
            guard let item = derivation.item(member.item, of: field) else { continue }
            let author = derivation.author(of: field, onto: self)
            writeItem(member.item, JSONObject([(member.name, item[member.name] ?? .null)]), in: field, by: author)
        }
        forget(in: field) { !$0.isWhole && $0.isReckoned && $1 != $0.candidates[0] }
    }
}

extension Conflict {
    /// Whether the conflict is about a whole field.
    fileprivate var isWhole: Bool { line == nil && member == nil }
}
