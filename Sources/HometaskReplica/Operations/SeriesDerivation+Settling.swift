// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

extension SeriesDerivation {
    /// An occurrence that somebody has written to, without the derived values that do not stand against what a person
    /// wrote. If all values of a conflict were derived, the one that follows now stays.
    ///
    /// Where nobody has chosen yet in the occurrence before, both of its values stay.
    func settling(_ document: Document) -> Document {
        let open = Set(document.conflicts.map(\.field)).filter { $0 != "deleted" }
        let settled = settling(document, in: open)
        return values.isEmpty ? settled : SeriesParts(derivation: self, next: settled).settled()
    }

    /// The same, only in some fields.
    func settling(_ document: Document, in fields: Set<FieldName>) -> Document {
        var settled = document
        for field in fields.sorted() {
            if step.isContested(field) {
                if document.conflicts.allSatisfy({ $0.field != field || $0.isReckoned }) {
                    let author = self.author(of: field, onto: document)
                    settled.raise(values[field], of: field, by: author)
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
                settled.write(values[field], to: field, rule: rule, by: author)
            }
            settled.settleParts(of: field, by: self)
        }
        return settled
    }
}

extension Document {
    /// Settles conflicts of lines and members in which all values were derived, and none from what the previous
    /// occurrence holds now: a member gets the value that follows, a line keeps the value that is shown.
    fileprivate mutating func settleParts(of field: FieldName, by derivation: SeriesDerivation) {
        let open = conflicts.filter { $0.field == field && !$0.isWhole && $0.isReckoned }
        for member in open.compactMap(\.member) {
            guard let item = derivation.item(member.item, of: field) else { continue }
            let author = derivation.author(of: field, onto: self)
            writeItem(member.item, JSONObject([(member.name, item[member.name] ?? .null)]), in: field, by: author)
        }
        forget(in: field) { !$0.isWhole && $0.isReckoned && $1 != $0.candidates[0] }
    }

    /// When the series has this occurrence due, as far as it tells: not when somebody put it off to.
    var reckonedDue: JSON? {
        let candidates = conflicts.first { $0.field == "due" }?.candidates ?? []
        return candidates.first { $0.isReckoned }?.value
            ?? SeriesValue.all(self["series"]).first { $0.field == "due" }?.value ?? self["due"]
    }
}

extension Conflict {
    /// Whether it is of a field that is one value.
    fileprivate var isWhole: Bool { line == nil && member == nil }

    /// Whether no person wrote any of the values.
    var isReckoned: Bool { candidates.allSatisfy(\.isReckoned) }
}

extension Conflict.Candidate {
    /// Whether no person wrote it.
    fileprivate var isReckoned: Bool { writes.allSatisfy { $0.dot.actor.isFollowing } }
}
