// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The places of a family's tasks in the manual order. Tasks in the trash have none.
public struct ManualPlaces {
    /// The places of all tasks, sorted.
    private let places: [Place]

    /// Reads the places of a family's tasks.
    public init(reading reader: DocumentReader) throws(ReplicaError) {
        var places: [Place] = []
        try reader.forEachMembers(of: .task, selecting: Place.members) { _, members in
            if let place = Place(members) { places.append(place) }
        }
        self.places = places.sorted()
    }

    /// The keys (``ManualOrder``) that a move of a task writes: one for the task, and one for each task with the key
    /// that the task has to get past. None if the task stands there already.
    ///
    /// - Parameter tail: a digit for a key, as ``ManualOrder/between(_:_:tail:)`` takes it.
    public func keys(
        moving task: TaskRecord, _ move: TaskMove, tail: () -> Int
    ) throws(ReplicaError) -> [(task: DocumentID, key: String)] {
        let others = places.filter { $0.id != task.id }
        let index = try Self.index(of: move, for: task, among: others)
        var low = index > 0 ? others[index - 1].order : nil
        let tied = others[index...].prefix { $0.order == low }
        let high = others[index...].dropFirst(tied.count).first?.order
        if tied.isEmpty, Self.isBetween(task, low, high: high) { return [] }
        var keys: [(task: DocumentID, key: String)] = []
        for id in [task.id] + tied.map(\.id) {
            guard let key = ManualOrder.between(low, high, tail: tail()) else {
                throw ReplicaError(
                    .invalidValue, "there is no place in the manual order between ‘\(low ?? "")’ and ‘\(high ?? "")’")
            }
            keys.append((id, key))
            low = key
        }
        return keys
    }

    /// Whether a task, placed by hand or by its age, is already in that place.
    private static func isBetween(_ task: TaskRecord, _ low: String?, high: String?) -> Bool {
        let order = ExactString(task.order)
        return low.map { ExactString($0) < order } ?? true && high.map { order < ExactString($0) } ?? true
    }

    private static func index(
        of move: TaskMove, for task: TaskRecord, among others: [Place]
    ) throws(ReplicaError) -> Int {
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

    /// A task's place; tasks with the same key are sorted by id.
    private struct Place: Comparable {
        static let members: Set<ExactString> = ["created", "deleted", "id", "order"]

        let id: DocumentID
        let order: String

        /// Nil for a task in the trash, which has no place.
        init?(_ members: JSONObject) {
            guard let task = TaskRecord(members), !task.isDeleted else { return nil }
            id = task.id
            order = task.order
        }

        static func < (left: Place, right: Place) -> Bool {
            (ExactString(left.order), left.id) < (ExactString(right.order), right.id)
        }
    }
}
