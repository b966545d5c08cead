// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The join of two copies in which one actor continued on two lines of history.
///
/// After a disk is restored to an older state, or a folder is copied unnoticed, a device reuses dots that already
/// identify other events on its other line. A plain join would mistake one line's events for the other's and drop
/// values on both sides. Here each line's events since the fork first get an actor of their own, which makes them
/// concurrent, as they really were:
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

    /// Joins two copies, keeping the events of the actors since the base as concurrent events.
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

    /// Renames an actor's events since the base to events of an actor that is named by a line's bytes.
    ///
    /// - Returns: the new actor.
    private func giveAway(_ actor: ActorID, in document: inout Document, namedBy line: Document) -> ActorID {
        let counter = base.seen[actor]
        let heir = ActorID.parted(from: actor, by: line.encoded())
        guard document.seen[actor] > counter else { return heir }
        let renaming = EventRenaming { dot in
            guard dot.actor == actor, dot.counter > counter else { return dot }
            return Dot(actor: heir, counter: dot.counter - counter)
        }
        renaming.apply(to: &document) { $1.givingAway(actor, after: counter, to: heir) }
        document.seen = document.seen.givingAway(actor, after: counter, to: heir)
        return heir
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
