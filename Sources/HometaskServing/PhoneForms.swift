// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
public import HometaskMerging
public import HometaskQueries
public import HometaskReplica

/// The lists and forms for phones whose browsers run no scripts, as values independent of HTTP and HTML. See
/// <doc:Forms>.
///
/// The server writes a form's edits as its own actors, in the name of the phone's member, never as the phone's actor.
public struct PhoneForms: Sendable {
    let storage: any DocumentStorage
    let clock: @Sendable () -> Timestamp
    let report: @Sendable (String) -> Void

    /// Creates the forms of a family.
    ///
    /// - Parameters:
    ///   - storage: the family's documents.
    ///   - clock: the server's time.
    ///   - report: receives the failure, with the files affected, whenever the family cannot be read or written.
    public init(
        of storage: any DocumentStorage, clock: @escaping @Sendable () -> Timestamp,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.storage = storage
        self.clock = clock
        self.report = report
    }

    static let noTask = ExchangeFault(.missing, "there is no such task in the family")
    static let outdated = ExchangeFault(
        .outdated, "the form shows a version of the task that the family does not have: check it, and send it again")
    private static let changed = ExchangeFault(
        .outdated, "somebody else has changed this since the form was shown: check it, and send it again")

    // MARK: Adding

    /// The result of adding a line as a task.
    public struct AddedLine: Sendable {
        /// The refusals, by field; the rest was added.
        public var refused: [Refusal] = []
        /// Words in the title that look like a date or a recurrence rule; nil if there are none.
        public var remainder: DateRemainder?
    }

    /// Adds a task to a list; a no-op if the form is resubmitted.
    ///
    /// - Parameters:
    ///   - line: a line in the command's syntax, such as `Milk @Tom due:fri +shopping`.
    ///   - id: the task's id, generated when the form was shown.
    ///   - list: the list, which provides the fields that the line does not set.
    ///   - author: the sender of the form, in the name of whose member the task is added.
    /// - Returns: the refusals and findings; empty if the form was submitted before.
    /// - Throws: ``ExchangeFault``: `request` if the line is invalid, `forbidden` if the member has left.
    public func add(
        _ line: String, as id: DocumentID, to list: PhoneList, by author: FormAuthor
    ) async throws(ExchangeFault) -> AddedLine {
        try await writing { transaction in
            let member = try transaction.received.act(for: author.member)
            let path = try Transaction.path(of: .task, id)
            guard try transaction.document(at: path) == nil else { return AddedLine() }
            let viewpoint = try Viewpoint(reading: transaction, member: author.member, now: transaction.now)
            let words = TaskLineTokenizer.words(in: line)
            let parsed = try ParsedTask(words, from: viewpoint)
            var added = AddedLine(remainder: parsed.dateRemainder(among: words, from: viewpoint))
            let typed = try parsed.fields(from: viewpoint, reading: transaction)
            let rights = PhoneRights(member: member, now: transaction.now, reading: transaction)
            var fields: [FieldName: JSON?] = ["created": transaction.created]
            for (key, value) in list.fields(from: viewpoint).members { fields[FieldName(key)] = value }
            for (key, value) in typed.members {
                let field = FieldName(key)
                let change = PhoneRights.Change(
                    field: field, path: path, before: nil, new: value, typed: typed, standing: nil)
                if let refusal = rights.refusal(of: change) {
                    added.refused.append(refusal)
                } else {
                    fields[field] = value
                }
            }
            try transaction.create(.task, id: id, fields: fields)
            transaction.describe("added \(CommitMessage.quoted(typed["title"]?.stringValue ?? ""))")
            return added
        }
    }

    // MARK: Editing

    /// Writes the differences between the form and the family version from which it was generated; a no-op if the form
    /// is resubmitted.
    ///
    /// - Returns: the refusals, by field; the rest was written.
    /// - Throws: ``ExchangeFault``: `request` if a text is invalid for its field, `outdated` if the family lacks the
    ///   version. Nothing is written in either case.
    public func edit(
        _ task: DocumentID, with form: TaskForm, shownIn version: String, by author: FormAuthor
    ) async throws(ExchangeFault) -> [Refusal] {
        let (path, base) = try await base(of: task, in: version)
        return try await writing { transaction in
            try FormEdit(form: form, base: base, path: path, author: author).applyEdit(in: transaction)
        }
    }

    /// Completes or reopens a task, with the same operation as the command. A no-op if the task already has that state.
    ///
    /// - Returns: the refusal if the member may not do this; otherwise empty.
    /// - Throws: ``ExchangeFault``: `forbidden` if the task requires a photo as proof and has none; `outdated` if the
    ///   task was completed or reopened after the form was generated.
    public func complete(
        _ task: DocumentID, isDone: Bool, shownIn version: String, by author: FormAuthor
    ) async throws(ExchangeFault) -> [Refusal] {
        let (path, base) = try await base(of: task, in: version)
        return try await writing { transaction in
            let member = try transaction.received.act(for: author.member)
            guard let standing = try transaction.document(at: path) else { throw Self.noTask }
            guard !standing.isDeleted else { throw ExchangeFault(.forbidden, "the task is in the trash") }
            if (standing["completion"] != nil) == isDone { return [] }
            guard standing.seen.covers(base.seen) else { throw Self.outdated }
            guard standing.writes(of: "completion") == base.writes(of: "completion") else { throw Self.changed }
            let completion = Completion(at: transaction.now, by: member.id)
            let change = PhoneRights.Change(
                field: "completion", path: path, before: standing.shown, new: isDone ? completion.json : nil,
                typed: standing.shown, standing: standing.shown, completions: standing.completions)
            let rights = PhoneRights(member: member, now: transaction.now, reading: transaction)
            if let refusal = rights.refusal(of: change) { return [refusal] }
            if isDone {
                try transaction.tasks.complete(task, completion, provenBy: [])
            } else {
                try transaction.tasks.reopen(task)
            }
            return []
        }
    }

