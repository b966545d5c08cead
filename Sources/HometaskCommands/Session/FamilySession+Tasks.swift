// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskIndex
import HometaskQueries
import HometaskReplica
import HometaskTime

extension FamilySession {
    /// The numbers that this device's lists gave.
    func numbers() async throws -> ListNumbers {
        ListNumbers(try await replica.localData(ListNumbers.localName))
    }

    /// The tasks that words name; see `TaskFinder`.
    func tasks(_ words: [String], isTrash: Bool = false) async throws -> [TaskRecord] {
        let numbers = try await numbers()
        return try await replica.read { try finder($0, numbers, isTrash: isTrash).tasks(words) }
    }

    /// The one task that words name.
    func task(_ words: [String], isTrash: Bool = false) async throws -> TaskRecord {
        let numbers = try await numbers()
        return try await replica.read { try finder($0, numbers, isTrash: isTrash).task(words) }
    }

    /// A finder of tasks, which asks the index for titles.
    func finder(_ reader: any VersionReader, _ numbers: ListNumbers, isTrash: Bool = false) -> TaskFinder {
        TaskFinder(reading: reader, numbers: numbers, isTrash: isTrash) { words, isTrash throws(ReplicaError) in
            try replica.index?.tasks(titled: words, isTrash: isTrash, zone: zone, reading: reader)
        } details: { task in
            let names = task.assignees.map { "@\(directory.name(of: $0))" }
            let category = directory.shownCategory(task)?.name
            return ([task.due.map { TaskLine.due($0, in: self) }] + names + [category]).compactMap(\.self)
                .joined(separator: "  ")
        }
    }

    /// A task by its id.
    func task(_ id: DocumentID) async throws -> TaskRecord {
        try await task([id.description])
    }

    /// The number of a task, given to it now if it has none; nil if the numbers cannot be read.
    func number(_ task: DocumentID) async -> Int? {
        guard var numbers = try? await numbers() else { return nil }
        if numbers.assign([task]) { await keep(numbers) }
        return numbers.numbers(of: [task])[task]
    }

    /// Says more of a change that is made. Where a disk hinders that, it is not a failure of the change.
    func afterChange(_ tell: () async throws -> Void) async throws {
        do {
            try await tell()
        } catch let error as ReplicaError where [.inputOutput, .diskFull, .damaged].contains(error.code) {
            output.remark("note: the change was made, but cannot be shown: \(error.message)")
        }
    }

    /// Keeps the numbers; a repository that cannot be written to shows its lists all the same.
    func keep(_ numbers: ListNumbers) async {
        try? await replica.setLocalData(ListNumbers.localName, numbers.bytes)
    }

    /// Reads a date as people type it.
    ///
    /// - Parameter leaning: which way words without a direction point, such as a bare `18:00`.
    func moment(_ text: String, leaning: DateParser.DateDirection = .future) throws -> Moment {
        do {
            return try DateParser(now: now, zone: zone, weekStart: settings.weekStart, leaning: leaning).parse(text)
        } catch {
            throw UsageError("\(error)", hint: "Dates can be written like this: \(DateParserError.examples).")
        }
    }

    /// Reads a time in the past as people type it; a day means its beginning.
    func instant(_ text: String) throws -> Timestamp {
        switch try moment(text, leaning: .past) {
        case .day(let date): zone.startOfDay(date)
        case .instant(let instant): instant
        }
    }

    /// Reads a time that cannot lie ahead.
    func pastInstant(_ text: String) throws -> Timestamp {
        let time = try instant(text)
        guard time <= now else {
            throw UsageError(
                "‘\(text)’ is in the future, but a task can only have been done in the past",
                hint: "Name a time such as 'yesterday', '18:00' or '2 hours ago'.")
        }
        return time
    }

    /// Prints tasks for programs, as they stand after a change.
    ///
    /// - Parameter next: the occurrences that follow some of them, which stand in these under `next`.
    func printTasks(_ ids: [DocumentID], isTrash: Bool = false, next: [DocumentID: DocumentID] = [:]) async throws {
        try await afterChange { try await printNow(ids, isTrash, next) }
    }

    private func printNow(
        _ ids: [DocumentID], _ isTrash: Bool, _ next: [DocumentID: DocumentID]
    ) async throws {
        let numbers = try await numbers().numbers(of: ids + next.values)
        var values: [JSON] = []
        for id in ids {
            let task = try await task([id.description], isTrash: isTrash)
            let isBlocked = try await dependencies(of: [task]).isBlocked(id)
            var value = TaskJSON.object(task, number: numbers[id], isBlocked: isBlocked, in: self)
            if let follower = next[id], case .object(var object) = value {
                let task = try await self.task(follower)
                object["next"] = TaskJSON.object(task, number: numbers[follower], isBlocked: false, in: self)
                value = .object(object)
            }
            values.append(value)
        }
        try output.print(JSON.array(values))
    }

    /// What some tasks depend on.
    func dependencies(of tasks: [TaskRecord]) async throws -> TaskDependencies {
        if tasks.allSatisfy(\.after.isEmpty) { return TaskDependencies() }
        return try await replica.read { try TaskDependencies(of: tasks, reading: $0) }
    }

    /// Dates as people read them, seen from now.
    var dates: DateDisplay { DateDisplay(now: now, zone: zone) }
}
