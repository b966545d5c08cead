// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskReplica

/// Tasks from standard input, one a line, which become one commit or, where a line cannot be one, none.
struct TaskImport {
    /// The most tasks at once. Each takes about three KiB of memory until the commit is made.
    static let most = 250_000

    private var drafts: [(line: Int, draft: TaskDraft)] = []

    /// Reads the tasks.
    ///
    /// - Parameter read: makes a task of the words of a line.
    /// - Throws: what `read` does, with the number of the line.
    static func reading(_ read: ([String]) async throws -> TaskDraft) async throws -> TaskImport {
        var tasks = TaskImport()
        var lines = InputLines()
        while let line = try lines.next() {
            let words = line.split(separator: " ").map { String($0) }
            if words.isEmpty { continue }
            guard tasks.drafts.count < most else {
                throw ReplicaError(
                    .invalidValue, "line \(lines.number): these are more than the \(most) tasks of one commit",
                    hint: "Nothing was changed: give them in parts.")
            }
            do {
                tasks.drafts.append((lines.number, try await read(words)))
            } catch {
                throw named(error, lines.number)
            }
        }
        guard !tasks.drafts.isEmpty else {
            throw UsageError(
                "standard input holds no line with a title", hint: "Write one task a line, as after 'hometask add'.")
        }
        return tasks
    }

    /// Whether any of them says when to remind of it.
    var haveReminders: Bool { drafts.contains { $0.draft.reminders != nil || $0.draft.nag != nil } }

    /// How many there are.
    var count: Int { drafts.count }

    /// Makes the tasks. All are of one second, in which lists go by ids: so these are in the order of the lines.
    ///
    /// - Returns: their ids.
    func add(to transaction: Transaction) throws -> [DocumentID] {
        let ids = drafts.map { _ in transaction.newID() }.sorted()
        for ((line, draft), id) in zip(drafts, ids) {
            do {
                try transaction.addTask(draft, id: id)
            } catch {
                throw Self.named(error, line)
            }
        }
        return ids
    }

    /// An error that names the line it is about.
    private static func named(_ error: any Error, _ line: Int) -> any Error {
        switch error {
        case let error as UsageError: UsageError("line \(line): \(error.message)", hint: error.hint)
        case let error as ReplicaError:
            ReplicaError(
                error.code, "line \(line): \(error.message)", hint: error.hint, candidates: error.candidates)
        default: error
        }
    }
}
