// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
package import HometaskMerging

/// Which parts of sets, texts and lists of a next occurrence, that somebody has written to, came from another state of
/// the occurrence before: a device that did not know of an edit made a next one too, and a join brings its parts along.
/// Nothing stands in conflict then, but what a person took out would be back.
///
/// Invariant: no part goes that a person wrote, and none that was written to a next one which was there already.
package struct SeriesParts {
    private let derivation: SeriesDerivation
    private let next: Document

    package init(derivation: SeriesDerivation, next: Document) {
        (self.derivation, self.next) = (derivation, next)
    }

    private var step: SeriesStep { derivation.step }

    /// The document without these parts.
    package func settled() -> Document {
        var settled = next
        let fields = Set(derivation.values.keys).union(Series.fields + ["items"])
            .union(next.shownFields.filter { $0.extensionPath != nil })
        for field in fields.subtracting(["series"]).sorted() where !step.isContested(field) {
            if isCleared(field) {
                let author = derivation.author(of: field, onto: settled)
                settled.write(nil, to: field, rule: next.rule(of: field) ?? .register, by: author)
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

    /// Whether a field was only made along with a next one, while a device that knew it to be empty made one too.
    private func isCleared(_ field: FieldName) -> Bool {
        let writes = next.writes(of: field)
        return isEmptyNow(field) && !writes.isEmpty && writes.allSatisfy { $0.isMaking }
            && step.isDoneApart && !step.isWrittenSinceDone(field)
    }

    /// Whether nothing follows of a field.
    private func isEmptyNow(_ field: FieldName) -> Bool { derivation.values[field] ?? .null == .null }

    /// The writes of a part that go.
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

    /// Whether a part was only made along with a next one, of another state than the occurrence has now: it does not
    /// follow from that, or who makes it of that (the author) has done so, and somebody took it out.
    private func isStale(_ part: FieldPart, author: ActorID?) -> Bool {
        guard part.isMade else { return false }
        guard let author else { return step.isDoneApart }
        return isMade(by: author) && !part.writes.contains { $0.dot.actor == author }
    }

    private func isMade(by author: ActorID) -> Bool { next.seen[author] > 0 }

    /// The lines of a text that a device made which knew another text.
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
        return makers.count > 1 && step.isDoneApart ? surplus(made, of: parts, field) : []
    }

    /// The lines that do not follow, and those that are there more often than they follow.
    private func surplus(_ made: [FieldPart], of parts: [FieldPart], _ field: FieldName) -> Set<FieldPart> {
        var left: [FieldPart.Place: Int] = [:]
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
    /// Whether all of it was made along with a next occurrence.
    fileprivate var isMade: Bool { writes.allSatisfy { $0.isMaking } }
}

extension Write {
    /// Whether it made something along with a next occurrence: what is written to one that is there already is weak.
    fileprivate var isMaking: Bool { dot.actor.isFollowing && !isWeak }
}
