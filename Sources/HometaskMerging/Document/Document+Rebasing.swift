// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension Document {
    /// Rebases the edits of this version onto another version of the document, as events of an actor.
    ///
    /// - Parameters:
    ///   - since: the version from which the edits were made; nil if there was none.
    ///   - sent: later versions that the family may have accepted, the latest last; the edits count from the latest
    ///     accepted one.
    ///   - isTaken: whether the family reports that it has accepted the sent versions. Otherwise, a version counts as
    ///     accepted if the family still holds some of its events.
    ///   - onto: the version onto which the edits are rebased; nil if there is none, and the document is recreated.
    ///   - actor: the actor of the rebased events.
    ///   - isLost: whether the family has lost events that it had. Everything that `onto` has not seen is then rebased,
    ///     not just the edits.
    package func rebasingEdits(
        since: Document?, sent: [Document] = [], isTaken: Bool = false, onto: Document?, by actor: ActorID,
        isLost: Bool = false
    ) -> Document {
        let empty = Document(id: id, kind: kind)
        let (since, onto, isMadeAgain) = (since ?? empty, onto ?? empty, onto == nil)
        var start = since
        // The first of several versions with the same events is used, so that a removal, which is not an event, is
        // repeated.
        for version in sent where version.seen != start.seen && onto.seen.covers(version.seen) {
            if isTaken || onto.holdsEvents(of: version, since: since) { start = version }
        }
        return EditRebase(
            edited: self, since: start, onto: onto, actor: actor, isLost: isLost || isMadeAgain
        ).applied()
    }

    /// Whether this version holds one of the events that distinguish another version from an earlier one.
    ///
    /// Having seen events with these names is not enough, since a copy of the device may have made them.
    private func holdsEvents(of sent: Document, since earlier: Document) -> Bool {
        let held = allWrites
        return sent.allWrites.contains { write in
            !earlier.seen.covers(write.dot) && held.contains { $0.dot == write.dot && $0.value == write.value }
        }
    }

    private var allWrites: [Write] { fields.values.flatMap { $0.writes } + deletions.writes }
}
