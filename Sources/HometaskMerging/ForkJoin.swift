// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The join of two copies in which one actor continued on two lines of history.
///
/// After a disk is restored to an older state, or a folder is copied unnoticed, a device writes under dots that its
/// other line has used for something else. A plain join would mistake one line's events for the other's and drop values
/// on both sides. Here each line's events since the fork first get an actor of their own, which makes them concurrent,
/// as they really were:
///
///     base ──> X.4 ──> X.5  (left)           base ──> f1.1 ──> f1.2 ╲
///        ╲──> X.4'          (right)    ⇒        ╲──> f2.1 ───────────╲──> join, in which X.5 is seen
///
/// The new actors are named by the lines' bytes, so every device that finds the fork writes the same result.
struct ForkJoin {
    /// The actors that continued on two lines.
    let actors: [ActorID]
    /// The common ancestor of both copies.
    let base: Document

    /// The join of two copies, with the events of the actors since the base kept as concurrent events.
    func join(_ left: Document, _ right: Document) -> Document {
        var (ours, theirs, seen) = (left, right, VersionVector())
        var heirs: Set<ActorID> = []
        for actor in actors {
            heirs.formUnion([giveAway(actor, in: &ours, namedBy: left), giveAway(actor, in: &theirs, namedBy: right)])
            let last = max(left.seen[actor], right.seen[actor])
            if last > 0 { seen.include(Dot(actor: actor, counter: last)) }
        }
        var joined = Document.join(ours, theirs)
        for (line, other) in [(ours, theirs), (theirs, ours)] {
            Self.keepItems(of: line, madeBy: heirs, unknownTo: other, in: &joined)
        }
        // Marks the fork's dots as seen, so that no copy takes them for new events later.
        joined.seen.formUnion(seen)
        return joined
    }

    /// Keeps every item whose new name the other line does not know, with all its writes. The other line cannot have
    /// removed any of them, even if it has seen what others wrote to the item before it was renamed.
    private static func keepItems(
        of line: Document, madeBy heirs: Set<ActorID>, unknownTo other: Document, in joined: inout Document
    ) {
        let heirs = heirs.filter { other.seen[$0] == 0 }
        for (field, state) in line.fields {
            for (id, item) in state.items where Dot(id).map({ heirs.contains($0.actor) }) ?? false {
                joined.fields[field, default: FieldState()].items[id] = item
            }
        }
    }

    /// Gives an actor's events since the base to an actor that is named by a line's bytes.
    ///
    /// - Returns: the new actor.
    private func giveAway(_ actor: ActorID, in document: inout Document, namedBy line: Document) -> ActorID {
        let counter = base.seen[actor]
        let heir = ActorID.parted(from: actor, by: line.encoded())
        guard document.seen[actor] > counter else { return heir }
        let moved = { (write: Write) in
            guard write.dot.actor == actor, write.dot.counter > counter else { return write }
            let dot = Dot(actor: heir, counter: write.dot.counter - counter)
            return Write(dot: dot, time: write.time, value: write.value, isWeak: write.isWeak)
        }
        for (name, state) in document.fields { document.fields[name] = state.mapping(moved) }
        document.deletions = Siblings(
            document.deletions.writes.map { write in
                let saw = VersionVector(write.value)?.givingAway(actor, after: counter, to: heir).json
                let own = moved(write)
                return Write(dot: own.dot, time: own.time, value: saw ?? own.value, isWeak: own.isWeak)
            })
        document.seen = document.seen.givingAway(actor, after: counter, to: heir)
        return heir
    }
}

extension FieldState {
    /// The same places with changed writes.
    fileprivate func mapping(_ change: (Write) -> Write) -> FieldState {
        var state = self
        for cell in ValueCell.allCases { state[cell] = Siblings(self[cell].writes.map(change)) }
        state.elements = elements.mapValues { Siblings($0.writes.map(change)) }
        state.lines = lines.mapValues { Siblings($0.writes.map(change)) }
        state.items = [:]
        for (id, item) in items {
            let name = Dot(id).map { change(Write(dot: $0, time: Timestamp(seconds: 0), value: .null)).dot.description }
            state.items[name ?? id] = item.mapping(change)
        }
        return state
    }
}

extension ListItem {
    /// The same item with other events. A position that names an event changes with it.
    fileprivate func mapping(_ change: (Write) -> Write) -> ListItem {
        func moved(_ position: Position) -> Position {
            position.named(after: change(Write(dot: position.dot, time: Timestamp(seconds: 0), value: .null)).dot)
        }
        var item = self
        item.members = members.mapValues { Siblings($0.writes.map(change)) }
        item.positions = Siblings(
            positions.writes.map { write in
                let position = write.value.stringValue.flatMap { Position($0) }.map(moved)
                return change(write).with(position.map { .string($0.description) } ?? write.value)
            })
        item.presence = Siblings(
            presence.writes.map { write in
                guard var snapshot = ItemSnapshot(write.value) else { return change(write) }
                snapshot.position = moved(snapshot.position)
                return change(write).with(snapshot.json)
            })
        return item
    }
}

extension VersionVector {
    fileprivate func givingAway(_ actor: ActorID, after counter: Int64, to heir: ActorID) -> VersionVector {
        guard self[actor] > counter else { return self }
        var vector = VersionVector()
        for other in actors where other != actor { vector.include(Dot(actor: other, counter: self[other])) }
        if counter > 0 { vector.include(Dot(actor: actor, counter: counter)) }
        vector.include(Dot(actor: heir, counter: self[actor] - counter))
        return vector
    }
}
