// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskIndex
import HometaskQueries
import HometaskReplica

/// Looks up and prints the tasks of a session's family.
struct FamilyTasks: Sendable {
    let session: FamilySession

    /// Returns the tasks named by `words`; see `TaskFinder`.
    func find(_ words: [String], preferring preference: TaskPreference = .open) async throws -> [TaskRecord] {
        let numbers = try await session.numbers.all()
        return try await session.replica.read { try finder($0, numbers, preferring: preference).tasks(words) }
    }

    /// Returns the only task named by `words`.
    func findOne(_ words: [String], preferring preference: TaskPreference = .open) async throws -> TaskRecord {
        let numbers = try await session.numbers.all()
        return try await session.replica.read { try finder($0, numbers, preferring: preference).task(words) }
    }

    /// Returns the open or done task with an id; throws if it is in the trash or does not exist.
    func findOne(_ id: DocumentID) async throws -> TaskRecord {
        try await findOne([id.description])
    }

    /// Creates a finder of tasks, which looks up titles in the index.
    func finder(
        _ reader: any VersionReader, _ numbers: ListNumbers, isTrash: Bool = false,
        preferring preference: TaskPreference = .open
    ) -> TaskFinder {
        TaskFinder(reading: reader, numbers: numbers, isTrash: isTrash, preferring: preference) {
            words, isTrash throws(ReplicaError) in
            try session.replica.index?.tasks(titled: words, isTrash: isTrash, zone: session.zone, reading: reader)
        } details: { task in
            let names = task.assignees.map { "@\(session.directory.name(of: $0))" }
            let category = session.directory.shownCategory(task)?.name
            return ([task.due.map { TaskLine.due($0, in: session) }] + names + [category]).compactMap(\.self)
                .joined(separator: "  ")
        }
    }

    /// Returns the tasks that `hometask list` would show for the words, in the same order.
    func listed(_ words: [String]) async throws -> [DocumentID] {
        try await session.queries.snapshot { snapshot in
            let query = try snapshot.resolveQuery(words).query(includesDone: false, now: session.now)
            return try snapshot.list(query, order: query.order ?? session.settings.order).tasks.map(\.id)
        }
    }

    /// Returns the dependencies of some tasks.
    func dependencies(of tasks: [TaskRecord]) async throws -> TaskDependencies {
        if tasks.allSatisfy(\.after.isEmpty) { return TaskDependencies() }
        return try await session.replica.read { try TaskDependencies(of: tasks, reading: $0) }
    }

    /// Prints the state of tasks after a change as JSON.
    ///
    /// - Parameter next: the next occurrences of some of the tasks, printed as the member `next` of these tasks.
    func print(_ ids: [DocumentID], isTrash: Bool = false, next: [DocumentID: DocumentID] = [:]) async throws {
        try await session.report.afterChange { try await printNow(ids, isTrash, next: next) }
    }

    private func printNow(
        _ ids: [DocumentID], _ isTrash: Bool, next: [DocumentID: DocumentID]
    ) async throws {
        let numbers = try await self.session.numbers.all()
        let (session, tasks, followers, dependencies) = try await self.session.snapshot { snapshot in
            let reader = snapshot.reader
            let tasks = try ids.map { try finder(reader, numbers, isTrash: isTrash).task([$0.description]) }
            let followers = try next.mapValues { try finder(reader, numbers).task([$0.description]) }
            return (snapshot.session, tasks, followers, try TaskDependencies(of: tasks, reading: reader))
        }
        let known = numbers.numbers(of: ids + next.values)
        let values = tasks.map { task -> JSON in
            let isBlocked = dependencies.isBlocked(task.id)
            let value = TaskJSON.object(task, number: known[task.id], isBlocked: isBlocked, in: session)
            guard let follower = followers[task.id], case .object(var object) = value else { return value }
            object["next"] = TaskJSON.object(follower, number: known[follower.id], isBlocked: false, in: session)
            return .object(object)
        }
        try session.output.print(JSON.array(values))
    }
}
