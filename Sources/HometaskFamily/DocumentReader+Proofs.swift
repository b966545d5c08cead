// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension DocumentReader {
    /// Returns the paths of the photos about each task, including those in the trash. Reads one field of every photo.
    package func photosOfTasks() throws(ReplicaError) -> [DocumentID: Set<DocumentPath>] {
        var paths: [DocumentID: Set<DocumentPath>] = [:]
        try forEachMembers(of: .photo, selecting: ["about"]) { path, members in
            if let task = Subject.task(members["about"]) { paths[task, default: []].insert(path) }
        }
        return paths
    }

    /// Reads the readable photos at the given paths.
    package func photos(at paths: Set<DocumentPath>) throws(ReplicaError) -> [PhotoRecord] {
        var photos: [PhotoRecord] = []
        for path in paths.sorted(by: { $0.text < $1.text }) {
            if let photo = try readableMembers(at: path).flatMap({ PhotoRecord($0) }) { photos.append(photo) }
        }
        return photos
    }

    /// Returns the photos attached to a task, oldest first, and the objections to those that do not prove it, by photo.
    /// If the task demands no photo, there are no objections.
    public func attachments(
        of task: TaskRecord
    ) throws(ReplicaError) -> (photos: [PhotoRecord], objections: [DocumentID: ProofObjection]) {
        let rule = try ProofRule(of: [task], among: photos(at: photosOfTasks()[task.id] ?? []), reading: self)
        let photos = rule.attached(to: task.id)
        guard task.needsPhoto else { return (photos, [:]) }
        let objections = photos.map { ($0.id, rule.objection(to: $0, of: task.id)) }
        return (photos, Dictionary(keepingFirst: objections).compactMapValues { $0 })
    }

    /// Returns the tasks among the changed documents that demand a photo, or that photos are about: the tasks that
    /// `ProofSettling` checks. Reads some members of each task and photo.
    public func provableTasks(among changed: [DocumentPath]) throws(ReplicaError) -> Set<DocumentID> {
        let scanner = MemberScanner(selecting: ["about", "proof"])
        var ids: Set<DocumentID> = []
        for path in changed where path.kind == .task || path.kind == .photo {
            guard let id = path.id, let bytes = try? bytes(at: path), let members = try? scanner.members(of: bytes)
            else { continue }
            if path.kind == .task, members["proof"] != nil { ids.insert(id) }
            if path.kind == .photo, let task = Subject.task(members["about"]) { ids.insert(task) }
        }
        return try ids.union(provableTasks(at: Set(changed.filter { $0.kind == .pin }.compactMap { $0.id })))
    }

    /// Returns the tasks that demand a photo taken near one of the given pins. Reads some members of every task, unless
    /// there are no pins.
    package func provableTasks(at pins: Set<DocumentID>) throws(ReplicaError) -> Set<DocumentID> {
        if pins.isEmpty { return [] }
        var ids: Set<DocumentID> = []
        try forEachMembers(of: .task, selecting: ["id", "place", "proof"]) { _, members in
            guard members["proof"] != nil, let pin = Place(members["place"])?.pin, pins.contains(pin),
                let id = members["id"]?.stringValue.flatMap({ DocumentID($0) })
            else { return }
            ids.insert(id)
        }
        return ids
    }
}
