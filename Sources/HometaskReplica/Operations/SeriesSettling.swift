// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging

extension Transaction {
    /// Brings the occurrences that follow tasks up to what these are now, after they were joined: one that nobody has
    /// touched takes on an edit of the series that was made apart, and a date that both sides counted has one answer.
    /// In one that somebody has written to, what was only counted gives way.
    ///
    /// - Parameter tasks: the places of documents that were joined; what is not a task of a series is skipped.
    /// - Returns: what to tell people: what became of a series that one ended while another did the task.
    @discardableResult
    public func updateSuccessors(after tasks: [DocumentPath]) throws -> [String] {
        var told: [String] = []
        for id in seriesOrder(of: tasks) {
            let successor = try Self.path(of: .task, Series.successor(of: id))
            let before = staged[successor]?.bytes
            try dropWithdrawal(at: successor)
            let document = try? document(at: Self.path(of: .task, id))
            if let document, !document.isDeleted, document["repeat"] != nil, document["completion"] != nil {
                try continueSeries(after: id)
            } else if let document, !document.isDeleted, document["completion"] != nil {
                told += try endSeries(after: document, at: successor)
            } else if let document, !document.isDeleted {
                try settleReopened(document, at: successor)
            }
            if staged[successor]?.bytes != before, let title = document?["title"]?.stringValue {
                tell("carried the series of \(Diary.quoted(title)) on")
            }
        }
        return told
    }

    /// Ends a series after an occurrence that recurs no more: somebody ended it while the task was done on another
    /// device, which made a next one. That goes, unless somebody has written to it.
    private func endSeries(after document: Document, at successor: DocumentPath) throws -> [String] {
        guard let next = try self.document(at: successor), next["previous"] != nil, !next.isDeleted,
            next["completion"] == nil, next["repeat"] != nil
        else { return [] }
        let title = Diary.quoted(document["title"]?.stringValue ?? "")
        guard Series.isUntouched(next) else {
            return [
                "The series of \(title) was ended on one device while the task was done on another, and the next occurrence was changed: it is kept, and still recurs."
            ]
        }
        try withdraw(next, at: successor, as: document.lastWrite(of: "completion")?.time ?? now)
        return [
            "The series of \(title) was ended on one device while the task was done on another: it is done, and there is no next occurrence."
        ]
    }

    /// Settles what is open in the next one of a task that was reopened, and of which no value is a person's. The task
    /// is not done, so nothing else of it follows; nor does a date that is counted from when it was done.
    private func settleReopened(_ document: Document, at successor: DocumentPath) throws {
        guard let next = try self.document(at: successor), next["previous"] != nil, !Series.isUntouched(next),
            let reopened = document.lastWrite(of: "completion")?.time,
            let step = try? SeriesStep(from: named(document), familyZone: familyZone()),
            let values = step.next(done: reopened)
        else { return }
        let dates: Set<FieldName> = step.isReckoned(from: reopened) ? ["due", "series"] : []
        let open = Set(next.conflicts.filter(\.isReckoned).map(\.field)).subtracting(dates)
        let derivation = SeriesDerivation(step: step, values: values, done: reopened)
        let settled = settling(next, by: derivation, in: open)
        if settled != next { try stage(settled, changedFrom: next, at: successor, follows: true) }
    }

    /// The occurrences whose next ones may have to follow: those that were joined, and those before them. An earlier
    /// one of a series comes before a later one.
    private func seriesOrder(of tasks: [DocumentPath]) -> [DocumentID] {
        var previous: [DocumentID: DocumentID] = [:]
        var known: Set<DocumentID> = []
        for path in tasks where path.kind == .task {
            guard let id = path.id, let document = try? document(at: path) else { continue }
            known.insert(id)
            guard let before = document["previous"]?.stringValue.flatMap({ DocumentID($0) }),
                Series.successor(of: before) == id
            else { continue }
            previous[id] = before
            known.insert(before)
        }
        var ordered: [DocumentID] = []
        var isListed: Set<DocumentID> = []
        for id in known.sorted() {
            var chain: [DocumentID] = []
            var next: DocumentID? = id
            while let one = next, known.contains(one), isListed.insert(one).inserted {
                chain.append(one)
                next = previous[one]
            }
            ordered += chain.reversed()
        }
        return ordered
    }

