// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
package import HometaskMerging

/// Finds parts of sets, texts and lists that do not belong in the successor of an occurrence.
///
/// Two devices may create the successor from different states of the occurrence, if one of them has not received an
/// edit yet. Merging the successors keeps the parts of both. This is not a conflict, but it would restore what a person
/// has removed. Such parts are dropped from a touched successor.
///
/// Invariant: a part that a person wrote is never dropped. Nor is a part that was written to an existing successor.
package struct SeriesParts {
    private let derivation: SeriesDerivation
    private let next: Document

    package init(derivation: SeriesDerivation, next: Document) {
        (self.derivation, self.next) = (derivation, next)
    }

    private var step: SeriesStep { derivation.step }

    /// The successor without these parts.
    package func settled() -> Document {
        var settled = next
        let fields = Set(derivation.values.keys).union(Series.fields + ["items"])
            .union(next.shownFields.filter { $0.extensionPath != nil })
        for field in fields.subtracting(["series"]).sorted() where !step.isContested(field) {
            if isCleared(field) {
                let author = derivation.author(of: field, onto: settled)
                settled.writeValue(nil, to: field, rule: next.rule(of: field) ?? .register, by: author)
                continue
            }
            let lines = staleLines(of: field)
            settled.forgetParts(of: field) { part in
                if case .line = part.place { return lines.contains(part) ? part.writes : [] }
                return stale(part, of: field)
            }
        }
        return settled
    }

    /// Whether a field was only written when a successor was created, while another device created one with the field
    /// empty.
    private func isCleared(_ field: FieldName) -> Bool {
        let writes = next.writes(of: field)
        return isEmptyNow(field) && !writes.isEmpty && writes.allSatisfy { $0.isMaking }
            && step.isDoneApart && !step.isWrittenSinceDone(field)
    }

    /// Whether the field has no derived value.
    private func isEmptyNow(_ field: FieldName) -> Bool { derivation.values[field] ?? .null == .null }

    /// The writes of a part to drop.
    private func stale(_ part: FieldPart, of field: FieldName) -> [Write] {
        switch part.place {
        case .line: return []
        case .element(let element):
            return isStale(part, author: derivation.author(ofElement: element, in: field)) ? part.writes : []
        case .item(let id):
            let author = derivation.author(ofItem: id, in: field)
            if isStale(part, author: author) { return part.writes }
            guard let author, isMade(by: author) else { return [] }
            return part.writes.filter { $0.isMaking && $0.dot.actor != author }
        case .member(let member):
            guard let author = derivation.author(ofItem: member.item, in: field),
                derivation.item(member.item, of: field)?[member.name] ?? .null == .null
            else { return [] }
            return isStale(part, author: author) ? part.writes : []
        case .position(let id):
            let author = derivation.author(ofItem: id, in: field)
            guard part.writes.contains(where: { $0.dot.actor == author }) else { return [] }
            return part.writes.filter { $0.dot.actor.isFollowing && $0.dot.actor != author }
        }
    }

    /// Whether a part was only written when a successor was created from an older state of the occurrence. This is so
    /// in two cases. The part is not derived from the current state. Or it is, but its author (named by the derived
    /// value) has written to the successor already, so somebody has removed the part since.
    private func isStale(_ part: FieldPart, author: ActorID?) -> Bool {
        guard part.isMade else { return false }
        guard let author else { return step.isDoneApart }
        return isMade(by: author) && !part.writes.contains { $0.dot.actor == author }
    }

    private func isMade(by author: ActorID) -> Bool { next.seen[author] > 0 }

    /// The lines that a device derived from another version of the text.
    private func staleLines(of field: FieldName) -> Set<FieldPart> {
        let parts = next.parts(of: field)
        let made = parts.filter { part in
            if case .line = part.place { return part.isMade }
            return false
        }
        guard !made.isEmpty, !step.isWrittenSinceDone(field) else { return [] }
        if isEmptyNow(field) { return step.isDoneApart ? Set(made) : [] }
        let author = derivation.author(of: field)
        if isMade(by: author) { return Set(made.filter { !$0.writes.contains { $0.dot.actor == author } }) }
        let makers = Set(made.flatMap { $0.writes }.map { $0.dot.actor })
        return makers.count > 1 && step.isDoneApart ? surplus(made, of: parts, field: field) : []
    }

    /// The lines that are not derived ones, and surplus copies of derived ones.
    private func surplus(_ made: [FieldPart], of parts: [FieldPart], field: FieldName) -> Set<FieldPart> {
        var left: [FieldPart.Key: Int] = [:]
        for line in derivation.values[field]?.arrayValue ?? [] {
            if let text = line.stringValue { left[.line(text), default: 0] += 1 }
        }
        for part in parts where !part.isMade { left[part.place, default: 0] -= 1 }
        return Set(
            made.filter { part in
                left[part.place, default: 0] -= 1
                return left[part.place, default: 0] < 0
            })
    }
}

extension FieldPart {
    /// Whether all its writes were made when a successor was created.
    fileprivate var isMade: Bool { writes.allSatisfy { $0.isMaking } }
}

extension Write {
    /// Whether it was made when a successor was created: derived writes to an existing successor are weak.
    fileprivate var isMaking: Bool { dot.actor.isFollowing && !isWeak }
}
