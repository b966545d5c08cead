// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskMerging
import HometaskQueries
import HometaskReplica
public import HometaskTime

extension PhoneForms {
    /// Returns the tasks in a list.
    ///
    /// - Parameters:
    ///   - list: the list, which the additional query narrows down.
    ///   - text: an additional query, in the command's query syntax; empty for none.
    ///   - limit: the maximum number of tasks.
    ///   - member: the phone's member, to whom `me` and `mine` in the queries refer.
    /// - Throws: ``ExchangeFault``: `request` if the query is invalid, `forbidden` if the member has left.
    public func list(
        _ list: PhoneList, searching text: String, limit: Int, for member: DocumentID
    ) async throws(ExchangeFault) -> ListedTasks {
        let now = clock()
        return try await translating {
            try await storage.read { reader in
                let viewpoint = try Self.viewpoint(of: member, at: now, reading: reader)
                let asked = [list.query, text].filter { !$0.isEmpty }.map { "(\($0))" }.joined(separator: " ")
                // The query is first parsed on its own, so that it cannot close the enclosing parenthesis.
                let syntax = try QueryParser.parse(text.isEmpty ? list.query : text)
                _ = try syntax.resolve(in: viewpoint.scope(of: syntax, reading: reader))
                let whole = try QueryParser.parse(asked)
                let resolved = try whole.resolve(in: viewpoint.scope(of: whole, reading: reader))
                let request = viewpoint.request(
                    resolved.query(includesDone: list == .done, now: now), order: list.order, limit: limit)
                let found = try TaskList(request, reading: reader)
                return ListedTasks(
                    version: reader.version, tasks: found.tasks, count: found.count, directory: viewpoint.directory)
            }
        }
    }

    /// Returns a task with its form, conflicts and comments.
    ///
    /// - Throws: ``ExchangeFault``: `missing` if there is none, `forbidden` if the member has left.
    public func task(_ id: DocumentID, for member: DocumentID) async throws(ExchangeFault) -> ShownTask {
        let now = clock()
        return try await translating {
            try await storage.read { reader in
                let viewpoint = try Self.viewpoint(of: member, at: now, reading: reader)
                guard let document = try reader.document(at: Transaction.path(of: .task, id)),
                    let record = TaskRecord(document.shown)
                else { throw Self.noTask }
                let comments = try SubjectComments.all(about: [id], reading: reader)[id]
                return ShownTask(
                    version: reader.version, record: record, form: TaskForm(of: document.shown, from: viewpoint),
                    conflicts: document.conflicts, comments: comments?.comments ?? [],
                    directory: viewpoint.directory)
            }
        }
    }

    /// Checks whether completing a task now would be early.
    ///
    /// - Returns: the early completion; nil if completing the task now would not be early.
    /// - Throws: ``ExchangeFault`` if the documents cannot be read.
    public func early(_ task: DocumentID) async throws(ExchangeFault) -> EarlyCompletion? {
        let now = clock()
        return try await translating {
            try await storage.read { reader in
                try reader.earlyCompletion(of: task, at: now, familyZone: reader.familyZone())
            }
        }
    }

    /// Returns the form of a task in an earlier version; nil if that version is unknown.
    ///
    /// - Throws: ``ExchangeFault`` if the family cannot be read.
    public func form(
        of task: DocumentID, in version: String, for member: DocumentID
    ) async throws(ExchangeFault) -> TaskForm? {
        let now = clock()
        return try await translating {
            let path = try Transaction.path(of: .task, task)
            guard let bytes = try await storage.files([path], in: version)?[path],
                let base = try? Document.reading(bytes, at: path)
            else { return nil }
            return try await storage.read { reader in
                TaskForm(of: base.shown, from: try Viewpoint(reading: reader, member: member, now: now))
            }
        }
    }

    private static func viewpoint(
        of member: DocumentID, at now: Timestamp, reading reader: any VersionReader
    ) throws -> Viewpoint {
        let viewpoint = try Viewpoint(reading: reader, member: member, now: now)
        guard let record = viewpoint.directory.members[member], !record.isRemoved else {
            throw ExchangeFault(.forbidden, "the member of this phone has left the family")
        }
        return viewpoint
    }

    func translating<Result: Sendable>(
        _ body: () async throws -> Result
    ) async throws(ExchangeFault) -> Result {
        do {
            return try await body()
        } catch let fault as ExchangeFault {
            throw fault
        } catch let error as QueryError {
            throw ExchangeFault(.request, Self.sentence(error.message, error.hint))
        } catch let error as ReplicaError {
            throw fault(error)
        } catch {
            throw ExchangeFault.unavailable("\(error)", telling: report)
        }
    }

    private func fault(_ error: ReplicaError) -> ExchangeFault {
        switch error.code {
        case .forbidden, .adultsOnly: ExchangeFault(.forbidden, error.message)
        case .invalidValue, .invalidRequest, .notFound, .ambiguous, .alreadyExists, .notConfigured:
            ExchangeFault(.request, Self.sentence(error.message, error.hint))
        default: .unavailable(error.message, telling: report)
        }
    }

    /// Returns a message with its hint. A hint that suggests an action is dropped, because it is meant for other
    /// programs and a form has its own buttons. A hint to use an id is kept, because an id can be typed in a form.
    private static func sentence(_ message: String, _ hint: Hint?) -> String {
        guard let hint else { return message }
        let namesAction = hint.parts.contains { part in
            switch part {
            case .text, .action(.namingByID): false
            case .action: true
            }
        }
        return namesAction ? message : "\(message). \(hint)"
    }
}

/// A list of tasks as shown to a member.
public struct ListedTasks: Sendable {
    /// The family version from which the list was read, for the forms in it.
    public let version: String
    /// The tasks, in order, up to the requested limit.
    public let tasks: [TaskRecord]
    /// The total number of tasks in the list.
    public let count: Int
    /// The family's members and categories.
    public let directory: FamilyDirectory
    /// The family's time zone.
    public var zone: TimeZoneRules { directory.zone }
}

/// A task as shown to a member, with its edit form.
public struct ShownTask: Sendable {
    /// The family version from which the task was read, for the forms.
    public let version: String
    /// The task as it is in ``version``.
    public let record: TaskRecord
    /// The form with the task's values.
    public let form: TaskForm
    /// The conflicts of the task.
    public let conflicts: [Conflict]
    /// The comments, oldest first.
    public let comments: [CommentRecord]
    /// The family's members and categories.
    public let directory: FamilyDirectory
    /// The family's time zone.
    public var zone: TimeZoneRules { directory.zone }
}
