// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskMerging
public import HometaskTime

/// Creates, completes, reopens, changes and moves tasks.
public struct TaskOperations {
    let transaction: Transaction

    /// Creates a task.
    ///
    /// - Throws: `ReplicaError` if a value is invalid.
    @discardableResult
    public func add(_ draft: TaskDraft, id: DocumentID? = nil) throws -> DocumentID {
        let id = try id ?? transaction.newTaskID()
        try add(transaction.maker.task(prepare(draft, id: id)))
        return id
    }

    /// Completes a draft with data of the family: its time zone, the member who creates the task, and the time.
    ///
    /// - Throws: `ReplicaError` if a rule has no day, or an item of the checklist has no text.
    public func prepare(_ draft: TaskDraft, id: DocumentID) throws -> PreparedTask {
        try Self.requireVisible(title: draft.title)
        var draft = draft
        draft.items = try draft.items.map { try TaskItem.checkedText($0) }
        if let rule = draft.rule, draft.due == nil { draft.due = try dates.firstDue(rule) }
        var fields: [FieldName: JSON?] = draft.fields
        if draft.rule != nil { fields["due"] = draft.due.map { dates.zoned($0.json) } }
        fields["created"] = transaction.created
        try transaction.placeNewTask(id, &fields)
        return PreparedTask(id: id, title: draft.title, fields: fields)
    }

    /// - Throws: `ReplicaError` (`invalidValue`) if a title has no visible characters.
    static func requireVisible(title: String) throws {
        guard !VisibleText.isVisible(title) else { return }
        throw ReplicaError(.invalidValue, "the title has no visible character", hint: "Give it a title of words.")
    }

    /// Adds a task that was created for the transaction.
    ///
    /// - Throws: `ReplicaError` (`alreadyExists`).
    public func add(_ task: NewTask) throws {
        guard try transaction.document(at: task.made.path) == nil else {
            throw ReplicaError(.alreadyExists, "\(task.made.path.text) already exists")
        }
        transaction.stageNew(task.made)
        transaction.describe("added \(CommitMessage.quoted(task.title))")
    }

    /// Marks a task as done. If the task is already done, the new completion replaces the old one. A recurring task is
    /// followed by its next occurrence.
    ///
    /// - Returns: how the task's series continues.
    @discardableResult
    public func complete(_ task: DocumentID, _ completion: Completion) throws -> SeriesContinuation {
        let record = try record(task)
        // This completion has not been judged yet, whatever time it states.
        try transaction.writeFields(
            ["completion": completion.json, "verdict": nil], to: Transaction.path(of: .task, task))
        transaction.describe("completed \(CommitMessage.quoted(record.title))")
        return try transaction.series.makeNext(after: task)
    }

    /// Marks a task as done, with photos attached to it. A task that requires a photo is refused without one.
    ///
    /// - Parameters:
    ///   - task: the task; if it is already done, the new completion replaces the old one.
    ///   - completion: the completion; if the task requires a photo, it gets the photo that proves the task.
    ///   - drafts: the photos to attach; empty if a photo that is already attached proves the task.
    ///   - accepts: whether this member, an adult, accepts the photos as proof whatever their place and time; without
    ///     new photos, this applies to those already attached.
    /// - Returns: how the task's series continues.
    /// - Throws: `ReplicaError` (`forbidden` if no photo proves the task; `adultsOnly` if a child accepts).
    @discardableResult
    public func complete(
        _ task: DocumentID, _ completion: Completion, provenBy drafts: [PhotoDraft], accepts: Bool = false
    ) throws -> SeriesContinuation {
        let record = try record(task)
        var completion = completion
        var kept: [DocumentID] = []
        for var draft in drafts {
            draft.subject = Subject(record)
            kept.append(try transaction.photos.keep(draft))
        }
        if accepts { try transaction.verdicts.acceptPhotos(kept, of: record) }
        completion.photo = completion.photo ?? kept.first
        if record.needsPhoto {
            let rule = try transaction.proofs.rule(of: [record])
            let own = rule.attached(to: task).filter { kept.contains($0.id) }
            let proof = own.first { rule.objection(to: $0, of: task) == nil } ?? rule.proof(of: task)
            guard let proof else { throw try transaction.proofs.refusal(of: record, by: rule, attached: own) }
            completion.photo = proof.id
            try transaction.proofs.keep(completion, in: proof.id)
        }
        return try complete(task, completion)
    }

