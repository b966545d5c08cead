// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskReplica

/// All data about a task.
struct TaskSheet: Sendable {
    let task: TaskRecord
    let number: Int?
    /// The visible members of the task's document.
    let members: JSONObject
    let conflicts: [Conflict]
    /// The notes about the task, the oldest first.
    let notes: [NoteRecord]
    /// The dependencies and dependents of the task.
    let neighbours: TaskNeighbours
    /// The photos attached to the task, the oldest first.
    let photos: [PhotoRecord]
    /// The comments and reactions of members.
    let comments: SubjectComments
    /// Why photos do not prove the task, by photo id.
    let objections: [DocumentID: ProofObjection]
    /// The hand edit of the task's file that no command has recorded yet.
    let handEdit: HandEdit?
    /// The statement of the verdict that the task shows; nil if it shows none.
    let statement: VerdictStatement?
    /// The result of checking the verdict's signature; nil if there is no verdict, or before the check.
    var signature: VerdictKeys.Check?

    init(_ task: TaskRecord, number: Int?, comments: SubjectComments, reading reader: DocumentReader) throws {
        let path = try Transaction.path(of: .task, task.id)
        guard let bytes = try reader.bytes(at: path), let document = try reader.document(at: path) else {
            throw ReplicaError(.notFound, "there is no task #\(task.id)")
        }
        var task = task
        try reader.lookUpBeginning(of: &task)
        self.task = task
        self.number = number
        self.comments = comments
        var members = try JSON.parse(bytes).objectValue ?? JSONObject()
        members["~merge" as ExactString] = nil
        self.members = members
        conflicts = document.conflicts
        notes = try Self.notes(about: task.id, reader)
        (photos, objections) = try reader.attachments(of: task)
        neighbours = try TaskNeighbours(of: task, reading: reader)
        handEdit = try reader.handEdit(at: path)
        statement = try Self.statement(of: task, reader)
    }

    private static func statement(of task: TaskRecord, _ reader: DocumentReader) throws -> VerdictStatement? {
        guard let verdict = task.rejection ?? task.judgement,
            let family = try reader.readableMembers(at: .family).flatMap({ FamilyRecord($0) })
        else { return nil }
        let path = task.completion?.photo.flatMap { DocumentPath(kind: .photo, id: $0) }
        let photo = try path.flatMap { try reader.readableMembers(at: $0) }.flatMap { PhotoRecord($0) }
        return VerdictStatement(of: task, verdict, provenBy: photo, in: family.id)
    }

    private static func notes(about task: DocumentID, _ reader: DocumentReader) throws -> [NoteRecord] {
        var paths: [DocumentPath] = []
        try reader.forEachMembers(of: .note, selecting: ["about"]) { path, members in
            if members["about"]?["id"]?.stringValue == task.description { paths.append(path) }
        }
        let notes = paths.compactMap { (try? reader.document(at: $0)).flatMap { $0 }.flatMap { NoteRecord($0.shown) } }
        return notes.filter { !$0.isDeleted }
            .sorted { ($0.createdAt?.seconds ?? 0, $0.id) < ($1.createdAt?.seconds ?? 0, $1.id) }
    }

    /// The photo that proves the task, otherwise the last attached one that has not been erased.
    var photo: PhotoRecord? {
        let shown = photos.filter { $0.erasedAt == nil }
        return shown.first { $0.id == task.completion?.photo } ?? shown.last
    }

    /// Returns an object with `document` (the visible members as they are stored), `names` (of all members and
    /// categories it names, by id), `number`, `before`, `behind` and `ring` (the tasks that must be done before it,
    /// that come after it, and that depend on it and on which it depends, each `{id, title, done}`), `blocked`,
    /// `conflicts` (as in `conflicts --json`), `notes` (`id`, `title`, `text`, `items`, `at`, `by`), `photos` (`id`,
    /// `caption`, `at`, `by`, `location`, and `objection`: why it does not prove the task), `comments` and `reactions`
    /// (as in `CommentJSON`), `since` (when this occurrence became the current one) if another was before it, and
    /// `signature` if a verdict is shown: `good`, `missing`, `bad`, `unknown` or `keyless`.
    func json(_ session: FamilySession) -> JSONObject {
        let directory = session.directory
        var names = JSONObject()
        for id in task.assignees + [task.createdBy, task.completion?.by].compactMap({ $0 }) {
            names[id.description] = .string(directory.name(of: id))
        }
        if let category = task.category, let name = directory.categories[category]?.name {
            names[category.description] = .string(name)
        }
        let document = DocumentPath(kind: .task, id: task.id).map {
            ConflictedDocument(path: $0, name: task.title, conflicts: conflicts, items: task.items)
        }
        let contested = document.map { document in
            conflicts.map { JSON.object(ConflictJSON.object($0, of: document, in: session)) }
        }
        var object: JSONObject = [
            "before": .array(neighbours.before.map(Self.json)), "behind": .array(neighbours.behind.map(Self.json)),
            "blocked": .bool(neighbours.isBlocked), "conflicts": .array(contested ?? []), "document": .object(members),
            "names": .object(names),
            "notes": .array(notes.map(Self.json)), "number": number.map { .number(JSONNumber($0)) } ?? .null,
            "photos": .array(photos.map(json)), "ring": .array(neighbours.ring.map(Self.json)),
        ]
        (object["comments"], object["reactions"]) = CommentJSON.members(comments, in: session)
        object["since"] = task.since.map { .string($0.rfc3339) }
        object["signature"] = signature.map { .string($0.rawValue) }
        return object
    }

    private func json(_ photo: PhotoRecord) -> JSON {
        var object: JSONObject = ["id": .string(photo.id.description)]
        object["caption"] = photo.caption.map { .string($0) }
        object["at"] = photo.createdAt.map { .string($0.rfc3339) }
        object["by"] = photo.createdBy.map { .string($0.description) }
        object["location"] = photo.location?.json
        object["objection"] = objections[photo.id].map { .string($0.reason()) }
        return .object(object)
    }

    private static func json(_ task: TaskRecord) -> JSON {
        ["done": .bool(!task.isOpen), "id": .string(task.id.description), "title": .string(task.title)]
    }

    private static func json(_ note: NoteRecord) -> JSON {
        [
            "at": (note.createdAt?.rfc3339).json, "by": (note.createdBy?.description).json,
            "id": .string(note.id.description), "items": .array(note.items.map(TaskJSON.item)),
            "text": .array(note.text.map { .string($0) }), "title": note.title.json,
        ]
    }
}
