// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskMerging
import HometaskTime

/// How a series goes on after an occurrence.
public enum SeriesContinuation: Hashable, Sendable {
    /// It does not: the task is not a recurring one.
    case none
    /// With this task, which is open.
    case next(DocumentID)
    /// With this task, which somebody has done or deleted already.
    case settled(DocumentID)
    /// Its rule ends here.
    case ended
    /// Nobody knows: the rule cannot be read, for the reason given.
    case unreadable(String)
}

extension Transaction {
    /// Makes the occurrence that follows a task which is done, if it recurs and the next one is not there yet.
    ///
    /// A next one that somebody has written to stays as it is, in the trash too. One that nobody has touched becomes what
    /// follows from the task as it is now.
    ///
    /// - Throws: `ReplicaError` where a document cannot be read.
    @discardableResult
    public func continueSeries(after task: DocumentID) throws -> SeriesContinuation {
        guard let document = try document(at: Self.path(of: .task, task)), let done = Completion(document["completion"])
        else { return .none }
        let step: SeriesStep?
        do throws(RecurrenceRuleError) {
            step = try SeriesStep(from: named(document), familyZone: familyZone())
        } catch {
            return .unreadable("\(error)")
        }
        guard let step else { return .none }
        let id = Series.successor(of: task)
        let path = try Self.path(of: .task, id)
        // What was typed into its file makes it somebody's.
        try takeIn(path)
        let present = try self.document(at: path)
        if let present, !Series.isUntouched(present) {
            let isOpen = present["completion"] == nil && !present.isDeleted
            return isOpen ? .next(id) : .settled(id)
        }
        let isMovedOn = present.map { !$0.isDeleted && step.isMovedOn(to: $0["due"]) } ?? false
        guard let values = isMovedOn ? step.current() : step.next(done: done.at) else {
            if let present, !present.isDeleted { try withdraw(present, at: path) }
            return .ended
        }
        var next = present ?? Document(id: id, kind: .task)
        next.forgetDeletions { $0.isFollowing }
        fill(&next, with: values, step: step, done: done.at)
        // Values of plugins follow as they are: what a plugin of this device says of them is the business of who wrote them.
        if next != present { try stage(next, changedFrom: present, at: path, follows: true) }
        return .next(id)
    }

    /// Brings the occurrences that follow tasks up to what these are now, after they were joined: one that nobody has
    /// touched takes on an edit of the series that was made apart, and a date that both sides reckoned has one answer.
    ///
    /// - Parameter tasks: the places of documents that were joined; what is no task that is done is passed over.
    public func carrySeriesOn(after tasks: [DocumentPath]) throws {
        for path in tasks where path.kind == .task {
            guard let id = path.id, let document = try? document(at: path), !document.isDeleted,
                document["repeat"] != nil, document["completion"] != nil
            else { continue }
            let successor = try Self.path(of: .task, Series.successor(of: id))
            let before = staged[successor]?.bytes
            try continueSeries(after: id)
            if staged[successor]?.bytes != before, let title = document["title"]?.stringValue {
                tell("carried the series of \(Diary.quoted(title)) on")
            }
        }
    }

    /// Makes the next one of a recurring task that somebody has marked as done in its file.
    func followHandEdit(of path: DocumentPath, from before: Document) throws {
        guard path.kind == .task, before["completion"] == nil, let id = path.id, staged[path] != nil,
            let after = try document(at: path), after["completion"] != nil, !after.isDeleted
        else { return }
        try continueSeries(after: id)
    }

    /// Takes back the occurrence that follows a task, if nobody has touched it.
    func withdrawSuccessor(of task: DocumentID) throws {
        let path = try Self.path(of: .task, Series.successor(of: task))
        guard let present = try document(at: path), Series.isUntouched(present), !present.isDeleted else { return }
        try withdraw(present, at: path)
    }

    private func withdraw(_ document: Document, at path: DocumentPath) throws {
        var gone = document
        gone.delete(by: Series.author(of: "withdrawn", onto: document, at: now))
        try stage(gone, changedFrom: document, at: path)
    }

