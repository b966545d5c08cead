// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// Rebases the edits that turned one version of a document into another onto a third version, as events of another
/// actor.
///
/// A device without git needs this if the family did not accept its events unchanged, or no longer has the events on
/// which they build:
///
///     since ──> edited        what the device has written
///        ╲──> onto            what became of the document in the family
///                     ⇒       onto ──> the edits, as events of `actor`
///
/// Each place of the document is rebased on its own:
/// - A place without edits is taken from `onto`, whatever happened to the events before the edits in the family.
/// - In an edited place, the edits replace the writes that their writer had seen. Concurrent writes of others remain as
///   a conflict.
///
/// Invariant: the result is a possible successor of `onto` by the actor alone (see ``SuccessionCheck``), and rebasing
/// the same edits twice gives the same values.
struct EditRebase {
    /// The version with the edits.
    let edited: Document
    /// The base version of the edits. Its events are not edits, whether or not the family has them.
    let since: Document
    /// The version onto which the edits are rebased.
    let onto: Document
    /// The actor of the rebased events; it may be the one that wrote the edits.
    let actor: ActorID
    /// Whether the family has lost events that it had. `since` is then not part of the family's history, and everything
    /// that `onto` has not seen counts as an edit.
    let isLost: Bool

    func applied() -> Document {
        let (line, last) = renamedLine()
        // Earlier events that the family does not hold were rejected there, or written by another actor.
        var known = onto.seen
        if !isLost { known.formUnion(since.seen) }
        let start = isLost ? nil : since
        let merge = PlaceMerge(seen: line.seen, known: known)
        var result = Document(id: onto.id, kind: onto.kind)
        for name in Set(line.fields.keys).union(onto.fields.keys) {
            let (ours, theirs) = (line.fields[name] ?? FieldState(), onto.fields[name] ?? FieldState())
            let state = merge.state(ours, since: start.map { $0.fields[name] ?? FieldState() }, onto: theirs)
            if !state.isEmpty { result.fields[name] = state }
        }
        result.deletions = merge.deletions(line.deletions, since: start?.deletions, onto: onto.deletions)
        result.seen = onto.seen
        if last > 0 { result.seen.include(Dot(actor: actor, counter: last)) }
        return result
    }

    /// The edited version with the edits renamed to events of the actor, and the counter of the actor's last event.
    private func renamedLine() -> (line: Document, last: Int64) {
        var last = max(edited.seen[actor], onto.seen[actor])
        // By actor: the last event that keeps its name, and the offset of the counters of later ones.
        var (kept, offsets): ([ActorID: Int64], [ActorID: Int64]) = ([:], [:])
        for other in edited.seen.actors where other != actor {
            let start = isLost ? min(since.seen[other], onto.seen[other]) : since.seen[other]
            guard edited.seen[other] > start else { continue }
            (kept[other], offsets[other]) = (start, last - start)
            last += edited.seen[other] - start
        }
        let named = { (dot: Dot) in
            guard let start = kept[dot.actor], let offset = offsets[dot.actor], dot.counter > start else { return dot }
            return Dot(actor: actor, counter: dot.counter + offset)
        }
        // Items that the family has had keep their names, by which other devices know them. In a next occurrence, an
        // item's name is an event of the previous occurrence, which this document has not seen.
        let isNew = { (item: Dot) in !since.seen.covers(item) && edited.seen.covers(item) && !isKnown(item) }
        let renaming = EventRenaming(renamedItem: { isNew($0) ? named($0) : $0 }, named)
        var line = edited
        renaming.apply(to: &line) { write, saw in
            isEdit(write.dot) || named(write.dot) != write.dot ? sight(of: saw, kept, last: last) : saw
        }
        line.seen = VersionVector()
        for other in edited.seen.actors {
            let counter = min(edited.seen[other], kept[other] ?? .max)
            if counter > 0 { line.seen.include(Dot(actor: other, counter: counter)) }
        }
        if last > 0 { line.seen.include(Dot(actor: actor, counter: last)) }
        return (line, last)
    }

    /// Whether an item is in one of the two unedited versions.
    private func isKnown(_ item: Dot) -> Bool {
        [since, onto].contains { $0.fields.values.contains { $0.items[item.description] != nil } }
    }

    /// Whether an event was made by the actor itself after the start of the edits.
    private func isEdit(_ dot: Dot) -> Bool { dot.actor == actor && dot.counter > since.seen[actor] }

    /// The events that a deletion among the edits had seen, by their new names. If the document is deleted, they
    /// include all edits, so that none restores the document; if an edit has restored it already, the others do not
    /// matter.
    private func sight(of saw: VersionVector, _ kept: [ActorID: Int64], last: Int64) -> VersionVector {
        var new = VersionVector()
        for other in edited.seen.actors where other != actor {
            let counter = min(saw[other], kept[other] ?? .max, onto.seen[other])
            if counter > 0 { new.include(Dot(actor: other, counter: counter)) }
        }
        let own = edited.isDeleted ? last : saw[actor]
        if own > 0 { new.include(Dot(actor: actor, counter: own)) }
        return new
    }
}

