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
extension Document {
    /// The writes held of one actor after a given event of that actor.
    public func writes(of actor: ActorID, after counter: Int64) -> Set<Write> {
        Set(
            (fields.values.flatMap { $0.writes } + deletions.writes).filter { write in
                write.dot.actor == actor && write.dot.counter > counter
            })
    }

    /// The join of two copies, with the events of some actors since the base kept as concurrent events.
    ///
    /// - Parameters:
    ///   - base: the common ancestor of both copies.
    ///   - actors: the actors that continued on two lines.
    public static func join(
        _ left: Document, _ right: Document, parting actors: some Collection<ActorID>, since base: Document
    ) -> Document {
        var (ours, theirs, seen) = (left, right, VersionVector())
        for actor in actors {
            ours.giveAway(actor, after: base.seen[actor], namedBy: left)
            theirs.giveAway(actor, after: base.seen[actor], namedBy: right)
            let last = max(left.seen[actor], right.seen[actor])
            if last > 0 { seen.include(Dot(actor: actor, counter: last)) }
        }
        var joined = join(ours, theirs)
        // Marks the fork's dots as seen, so that no copy takes them for new events later.
        joined.seen.formUnion(seen)
        return joined
    }

    /// Gives an actor's events after a given one to an actor that is named by a document's bytes.
    private mutating func giveAway(_ actor: ActorID, after counter: Int64, namedBy line: Document) {
        guard seen[actor] > counter else { return }
        let heir = ActorID.parted(from: actor, by: line.encoded())
        let moved = { (write: Write) in
            guard write.dot.actor == actor, write.dot.counter > counter else { return write }
            let dot = Dot(actor: heir, counter: write.dot.counter - counter)
            return Write(dot: dot, time: write.time, value: write.value, isWeak: write.isWeak)
        }
        for (name, state) in fields { fields[name] = state.mapping(moved) }
        deletions = Siblings(
            deletions.writes.map { write in
                let saw = VersionVector(write.value)?.givingAway(actor, after: counter, to: heir).json
                let own = moved(write)
                return Write(dot: own.dot, time: own.time, value: saw ?? own.value, isWeak: own.isWeak)
            })
        seen = seen.givingAway(actor, after: counter, to: heir)
    }
}

extension FieldState {
    /// The same places with changed writes.
    fileprivate func mapping(_ change: (Write) -> Write) -> FieldState {
        var state = self
        state.register = Siblings(register.writes.map(change))
        state.latest = Siblings(latest.writes.map(change))
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