    /// Settles a conflict in a whole field with one of its values, or keeps or deletes a task that was edited and
    /// deleted concurrently. A no-op if the task already has the chosen value and no conflict.
    ///
    /// `choice` is the index of the value in the form, from 0. For the field `deleted`, 0 keeps the task and 1 deletes
    /// it.
    ///
    /// - Throws: ``ExchangeFault``: `request` if there is no such value, `outdated` if the values have changed.
    public func settle(
        _ field: FieldName, of task: DocumentID, with choice: Int, shownIn version: String, by author: FormAuthor
    ) async throws(ExchangeFault) -> [Refusal] {
        let (path, base) = try await base(of: task, in: version)
        guard let conflict = base.conflict(of: field), (0..<conflict.choiceCount).contains(choice) else {
            throw ExchangeFault(.request, "the form shows no such value of ‘\(field)’")
        }
        if conflict.isDeletion { return try await settle(conflict, at: path, keeping: choice == 0, by: author) }
        let value = conflict.candidates[choice].value
        return try await writing { transaction in
            let member = try transaction.received.act(for: author.member)
            guard let standing = try transaction.document(at: path) else { throw Self.noTask }
            guard let present = standing.conflict(of: field) else {
                if standing[field] ?? .null == value { return [] }
                throw Self.changed
            }
            guard present.candidates.map(\.value) == conflict.candidates.map(\.value) else { throw Self.changed }
            // Choosing the shown value discards the others, so it is checked like a change: without the field,
            // `isThere` is false.
            var besides = standing.shown
            besides[field.key.string] = nil
            let held = field == "completion" ? standing.completions : []
            let change = PhoneRights.Change(
                field: field, path: path, before: standing.shown, new: value.isNull ? nil : value,
                typed: standing.shown, standing: besides, completions: held)
            let rights = PhoneRights(member: member, now: transaction.now, reading: transaction)
            if let refusal = rights.refusal(of: change) { return [refusal] }
            try transaction.conflicts.resolve(field, of: path, with: value)
            return []
        }
    }

    /// Keeps or deletes a task that was edited and deleted concurrently.
    ///
    /// - Parameter conflict: the conflict that the form showed.
    private func settle(
        _ conflict: Conflict, at path: DocumentPath, keeping isKept: Bool, by author: FormAuthor
    ) async throws(ExchangeFault) -> [Refusal] {
        try await writing { transaction in
            let member = try transaction.received.act(for: author.member)
            guard let standing = try transaction.document(at: path) else { throw Self.noTask }
            guard let present = standing.conflict(of: conflict.field) else {
                if standing.isDeleted != isKept { return [] }
                throw Self.changed
            }
            // Edits that the form did not show must not be moved to the trash.
            let isSame = present.candidates == conflict.candidates && (isKept || present.edits == conflict.edits)
            guard isSame else { throw Self.changed }
            let deletion = conflict.candidates.first?.value
            var before = standing.shown
            before[conflict.field.key.string] = isKept ? deletion : nil
            let change = PhoneRights.Change(
                field: conflict.field, path: path, before: before, new: isKept ? nil : deletion,
                typed: standing.shown, standing: standing.shown)
            let rights = PhoneRights(member: member, now: transaction.now, reading: transaction)
            if let refusal = rights.refusal(of: change) { return [refusal] }
            try transaction.conflicts.resolveDeletion(of: path, keeping: isKept)
            return []
        }
    }

    /// Adds a comment with the id that was generated when the form was shown; a no-op if the form is resubmitted.
    ///
    /// - Throws: ``ExchangeFault``: `request` if the text is empty.
    public func comment(
        _ text: String, as id: DocumentID, on task: DocumentID, by author: FormAuthor
    ) async throws(ExchangeFault) {
        try await writing { transaction in
            _ = try transaction.received.act(for: author.member)
            guard let standing = try transaction.document(at: Transaction.path(of: .task, task)),
                let record = TaskRecord(standing.shown)
            else { throw Self.noTask }
            guard try transaction.document(at: Transaction.path(of: .comment, id)) == nil else { return }
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
            try transaction.comments.add(lines, about: Subject(record), id: id)
        }
    }

    // MARK: The family

    /// Reads a task in the version that a form showed.
    private func base(
        of task: DocumentID, in version: String
    ) async throws(ExchangeFault) -> (path: DocumentPath, base: Document) {
        try await translating {
            let path = try Transaction.path(of: .task, task)
            guard let files = try await storage.files([path], in: version), let bytes = files[path],
                let base = try? Document.reading(bytes, at: path)
            else { throw Self.outdated }
            return (path, base)
        }
    }

    private func writing<Result: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Result
    ) async throws(ExchangeFault) -> Result {
        try await translating { try await storage.write(command: "phone form", body).result }
    }
}

extension Document {
    /// Returns the conflict in a field that one choice settles; nil if there is none.
    fileprivate func conflict(of field: FieldName) -> Conflict? {
        conflicts.first { $0.field == field && $0.isChoice }
    }
}
