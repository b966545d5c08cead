// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

extension Transaction {
    /// The checklist of a task as it stands in the transaction; every item has an id.
    ///
    /// - Throws: `ReplicaError.Code.notFound` where there is no such task.
    public func items(of task: DocumentID) throws -> [TaskItem] {
        _ = try self.task(task)
        guard var document = try document(at: Self.path(of: .task, task)) else { return [] }
        document.makeList(of: Self.items, by: author)
        return TaskItem.all(document[Self.items])
    }

    /// Puts items into a task's checklist, one behind the other.
    ///
    /// - Throws: `ReplicaError` (`invalidValue` where a text is none; `notFound` where the place is gone).
    public func addItems(_ texts: [String], to task: DocumentID, at place: Document.ItemPlace = .last) throws {
        let record = try self.task(task)
        let texts = try texts.map { try TaskItem.checkedText($0) }
        try change(Self.path(of: .task, task)) { document in
            var place = place
            for text in texts {
                let id = document.insertItem(["text": .string(text)], into: Self.items, at: place, by: author)
                guard let id else { throw Self.goneItem(record) }
                place = .after(id)
            }
        }
        for text in texts { tell("added \(Diary.quoted(text)) to \(Diary.quoted(record.title))") }
    }

    /// Ticks an item off, or opens it again. One that stands so already stays as it is.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func tick(_ item: TaskItem, of task: DocumentID, isDone: Bool) throws {
        let title = Diary.quoted(try self.task(task).title)
        let value: JSON = isDone ? true : .null
        if try write(["done": value], to: item, of: task) {
            let text = Diary.quoted(item.text)
            tell(isDone ? "ticked \(text) off in \(title)" : "reopened \(text) in \(title)")
        }
    }

    /// Gives an item another text.
    ///
    /// - Throws: `ReplicaError` (`notFound`; `invalidValue` where the text is none).
    public func rename(_ item: TaskItem, of task: DocumentID, to text: String) throws {
        let title = Diary.quoted(try self.task(task).title)
        let text = try TaskItem.checkedText(text)
        if try write(["text": .string(text)], to: item, of: task) {
            tell("renamed \(Diary.quoted(item.text)) to \(Diary.quoted(text)) in \(title)")
        }
    }

    /// Puts an item elsewhere in its checklist. Too slight a change to bring back what others delete at the same time.
    ///
    /// - Throws: `ReplicaError` (`notFound`, and `invalidRequest` where the item should go beside itself).
    public func move(_ item: TaskItem, of task: DocumentID, to place: Document.ItemPlace) throws {
        let record = try self.task(task)
        guard place != .before(item.id), place != .after(item.id) else {
            throw ReplicaError(
                .invalidRequest, "\(Diary.quoted(item.text)) cannot be moved beside itself",
                hint: "Name another item to put it before or behind.")
        }
        let isMoved = try change(Self.path(of: .task, task)) { document in
            try requireItem(item, in: document, record)
            return document.moveItem(item.id, to: place, in: Self.items, by: author)
        }
        guard isMoved else { return }
        let others = try items(of: task)
        tell("moved \(Diary.quoted(item.text)) \(Self.words(place, others)) in \(Diary.quoted(record.title))")
    }

    /// Takes an item out of its checklist.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func delete(_ item: TaskItem, of task: DocumentID) throws {
        let record = try self.task(task)
        try change(Self.path(of: .task, task)) { document in
            try requireItem(item, in: document, record)
            document.removeItem(item.id, from: Self.items, by: author)
        }
        tell("deleted \(Diary.quoted(item.text)) from \(Diary.quoted(record.title))")
    }

    private static let items: FieldName = "items"

    private func write(_ members: JSONObject, to item: TaskItem, of task: DocumentID) throws -> Bool {
        let record = try self.task(task)
        let path = try Self.path(of: .task, task)
        return try change(path) { document in
            try requireItem(item, in: document, record)
            let before = document
            guard document.writeItem(item.id, members, in: Self.items, by: author) else { return false }
            noteSettled(members, of: item, from: before, to: document, at: path)
            return true
        }
    }

    /// Notes the values of an item that a write puts an end to, without the shown one, which its author saw.
    private func noteSettled(
        _ members: JSONObject, of item: TaskItem, from before: Document, to after: Document, at path: DocumentPath
    ) {
        for conflict in before.conflicts where conflict.field == Self.items && conflict.member?.item == item.id {
            guard let name = conflict.member?.name, let written = members[name],
                !after.conflicts.contains(where: { $0.member == conflict.member })
            else { continue }
            for candidate in conflict.candidates.dropFirst() where candidate.value != written {
                settled.append(
                    SettledConflict(path: path, field: Self.items, member: conflict.member, value: candidate.value))
            }
        }
    }

    /// Checks that an item is there still: what was typed into the task's file may have taken it out.
    private func requireItem(_ item: TaskItem, in document: Document, _ task: TaskRecord) throws {
        var document = document
        document.makeList(of: Self.items, by: author)
        if !TaskItem.all(document[Self.items]).contains(where: { $0.id == item.id }) { throw Self.goneItem(task) }
    }

    private static func goneItem(_ task: TaskRecord) -> ReplicaError {
        ReplicaError(
            .notFound, "the item is no longer in the checklist of \(Diary.quoted(task.title))",
            hint: "'hometask show' shows the items as they are now.")
    }

    private static func words(_ place: Document.ItemPlace, _ items: [TaskItem]) -> String {
        let name = { (id: String) in Diary.quoted(items.first { $0.id == id }?.text ?? id) }
        return switch place {
        case .first: "to the top"
        case .last: "to the bottom"
        case .before(let id): "before \(name(id))"
        case .after(let id): "behind \(name(id))"
        }
    }
}
