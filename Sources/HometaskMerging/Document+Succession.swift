// SPDX-License-Identifier: Apache-2.0

extension Document {
    /// Whether one actor alone may have turned an earlier document into this one, by any number of edits; see
    /// ``SuccessionCheck``.
    ///
    /// Joining such a document with a later version of the family's can therefore change nothing that the actor could
    /// not have changed by edits of the earlier document.
    package func isPossibleSuccessor(of earlier: Document, by actor: ActorID) -> Bool {
        SuccessionCheck(earlier: earlier, later: self, actor: actor).isPassed
    }

    /// Whether values stand beside the shown one in some place.
    package var isContested: Bool { fields.values.contains { $0.isContested } }

    /// The document as it would be if what an actor has written since an earlier version stood alone in each of its places:
    /// what that actor meant to be shown, also where it is beside a value of others now.
    package func replacing(withWritesOf actor: ActorID, since earlier: Document) -> Document {
        let known = earlier.seen[actor]
        let alone = { (siblings: Siblings) in
            let new = siblings.writes.filter { $0.dot.actor == actor && $0.dot.counter > known }
            return new.isEmpty ? siblings : Siblings(new)
        }
        var document = self
        document.fields = fields.mapValues { $0.mappingSiblings(alone) }
        return document
    }

    /// The fields whose writes differ from those of an earlier document, whether or not people see it; `deleted` for
    /// deletions and restorations.
    package func fieldsWritten(since earlier: Document) -> Set<FieldName> {
        var found = Set(fields.keys).union(earlier.fields.keys).filter {
            Set(fields[$0]?.writes ?? []) != Set(earlier.fields[$0]?.writes ?? [])
        }
        if Set(deletions.writes) != Set(earlier.deletions.writes) { found.insert("deleted") }
        return found
    }
}
