// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// Moves tasks in the manual order.
struct TaskReordering {
    let transaction: Transaction

    /// Moves a task in the manual order.
    func move(_ task: DocumentID, _ move: TaskMove) throws {
        let record = try transaction.tasks.record(task)
        var others: [TaskPlace] = []
        try transaction.forEachMembers(of: .task, selecting: TaskPlace.members) { _, members in
            if let place = TaskPlace(members), place.id != task { others.append(place) }
        }
        others.sort()
        let index = try Self.index(of: move, for: record, among: others)
        var low = index > 0 ? others[index - 1].order : nil
        let tied = others[index...].prefix { $0.order == low }
        let high = others[index...].dropFirst(tied.count).first?.order
        if tied.isEmpty, isBetween(record, low, high: high) { return }
        for id in [task] + tied.map(\.id) {
            guard let key = ManualOrder.between(low, high, tail: Int(transaction.newID().bytes[0])) else {
                throw ReplicaError(
                    .invalidValue, "there is no place in the manual order between ‘\(low ?? "")’ and ‘\(high ?? "")’")
            }
            try transaction.writeFields(["order": .string(key)], to: Transaction.path(of: .task, id), weakly: true)
            low = key
        }
        transaction.describe(try deed(move, of: record))
    }

    /// Whether a task, placed by hand or by its age, is already in that place.
    private func isBetween(_ record: TaskRecord, _ low: String?, high: String?) -> Bool {
        let order = ExactString(record.order)
        return low.map { ExactString($0) < order } ?? true && high.map { order < ExactString($0) } ?? true
    }

    private static func index(of move: TaskMove, for task: TaskRecord, among others: [TaskPlace]) throws -> Int {
        let neighbour: DocumentID
        let offset: Int
        switch move {
        case .toTop: return 0
        case .toBottom: return others.count
        case .before(let id): (neighbour, offset) = (id, 0)
        case .after(let id): (neighbour, offset) = (id, 1)
        }
        guard neighbour != task.id else {
            throw ReplicaError(
                .invalidRequest, "\(Diary.quoted(task.title)) cannot be moved beside itself",
                hint: "Name another task to move it before or after.")
        }
        guard let index = others.firstIndex(where: { $0.id == neighbour }) else {
            throw ReplicaError(.notFound, "there is no task #\(neighbour) to move \(Diary.quoted(task.title)) to")
        }
        return index + offset
    }

    private func deed(_ move: TaskMove, of record: TaskRecord) throws -> String {
        let moved = "moved \(Diary.quoted(record.title))"
        switch move {
        case .toTop: return "\(moved) to the top"
        case .toBottom: return "\(moved) to the bottom"
        case .before(let id): return try "\(moved) before \(Diary.quoted(transaction.tasks.record(id).title))"
        case .after(let id): return try "\(moved) behind \(Diary.quoted(transaction.tasks.record(id).title))"
        }
    }
}

/// A task's place in the manual order; tasks with the same place are sorted by id.
private struct TaskPlace: Comparable {
    static let members: Set<ExactString> = ["created", "deleted", "id", "order"]

    let id: DocumentID
    let order: String

    /// Nil for a task in the trash, which has no place.
    init?(_ members: JSONObject) {
        guard let task = TaskRecord(members), !task.isDeleted else { return nil }
        id = task.id
        order = task.order
    }

    static func < (left: TaskPlace, right: TaskPlace) -> Bool {
        (ExactString(left.order), left.id) < (ExactString(right.order), right.id)
    }
}