/// Merges each place of two versions, one of which has edits since a third.
private struct PlaceMerge {
    /// The events that the edited version has seen.
    let seen: VersionVector
    /// The events that count as seen by the other version.
    let known: VersionVector

    /// A removal is void if others have written to the place concurrently. This is the case if some writes remain and
    /// all of them are in `theirs`; the result is then `theirs`.
    ///
    /// - Parameter start: the place before the edits; nil if unknown.
    func siblings(_ ours: Siblings, since start: Siblings?, onto theirs: Siblings) -> Siblings {
        if ours == start { return theirs }
        let joined = Siblings.join(ours, seen: seen, with: theirs, seen: known)
        return !joined.isEmpty && isPart(joined, of: theirs) ? theirs : joined
    }

    /// An edit never removes a deletion without replacing it with another.
    func deletions(_ ours: Siblings, since start: Siblings?, onto theirs: Siblings) -> Siblings {
        let joined = siblings(ours, since: start, onto: theirs)
        return isPart(joined, of: theirs) ? theirs : joined
    }

    private func isPart(_ siblings: Siblings, of others: Siblings) -> Bool {
        siblings.writes.allSatisfy(others.writes.contains)
    }

    func state(_ ours: FieldState, since start: FieldState?, onto theirs: FieldState) -> FieldState {
        if ours == start { return theirs }
        var state = FieldState()
        for cell in FieldState.ValueCell.allCases {
            state[cell] = siblings(ours[cell], since: start?[cell], onto: theirs[cell])
        }
        state.elements = parts(ours.elements, since: start?.elements, onto: theirs.elements)
        state.lines = lines(of: ours, since: start, onto: theirs)
        for id in Set(ours.items.keys).union(theirs.items.keys) {
            let item = item(
                ours.items[id] ?? ListItem(), since: start.map { $0.items[id] ?? ListItem() },
                onto: theirs.items[id] ?? ListItem())
            if !item.isEmpty { state.items[id] = item }
        }
        return state
    }

    /// A line that both sides derived from a text is one line, although its position depends on the version of the
    /// text. An edit of it replaces the other side's line.
    private func lines(of ours: FieldState, since start: FieldState?, onto theirs: FieldState) -> [Position: Siblings] {
        guard let start, ours.lines != start.lines else {
            return parts(ours.lines, since: start?.lines, onto: theirs.lines)
        }
        var (edited, base, others) = (ours.lines, start.lines, theirs.lines)
        let lines = start.orderedLines
        for (index, twin) in theirs.positions(matching: lines.map { $0.siblings.shown?.value ?? .null }) {
            let (position, siblings) = lines[index]
            guard position != twin, edited[position] != siblings, base[twin] == nil, let other = others[twin],
                siblings.isDerived, other.isDerived, siblings.shown?.value == other.shown?.value
            else { continue }
            edited[twin] = edited.removeValue(forKey: position)
            base[twin] = base.removeValue(forKey: position)
            others[twin] = nil
        }
        return parts(edited, since: base, onto: others)
    }

    private func item(_ ours: ListItem, since start: ListItem?, onto theirs: ListItem) -> ListItem {
        if ours == start { return theirs }
        var item = ListItem()
        item.presence = siblings(ours.presence, since: start?.presence, onto: theirs.presence)
        if !ours.isVisible, item.isVisible { return theirs }
        item.positions = siblings(ours.positions, since: start?.positions, onto: theirs.positions)
        item.members = parts(ours.members, since: start?.members, onto: theirs.members)
        if item.isVisible, isPart(item.presence, of: theirs.presence) { keepPlaces(of: theirs, in: &item) }
        item.keepInvariant()
        return item
    }

    /// Keeps the contents of an item that was not removed. The edited version may lack them because of a removal that
    /// was void there and is unknown to the other version.
    private func keepPlaces(of theirs: ListItem, in item: inout ListItem) {
        if isPart(item.positions, of: theirs.positions) { item.positions = theirs.positions }
        for (name, writes) in theirs.members where isPart(item.members[name] ?? Siblings(), of: writes) {
            item.members[name] = writes
        }
    }

    private func parts<Key: Hashable>(
        _ ours: [Key: Siblings], since start: [Key: Siblings]?, onto theirs: [Key: Siblings]
    ) -> [Key: Siblings] {
        var parts: [Key: Siblings] = [:]
        for key in Set(ours.keys).union(theirs.keys) {
            let part = siblings(
                ours[key] ?? Siblings(), since: start.map { $0[key] ?? Siblings() }, onto: theirs[key] ?? Siblings())
            if !part.isEmpty { parts[key] = part }
        }
        return parts
    }
}

extension Siblings {
    /// Whether all writes are derived from another document.
    fileprivate var isDerived: Bool { writes.allSatisfy { $0.dot.actor.isFollowing } }
}
