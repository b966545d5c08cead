// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging

/// The dependencies among open tasks.
///
/// A task is blocked by the open tasks in its field `after`; tasks that are done, in the trash or gone block nothing.
/// Independent edits on several devices can create a ring of tasks, each to be done after another. No task of a ring
/// could ever be done first, so the tasks of one ring do not block each other. Rings are reported until an edit breaks
/// them.
public struct TaskDependencies: Hashable, Sendable {
    /// For each blocked open task, the open tasks that block it, in the order of their ids.
    public private(set) var blockers: [DocumentID: [DocumentID]] = [:]
    /// The rings: open tasks that all come after each other, in the order of their ids; the rings are in the order of
    /// their first tasks.
    public private(set) var rings: [[DocumentID]] = []
    /// The open tasks that known tasks wait for.
    public private(set) var blocking: Set<DocumentID> = []

    /// Creates an empty set of dependencies.
    public init() {}

    /// Creates the dependencies among some tasks.
    ///
    /// - Parameter after: for each open task with predecessors, its open predecessors.
    public init(_ after: [DocumentID: Set<DocumentID>]) {
        let components = StrongComponents(of: after)
        rings = components.groups.filter { $0.count > 1 || after[$0[0]]?.contains($0[0]) == true }
        for (task, others) in after {
            let found = others.filter { components.number[$0] != components.number[task] }
            guard !found.isEmpty else { continue }
            blockers[task] = found.sorted()
            blocking.formUnion(found)
        }
    }

    /// Reads all dependencies of a version.
    public init(reading reader: DocumentReader) throws(ReplicaError) {
        var wanted: [DocumentID: [DocumentID]] = [:]
        try reader.forEachMembers(of: .task, selecting: ["after", "completion", "deleted", "id"]) { _, members in
            if members["after"] == nil { return }
            if let task = TaskRecord(members), task.isOpen, !task.isDeleted { wanted[task.id] = task.after }
        }
        try self.init(wanted, reading: reader)
    }

    /// Reads the tasks that some tasks depend on, directly or indirectly; the tasks that depend on them are not
    /// searched for.
    public init(of tasks: some Sequence<TaskRecord>, reading reader: DocumentReader) throws(ReplicaError) {
        var wanted: [DocumentID: [DocumentID]] = [:]
        for task in tasks where task.isOpen && !task.isDeleted && !task.after.isEmpty { wanted[task.id] = task.after }
        var rest = wanted.values.flatMap { $0 }
        var visited = Set(wanted.keys)
        while let id = rest.popLast() {
            guard visited.insert(id).inserted, let after = try Self.after(id, reader), !after.isEmpty else { continue }
            wanted[id] = after
            rest += after
        }
        try self.init(wanted, reading: reader)
    }

    private init(_ wanted: [DocumentID: [DocumentID]], reading reader: DocumentReader) throws(ReplicaError) {
        var open: [DocumentID: Bool] = [:]
        var after: [DocumentID: Set<DocumentID>] = [:]
        for (task, others) in wanted {
            for other in others where open[other] == nil {
                let isWaiting = wanted[other] != nil
                open[other] = isWaiting ? true : try Self.after(other, reader) != nil
            }
            after[task] = Set(others.filter { open[$0] == true })
        }
        self.init(after)
    }

    /// Returns the predecessors of a task; nil if the task does not exist or is no longer open.
    private static func after(_ id: DocumentID, _ reader: DocumentReader) throws(ReplicaError) -> [DocumentID]? {
        let scanner = MemberScanner(selecting: ["after", "completion", "deleted", "id"])
        guard let path = DocumentPath(kind: .task, id: id), let bytes = try reader.bytes(at: path),
            let task = (try? scanner.listed(of: bytes)).flatMap({ TaskRecord($0) })
        else { return nil }
        return task.isOpen && !task.isDeleted ? task.after : nil
    }

    /// Whether an open task must wait until another is done.
    public func isBlocked(_ task: DocumentID) -> Bool { blockers[task] != nil }

    /// Whether another open task waits for a task.
    public func isBlocking(_ task: DocumentID) -> Bool { blocking.contains(task) }

    /// Returns the ring that contains a task; nil if there is none.
    public func ring(of task: DocumentID) -> [DocumentID]? { rings.first { $0.contains(task) } }
}

extension TaskDependencies {
    /// The findings when a repository is examined: the rings, with the titles of their tasks.
    public func findings(reading reader: DocumentReader) -> [Finding] {
        rings.map { ring in
            let titles = ring.map { id in
                let document = DocumentPath(kind: .task, id: id).flatMap { try? reader.document(at: $0) }
                return Quotation.of(document?["title"]?.stringValue ?? "#\(id)")
            }
            let message =
                titles.count == 1
                ? "\(titles[0]) comes after itself, which blocks nothing"
                : "\(titles.joined(separator: ", ")) all come after each other, so none of these blocks another"
            return Finding(
                .advice, "order of tasks", message: message,
                hint: "Open the ring with \(.removeOrder(of: String(ring[0].description.prefix(8)))).")
        }
    }
}