    /// Drops the deletion of an occurrence that was taken back as its predecessor was reopened, where somebody's edit,
    /// made apart, keeps it out of the trash: nobody deleted it.
    private func dropWithdrawal(at path: DocumentPath) throws {
        guard let present = try? document(at: path), !present.isDeleted, let deletion = present.deletion,
            deletion.dot.actor.isFollowing, present["previous"] != nil
        else { return }
        var kept = present
        kept.forgetDeletions { $0.isFollowing }
        if kept != present { try stage(kept, changedFrom: present, at: path, follows: true) }
    }

    /// An occurrence that somebody has written to, without the open values that were only counted and have nothing to
    /// say against what a person wrote. Of values that were all counted the one stays that follows now.
    ///
    /// Where nobody has chosen yet in the occurrence before, both of its values stay.
    func settling(_ document: Document, by derivation: SeriesDerivation) -> Document {
        let open = Set(document.conflicts.map(\.field)).filter { $0 != "deleted" }
        let settled = settling(document, by: derivation, in: open)
        return derivation.values.isEmpty ? settled : SeriesParts(derivation: derivation, next: settled).settled()
    }

    private func settling(
        _ document: Document, by derivation: SeriesDerivation, in fields: Set<FieldName>
    ) -> Document {
        var settled = document
        for field in fields.sorted() {
            if derivation.step.isContested(field) {
                if document.conflicts.allSatisfy({ $0.field != field || $0.isReckoned }) {
                    let author = derivation.author(of: field, onto: document)
                    settled.raise(derivation.values[field], of: field, by: author)
                }
                continue
            }
            settled.forget(in: field) { conflict, candidate in
                guard candidate.isReckoned else { return false }
                return conflict.isReckoned
                    ? !derivation.isCurrent(candidate, in: conflict)
                    : derivation.isVoid(candidate, in: conflict, of: document)
            }
            if settled.conflicts.contains(where: { $0.field == field && $0.isWhole && $0.isReckoned }) {
                let rule = document.rule(of: field) ?? .register
                let author = derivation.author(of: field, onto: document)
                settled.write(derivation.values[field], to: field, rule: rule, by: author)
            }
            settled.settleParts(of: field, by: derivation)
        }
        return settled
    }
}

extension Document {
    /// Settles the lines and members of a field of which all values were counted, and none of what the occurrence
    /// before holds now: a member gets what follows, a line stays as it is shown.
    fileprivate mutating func settleParts(of field: FieldName, by derivation: SeriesDerivation) {
        let open = conflicts.filter { $0.field == field && !$0.isWhole && $0.isReckoned }
        for member in open.compactMap(\.member) {
            guard let item = derivation.item(member.item, of: field) else { continue }
            let author = derivation.author(of: field, onto: self)
            writeItem(member.item, JSONObject([(member.name, item[member.name] ?? .null)]), in: field, by: author)
        }
        forget(in: field) { !$0.isWhole && $0.isReckoned && $1 != $0.candidates[0] }
    }

    /// When the series has this occurrence due, as far as it tells: not when somebody put it off to.
    var reckonedDue: JSON? {
        let candidates = conflicts.first { $0.field == "due" }?.candidates ?? []
        return candidates.first { $0.isReckoned }?.value
            ?? SeriesValue.all(self["series"]).first { $0.field == "due" }?.value ?? self["due"]
    }
}

extension Conflict {
    /// Whether it is of a field that is one value.
    fileprivate var isWhole: Bool { line == nil && member == nil }

    /// Whether no person wrote any of the values.
    fileprivate var isReckoned: Bool { candidates.allSatisfy(\.isReckoned) }
}

extension Conflict.Candidate {
    /// Whether no person wrote it.
    fileprivate var isReckoned: Bool { writes.allSatisfy { $0.dot.actor.isFollowing } }
}
