// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// The options of `edit` that remove values: one for each field of the table that can be empty, and those that remove
/// one of several values.
struct TaskRemovalOptions: TableOptions {
    static let declared =
        [
            TableOption.several("unassign", help: "Who should no longer do it; may be repeated.", value: "member"),
            TableOption.several("untag", help: "A tag to remove; may be repeated.", value: "tag"),
            TableOption.several(
                "not-after", help: "A task that no longer has to be done before it; may be repeated.", value: "task"),
        ] + TaskField.all.compactMap { TableOption.removing($0) }

    private var cleared: Set<TaskField> = []
    private var unassign: [String] = []
    private var untag: [String] = []
    private var notAfter: [String] = []

    init() {}

    init(from decoder: any Decoder) throws {
        let options = try decoder.container(keyedBy: TableOption.Key.self)
        for field in TaskField.all where field.removal != nil {
            if try options.decode(Bool.self, forKey: TableOption.Key("no-\(field.name)")) { cleared.insert(field) }
        }
        unassign = try options.decode([String].self, forKey: TableOption.Key("unassign"))
        untag = try options.decode([String].self, forKey: TableOption.Key("untag"))
        notAfter = try options.decode([String].self, forKey: TableOption.Key("not-after"))
    }

    func clears(_ field: TaskField) -> Bool { cleared.contains(field) }

    /// Returns the options combined with the fields among the words.
    func joined(with parsed: ParsedTask) -> TaskRemovalOptions {
        var options = self
        options.cleared.formUnion(TaskField.all.filter { parsed.clears($0) })
        return options
    }

    /// Throws an error if a field is both set and cleared.
    func requireConsistency(with given: TaskFieldOptions) throws {
        for field in TaskField.all where clears(field) && given.sets(field) {
            throw UsageError(
                "--\(field.name) and --no-\(field.name) cannot be used together", hint: "Leave out one of them.")
        }
    }

    /// Whether dependencies of the edited tasks are to be removed.
    var namesTasksBefore: Bool { !notAfter.isEmpty }

    /// Returns a change that removes all these values except dependencies.
    func taskChange(in session: FamilySession) async throws -> TaskChange {
        var change = TaskChange()
        for field in cleared { change.values[field.key] = .null }
        for word in unassign { change.removedAssignees.formUnion(try session.members.everyID(of: word)) }
        change.removedTags = untag.map(TaskFieldParser.withoutPlus)
        return change
    }

    /// Returns the named tasks among the dependencies of some tasks.
    ///
    /// - Throws: `ReplicaError` (`invalidRequest` if another task was named; `notFound`; `ambiguous`).
    func tasksBefore(_ tasks: [TaskRecord], in session: FamilySession) async throws -> Set<DocumentID> {
        if tasks.isEmpty || notAfter.isEmpty { return [] }
        let ids = Set(tasks.flatMap(\.after)).sorted()
        let numbers = try await session.numbers.all()
        let before = try await session.replica.read { reader in
            try ids.compactMap { id -> (id: DocumentID, name: String)? in
                let document = try reader.document(at: Transaction.path(of: .task, id))
                return document.map { (id: id, name: $0.displayName) }
            }
        }
        var found: Set<DocumentID> = []
        for word in notAfter.flatMap({ TaskFieldParser.parts(ofTasks: $0) }) {
            guard let reference = Reference(word) else { throw UsageError("--not-after names no task") }
            do throws(ReplicaError) {
                found.insert(try reference.resolve(among: before, noun: "task", numbered: { numbers.id(of: $0) }))
            } catch {
                guard error.code == .notFound else { throw error }
                let subject = tasks.count == 1 ? "‘\(tasks[0].title)’" : "these tasks"
                let names = before.map(\.name).joined(separator: ", ")
                let hint = before.isEmpty ? "No task comes before \(subject)." : "Tasks before \(subject): \(names)."
                // Throws if there is no such task at all.
                let other = try await session.tasks.findOne([word])
                let later = tasks.map(\.id) == [other.id] ? "itself" : subject
                throw ReplicaError(
                    .invalidRequest, "‘\(other.title)’ does not come before \(later); nothing was changed",
                    hint: Hint(hint))
            }
        }
        return found
    }
}