    /// Reopens a task. An open task stays unchanged. An untouched next occurrence is deleted. An approval is removed
    /// together with the completion to which it applied.
    ///
    /// - Throws: `ReplicaError` (`notFound`; `forbidden` if a photo proves that the task was done).
    public func reopen(_ task: DocumentID) throws {
        let record = try record(task)
        if record.needsPhoto, !record.isOpen, let proof = try transaction.proofs.rule(of: [record]).proof(of: task) {
            throw ReplicaError(
                .forbidden, "‘\(record.title)’ is done as long as a photo is attached to it; nothing was changed",
                hint: "Delete the photo: \(.deletePhoto(String(proof.id.description.prefix(8))))")
        }
        var changes: [FieldName: JSON?] = ["completion": nil]
        if record.verdict?.isApproved == true { changes.updateValue(nil, forKey: "verdict") }
        if try !transaction.writeFields(changes, to: Transaction.path(of: .task, task)).isEmpty {
            transaction.describe("reopened \(CommitMessage.quoted(record.title))")
            try transaction.series.withdrawNext(after: task)
        }
    }

    /// Returns the task, with the changes of the transaction.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func record(_ id: DocumentID) throws -> TaskRecord {
        guard let document = try transaction.document(at: Transaction.path(of: .task, id)),
            let record = TaskRecord(document.listed)
        else {
            throw ReplicaError(.notFound, "there is no task #\(id)")
        }
        return record
    }

    /// Changes fields of a task. Other fields, including concurrent changes to them, stay unchanged.
    ///
    /// - Returns: the fields that changed.
    /// - Throws: `ReplicaError` (`notFound`; `invalidValue`; `superseded` if a field no longer has the value on which
    ///   the change is based).
    @discardableResult
    public func edit(_ task: DocumentID, by change: TaskChange) throws -> [FieldName] {
        try TaskEditing(of: task, by: change, in: transaction).writeFields()
    }

    /// Moves a task in the manual order. Usually this writes only the moved document. If several tasks got the same
    /// position on different devices, the tasks that follow are written too.
    ///
    /// A move is a weak write: it does not restore a task that is deleted concurrently.
    ///
    /// - Throws: `ReplicaError` (`notFound`, and `invalidRequest` if a task is to be moved beside itself).
    public func move(_ task: DocumentID, _ move: TaskMove) throws {
        try TaskReordering(transaction: transaction).move(task, move)
    }

    /// Adds a set of tasks for a new family, and their categories. Existing categories are used. The time zone
    /// determines the current day, from which the due dates are counted.
    ///
    /// - Returns: the number of added tasks.
    @discardableResult
    public func addStarter(_ starter: StarterTasks, zone: TimeZoneRules) throws -> Int {
        var ids: [String: DocumentID] = [:]
        try transaction.forEachMembers(of: .category) { _, object in
            if let record = CategoryRecord(object), !record.isDeleted { ids[record.name] = record.id }
        }
        var used: [String] = []
        for name in starter.categories where ids[name] == nil {
            let color = Palette.next(after: used)
            used.append(color)
            let id = transaction.newID()
            try transaction.create(
                .category, id: id,
                fields: ["name": .string(name), "color": .string(color), "created": transaction.created])
            ids[name] = id
        }
        let drafts = starter.drafts(today: zone.civil(at: transaction.now).date, categories: ids)
        for draft in drafts {
            var fields = draft.fields
            fields["created"] = transaction.created
            try transaction.create(.task, fields: fields)
        }
        transaction.describe("added \(drafts.count) \(starter.rawValue) to begin with")
        return drafts.count
    }

    /// Returns the tasks that meet a condition, including those in the trash, sorted by id.
    func records(with members: Set<ExactString>, _ isWanted: (TaskRecord) -> Bool) throws -> [TaskRecord] {
        var found: [TaskRecord] = []
        try transaction.forEachMembers(of: .task, selecting: members.union(["id"])) { _, members in
            if let task = TaskRecord(members), isWanted(task) { found.append(task) }
        }
        return found
    }

    /// The due dates of recurring tasks.
    private var dates: SeriesEditing { transaction.seriesEditing }
}
