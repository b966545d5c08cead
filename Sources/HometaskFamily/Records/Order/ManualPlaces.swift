// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The places of a family's tasks in the manual order. Tasks in the trash have none; tasks with the same key are in the
/// order of their ids.
public struct ManualPlaces {
    private let reader: DocumentReader

    /// Creates the places of a reader's tasks.
    public init(reading reader: DocumentReader) {
        self.reader = reader
    }

    /// Finds the keys (``ManualOrder``) that a move of a task writes: one for the task, and one for each following task
    /// with a tied key. If the task is already in place, nothing is written.
    ///
    /// - Parameters:
    ///   - task: the task with its current key, which tells whether it is already in place.
    ///   - move: the destination, which cannot be beside the task itself or beside a task in the trash.
    ///   - tail: a digit for a key, see ``ManualOrder/between(_:_:tail:)``.
    ///   - write: called with each task and its key.
    public func move(
        _ task: TaskRecord, _ move: TaskMove, tail: () -> Int, write: (DocumentID, String) -> Void
    ) throws(ReplicaError) {
        let gap = try gap(for: task, move)
        var low = gap.low
        if gap.tied.isEmpty, gap.contains(ExactString(task.order)) { return }
        let moved = [task.id] + gap.tied
        for id in moved {
            let (before, after) = (low?.string, gap.high?.string)
            guard let key = ManualOrder.between(before, after, tail: tail()) else {
                throw ReplicaError(
                    .invalidValue,
                    "there is no place in the manual order between ‘\(before ?? "")’ and ‘\(after ?? "")’")
            }
            write(id, key)
            low = ExactString(key)
        }
    }

    /// The gap to which a task moves, among all others.
    private func gap(for task: TaskRecord, _ move: TaskMove) throws(ReplicaError) -> Gap {
        let (neighbour, isAfter): (DocumentID?, Bool) =
            switch move {
            case .toTop: (nil, false)
            case .toBottom: (nil, true)
            case .before(let id): (id, false)
            case .after(let id): (id, true)
            }
        let edge = try neighbour.map { id throws(ReplicaError) in try place(of: id, beside: task) }
        var gap = Gap()
        // In the order of their ids.
        try reader.forEachMembers(of: .task, selecting: TaskPosition.members) { _, members in
            guard let place = TaskPosition(members), place.id != task.id else { return }
            if edge.map({ isAfter ? !($0 < place) : place < $0 }) ?? isAfter {
                gap.low = max(gap.low ?? place.order, place.order)
            } else if place.order == edge?.order {
                gap.tied.append(place.id)
            } else {
                gap.high = min(gap.high ?? place.order, place.order)
            }
        }
        // Tasks with the neighbour's key are in the way only if the task before the gap has it too.
        if !gap.tied.isEmpty, gap.low != edge?.order { (gap.tied, gap.high) = ([], edge?.order) }
        return gap
    }

    private func place(of id: DocumentID, beside task: TaskRecord) throws(ReplicaError) -> TaskPosition {
        guard id != task.id else {
            throw ReplicaError(
                .invalidRequest, "\(Quotation.of(task.title)) cannot be moved beside itself",
                hint: "Name another task to move it before or after.")
        }
        guard let path = DocumentPath(kind: .task, id: id),
            let place = try reader.readableMembers(at: path).flatMap({ TaskPosition($0) })
        else { throw ReplicaError(.notFound, "there is no task #\(id) to move \(Quotation.of(task.title)) to") }
        return place
    }

    /// The two sides of the place to which a task moves.
    private struct Gap {
        /// The key before it; nil at the top.
        var low: ExactString?
        /// The tasks after it that have the same key, in their order.
        var tied: [DocumentID] = []
        /// The key after the gap and the tied tasks; nil at the bottom.
        var high: ExactString?

        /// Whether a key is already in the gap.
        func contains(_ key: ExactString) -> Bool { low.map { $0 < key } ?? true && high.map { key < $0 } ?? true }
    }

    private struct TaskPosition {
        static let members: Set<ExactString> = ["created", "deleted", "id", "order"]

        let id: DocumentID
        let order: ExactString

        /// Reads a place; nil for a task in the trash, which has no place.
        init?(_ members: JSONObject) {
            guard let task = TaskRecord(members), !task.isDeleted else { return nil }
            id = task.id
            order = ExactString(task.order)
        }

        static func < (left: TaskPosition, right: TaskPosition) -> Bool {
            left.order == right.order ? left.id < right.id : left.order < right.order
        }
    }
}

/// A new place of a task in the manual order.
public enum TaskMove: Hashable, Sendable {
    /// The top: before every other task that is not in the trash.
    case toTop
    /// The bottom: after every other task that is not in the trash.
    case toBottom
    /// Right before another task.
    case before(DocumentID)
    /// Right after another task.
    case after(DocumentID)
}
