// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments

extension Document {
    /// Whether any number of edits by a single actor may have turned an earlier document into this one; see
    /// ``SuccessionCheck``.
    ///
    /// Joining such a document with a later version of the family's can therefore change nothing that the actor could
    /// not have changed by edits of the earlier document.
    package func isPossibleSuccessor(of earlier: Document, by actor: ActorID) -> Bool {
        SuccessionCheck(earlier: earlier, later: self, actor: actor).isPassed
    }

    /// Whether some place has values besides the shown one.
    package var isContested: Bool { fields.values.contains { $0.isContested } }

    /// Returns the document with only the actor's writes in each place that the actor has written since an earlier
    /// version, as the actor intended, without concurrent values of others.
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

    /// Returns the fields whose writes differ from those of an earlier document, visibly or not; `deleted` for
    /// deletions and restorations.
    package func fieldsWritten(since earlier: Document) -> Set<FieldName> {
        var found = Set(fields.keys).union(earlier.fields.keys).filter {
            Set(fields[$0]?.writes ?? []) != Set(earlier.fields[$0]?.writes ?? [])
        }
        if Set(deletions.writes) != Set(earlier.deletions.writes) { found.insert("deleted") }
        return found
    }

    /// Returns the document with some fields reset to an earlier version, without later writes. `deleted` stands for
    /// deletions and restorations, and `extensions` for the fields of all plugins.
    ///
    /// The removed events stay seen, so their names are not reused.
    package func restoring(_ names: Set<FieldName>, from earlier: Document) -> Document {
        var document = self
        let isRestored = { (field: FieldName) in
            names.contains(field) || field.plugin != nil && names.contains(FieldName(FieldName.extensions.string))
        }
        for field in Set(fields.keys).union(earlier.fields.keys) where isRestored(field) {
            document.fields[field] = earlier.fields[field]
        }
        if names.contains("deleted") { document.deletions = earlier.deletions }
        return document
    }

    /// Whether the document holds the same writes as another, regardless of what either has seen.
    package func holdsTheSame(as other: Document) -> Bool { fields == other.fields && deletions == other.deletions }

    /// Returns the document with corrected times for an actor's events after a counter whose times are too late because
    /// a clock was ahead.
    ///
    /// - Parameters:
    ///   - latest: the maximum time of an event.
    ///   - time: the time for a later event, unless `known` has the same event, whose time is then used.
    package func limitingTimes(
        of actor: ActorID, after counter: Int64, to latest: Timestamp, as time: Timestamp, known: Document?
    ) -> Document {
        let isLate = { (write: Write) in
            write.dot.actor == actor && write.dot.counter > counter && write.time > latest
        }
        guard writes(of: actor, after: counter).contains(where: isLate) else { return self }
        var times: [Dot: Timestamp] = [:]
        for write in known?.writes(of: actor, after: counter) ?? [] { times[write.dot] = write.time }
        let limited = { (siblings: Siblings) in
            Siblings(
                siblings.writes.map { write in
                    guard isLate(write) else { return write }
                    let time = times[write.dot] ?? time
                    return Write(dot: write.dot, time: time, value: write.value, isWeak: write.isWeak)
                })
        }
        var document = self
        document.fields = fields.mapValues { $0.mappingSiblings(limited) }
        document.deletions = limited(deletions)
        return document
    }
}
