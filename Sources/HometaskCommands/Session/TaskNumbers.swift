// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// The numbers that lists on this device assign to tasks, and their storage.
struct TaskNumbers: Sendable {
    let storage: any DocumentStorage & DeviceStorage

    /// Returns the numbers that lists on this device have assigned.
    func all() async throws -> ListNumbers {
        ListNumbers(try await storage.localData(ListNumbers.localName))
    }

    /// Returns the number of a task, assigned now if it has none; nil if the numbers cannot be read.
    func number(of task: DocumentID) async -> Int? {
        guard var numbers = try? await all() else { return nil }
        if numbers.assign([task]) { await keep(numbers) }
        return numbers.numbers(of: [task])[task]
    }

    /// Returns the numbers of tasks that are about to be shown. Tasks without a number get one; the lowest numbers of
    /// done tasks are reused for that.
    func numbers(for tasks: [TaskRecord]) async throws -> [DocumentID: Int] {
        var numbers = try await all()
        let ids = tasks.map(\.id)
        // For a long list, whose tasks mostly have numbers already, reading all numbers is faster than looking up each
        // one.
        let known = ids.count > numbers.count / 16 ? numbers.numbers : numbers.numbers(of: ids)
        if ids.allSatisfy({ known[$0] != nil }) { return known }
        let lowest = (1...Self.mostLookedAt).compactMap { number in numbers.id(of: number).map { (number, $0) } }
        let closed = try await closedTasks(among: lowest.map(\.1))
        let freed = lowest.filter { closed.contains($0.1) }.map(\.0)
        if numbers.assign(ids, freeing: freed) { await keep(numbers) }
        return numbers.numbers(of: ids)
    }

    // MARK: What was shown last

    /// Records the tasks shown last, which comments and reactions refer to.
    func noteShown(_ tasks: [DocumentID]) async {
        var shown = ListNumbers(nil)
        _ = shown.assign(Array(tasks.prefix(Self.mostLookedAt)))
        try? await storage.setLocalData(Self.shownName, shown.bytes)
    }

    /// Returns the tasks that were shown last.
    func shownLast() async throws -> Set<DocumentID> {
        Set(ListNumbers(try await storage.localData(Self.shownName)).numbers.keys)
    }

    private static let shownName = "shown"

    // MARK: Free numbers

    /// The maximum number of tasks checked for reusable numbers. After a very long list, many tasks have numbers, and
    /// each check reads a document.
    private static var mostLookedAt: Int { 500 }

    /// Returns the tasks among these that are done, in the trash, or removed.
    private func closedTasks(among ids: [DocumentID]) async throws -> Set<DocumentID> {
        try await storage.read { reader in
            let scanner = MemberScanner(selecting: ["completion", "deleted", "id"])
            let closed = try ids.filter { id in
                guard let path = DocumentPath(kind: .task, id: id), let bytes = try reader.bytes(at: path),
                    let task = (try? scanner.members(of: bytes)).flatMap({ TaskRecord($0) })
                else { return true }
                return !task.isOpen || task.isDeleted
            }
            return Set(closed)
        }
    }

    /// Stores the numbers. Errors are ignored, so that lists also work in a read-only repository.
    private func keep(_ numbers: ListNumbers) async {
        try? await storage.setLocalData(ListNumbers.localName, numbers.bytes)
    }
}