    /// Writes values by authors that follow from them. What is most likely to differ between devices (the text, whose
    /// lines would all stand twice, and the date) has an author of its own, and so does not part the rest. What is only
    /// reckoned anew is too slight to bring back what a person deletes.
    private func fill(_ next: inout Document, with values: [FieldName: JSON], step: SeriesStep, done: Timestamp) {
        let before = next
        let isNew = before.seen.isEmpty
        let contested = Set(next.conflicts.map(\.field))
        for group in groups(values, next, step) {
            var content = JSONObject()
            for name in group { content[name.key] = values[name] }
            let strong = Series.author(of: .object(content), onto: before, at: step.time(of: group, done: done))
            let author = isNew && !group.contains("due") ? strong : strong.weakly
            for name in group where next[name] != values[name] || contested.contains(name) {
                // Nobody has chosen yet: both values stand in the next one too.
                if next[name] != nil, step.isContested(name) { continue }
                let isOwn = name.extensionPath == nil
                let rule = isOwn ? rule(of: name, in: next) : step.rule(ofExtension: name)
                next.write(values[name], to: name, rule: rule, by: author)
            }
        }
    }

    /// The fields of the next one, by who writes them. Those of plugins stand apart from our own, which earlier versions
    /// hand on alone.
    private func groups(_ values: [FieldName: JSON], _ next: Document, _ step: SeriesStep) -> [[FieldName]] {
        let names = Set(values.keys).union(Series.fields + ["items", "order", "series"])
            .union(next.shownFields.filter { $0.extensionPath != nil }).sorted()
        let extensions = names.filter { $0.extensionPath != nil }
        let parts = extensions.filter { step.isOfParts($0) }
        let apart: [[FieldName]] = [["description"], ["due", "series"]]
        let rest = names.filter { name in name.extensionPath == nil && !apart.contains { $0.contains(name) } }
        return apart + parts.map { [$0] } + [extensions.filter { !parts.contains($0) }, rest]
    }

    /// Moves a recurring task on to its next time without doing it: it is the same task then, with the date, the count,
    /// the checklist and all else that the next occurrence would have begun with. Nothing of the time passed over stays
    /// but its history; points are earned by what is done.
    ///
    /// - Throws: `ReplicaError` (`notFound`; `invalidRequest` where it does not recur, is done, or has no next time).
    public func skip(_ task: DocumentID) throws {
        let record = try self.task(task)
        let title = Diary.quoted(record.title)
        guard let document = try document(at: Self.path(of: .task, task)) else { return }
        guard record.isOpen else {
            throw ReplicaError(.invalidRequest, "\(title) is done", hint: "Skip the one that follows it.")
        }
        let step: SeriesStep?
        do throws(RecurrenceRuleError) {
            step = try SeriesStep(from: named(document), familyZone: familyZone())
        } catch {
            throw ReplicaError(
                .invalidValue, "the rule by which \(title) recurs cannot be read: \(error)",
                hint: "Write a new one: 'hometask edit TASK --every RULE'.")
        }
        guard let step else {
            throw ReplicaError(
                .invalidRequest, "\(title) does not recur", hint: "Put it off with 'hometask edit TASK --due WHEN'.")
        }
        guard let values = step.next(done: now) else {
            throw ReplicaError(
                .invalidRequest, "\(title) is the last of its series",
                hint: "Say 'hometask delete' to be rid of it, or 'hometask done'.")
        }
        var changes: [FieldName: JSON?] = [:]
        for field in Series.fields + step.extensions + ["items", "repeat", "series", "snooze"] {
            changes.updateValue(values[field], forKey: field)
        }
        try write(changes, to: Self.path(of: .task, task))
        tell("skipped \(title)")
    }

    /// A document whose checklist has ids.
    private func named(_ document: Document) -> Document {
        var named = document
        named.makeList(of: "items", by: author)
        return named
    }

    /// The zone of times that name none; UTC where the family's is not known here.
    func familyZone() -> TimeZoneRules {
        let members = (try? bytes(at: .family)).flatMap { $0 }.flatMap { (try? JSON.parse($0))?.objectValue }
        let zone = members.flatMap { FamilyRecord($0) }?.zone
        return zone.flatMap { try? TimeZoneRules(identifier: $0) } ?? .utc
    }
}
