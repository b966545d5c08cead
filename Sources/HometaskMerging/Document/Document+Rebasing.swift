// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension Document {
    /// Carries the edits of this version over to another version of the document, as events of an actor.
    ///
    /// - Parameters:
    ///   - since: the version from which the edits were made; nil if there was none.
    ///   - sent: later versions that the family may have taken, the latest last; the edits count from the latest one that
    ///     it has taken.
    ///   - isTaken: whether the family says that it has taken them. Otherwise those count whose events it still holds.
    ///   - onto: the version to which they are carried over; nil if there is none, and the document is made again.
    ///   - actor: the actor of the carried events.
    ///   - isLost: whether the family has lost events that it had. Then everything that `onto` has not seen is carried
    ///     over, and not the edits alone.
    package func rebasingEdits(
        since: Document?, sent: [Document] = [], isTaken: Bool = false, onto: Document?, by actor: ActorID,
        isLost: Bool = false
    ) -> Document {
        let empty = Document(id: id, kind: kind)
        let (since, onto, isMadeAgain) = (since ?? empty, onto ?? empty, onto == nil)
        var start = since
        // Of versions with the same events, the first: a removal, which is no event, is then made again.
        for version in sent where version.seen != start.seen && onto.seen.covers(version.seen) {
            if isTaken || onto.holdsEvents(of: version, since: since) { start = version }
        }
        return EditRebase(
            edited: self, since: start, onto: onto, actor: actor, isLost: isLost || isMadeAgain
        ).applied()
    }

    /// Whether this version holds one of the events by which another differs from an earlier one.
    ///
    /// That it has seen events of these names is not enough: a copy of the device may have made them.
    private func holdsEvents(of sent: Document, since earlier: Document) -> Bool {
        let held = allWrites
        return sent.allWrites.contains { write in
            !earlier.seen.covers(write.dot) && held.contains { $0.dot == write.dot && $0.value == write.value }
        }
    }

    private var allWrites: [Write] { fields.values.flatMap { $0.writes } + deletions.writes }
}
