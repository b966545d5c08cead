// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskIndex
import HometaskQueries
import HometaskReplica
import HometaskTime

extension FamilySession {
    /// The numbers that lists on this device have assigned.
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

    /// Creates a finder of tasks, which looks up titles in the index.
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

    /// The number of a task, which is assigned now if it has none; nil if the numbers cannot be read.
    func number(_ task: DocumentID) async -> Int? {
        guard var numbers = try? await numbers() else { return nil }
        if numbers.assign([task]) { await keep(numbers) }
        return numbers.numbers(of: [task])[task]
    }

    /// Prints details about a change that has been made. A disk error while doing so is only reported as a note,
    /// because the change has already been made.
    func afterChange(_ tell: () async throws -> Void) async throws {
        do {
            try await tell()
        } catch let error as ReplicaError where [.inputOutput, .diskFull, .damaged].contains(error.code) {
            output.remark("note: the change was made, but cannot be shown: \(error.message)")
        }
    }

    /// Stores the numbers. Errors are ignored, so that lists also work in a read-only repository.
    func keep(_ numbers: ListNumbers) async {
        try? await replica.setLocalData(ListNumbers.localName, numbers.bytes)
    }

    /// Parses a date as people type it.
    ///
    /// - Parameter leaning: the direction of words that have none themselves, such as a bare `18:00`.
    func moment(_ text: String, leaning: DateParser.DateDirection = .future) throws -> Moment {
        do {
            return try DateParser(now: now, zone: zone, weekStart: settings.weekStart, leaning: leaning).parse(text)
        } catch {
            throw UsageError("\(error)", hint: "Dates can be written like this: \(DateParserError.examples).")
        }
    }

    /// Parses a time in the past as people type it; a day stands for its beginning.
    func instant(_ text: String) throws -> Timestamp {
        switch try moment(text, leaning: .past) {
        case .day(let date): zone.startOfDay(date)
        case .instant(let instant): instant
        }
    }

    /// Parses a time, which must not be in the future.
    func pastInstant(_ text: String) throws -> Timestamp {
        let time = try instant(text)
        guard time <= now else {
            throw UsageError(
                "‘\(text)’ is in the future, but a task can only have been done in the past",
                hint: "Name a time such as 'yesterday', '18:00' or '2 hours ago'.")
        }
        return time
    }

    /// Prints the state of tasks after a change as JSON.
    ///
    /// - Parameter next: the following occurrences of some of the tasks, which are printed in them as `next`.
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

    /// The dependencies of some tasks.
    func dependencies(of tasks: [TaskRecord]) async throws -> TaskDependencies {
        if tasks.allSatisfy(\.after.isEmpty) { return TaskDependencies() }
        return try await replica.read { try TaskDependencies(of: tasks, reading: $0) }
    }

    /// Formats dates for people, relative to now.
    var dates: DateDisplay { DateDisplay(now: now, zone: zone) }
}
