// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskMerging

/// Which photos prove that tasks were done.
///
/// Invariant: a task that demands a photo, and is not in the trash, is complete exactly while a photo proves it. A
/// photo that an adult accepted proves its task; one that an adult refused does not; any other does where its own place
/// and time are what the task demands. What proved a task once, by the completion's word, proves it as long as it is
/// attached and nobody refuses it, wherever the pin is moved.
///
/// Every command keeps to it, and what came together in a merge is settled by an author that follows from the
/// documents, so that devices which do it apart write the same bytes.
package struct ProofRule {
    private var tasks: [DocumentID: (record: TaskRecord, demand: ProofDemand)] = [:]
    /// The photos that are attached to each task, the first one first.
    private var photos: [DocumentID: [PhotoRecord]] = [:]
    /// The rejections by adults, by photo.
    private var refusals: [DocumentID: Verdict] = [:]
    /// The original of each edited copy.
    private var sources: [DocumentID: DocumentID] = [:]

    /// - Parameter photos: the photos about the tasks, those in the trash too.
    package init(of tasks: [TaskRecord], among photos: [PhotoRecord], reading reader: DocumentReader)
        throws(ReplicaError)
    {
        for task in tasks { self.tasks[task.id] = (task, try ProofDemand(of: task, reading: reader)) }
        for photo in photos {
            if let verdict = photo.verdict, !verdict.isApproved { refusals[photo.id] = verdict }
            sources[photo.id] = photo.madeFrom
            guard !photo.isDeleted, photo.aboutKind == .task, let task = photo.aboutID else { continue }
            self.photos[task, default: []].append(photo)
        }
        self.photos = self.photos.mapValues { $0.sorted { Self.order($0) < Self.order($1) } }
    }

    private static func order(_ photo: PhotoRecord) -> (Int64, DocumentID) {
        (photo.createdAt?.seconds ?? .max, photo.id)
    }

    /// The photos that are attached to a task, whether they prove it or not.
    package func attached(to task: DocumentID) -> [PhotoRecord] { photos[task] ?? [] }

    /// Why a photo does not prove a task; nil if it does.
    package func objection(to photo: PhotoRecord, of task: DocumentID) -> ProofObjection? {
        guard let (record, demand) = tasks[task] else { return nil }
        if photo.verdict?.isApproved != true, let refusal = refusal(of: photo.id) { return .refused(why: refusal.why) }
        return record.completion?.photo == photo.id ? nil : demand.objection(to: photo)
    }

    /// The refusal of a photo, or of one that it was made of: a copy proves nothing that its original may not prove.
    private func refusal(of photo: DocumentID) -> Verdict? {
        var (next, visited): (DocumentID?, Set<DocumentID>) = (photo, [])
        while let id = next, visited.insert(id).inserted {
            if let refusal = refusals[id] { return refusal }
            next = sources[id]
        }
        return nil
    }

    /// The photo that proves a task, as whoever attached it completed it: the first of several; nil if none does.
    package func proof(of task: DocumentID) -> PhotoRecord? {
        attached(to: task).first { objection(to: $0, of: task) == nil }
    }
}

extension DocumentReader {
    /// The places of the photos about each task, those in the trash too: a glance at every photo.
    package func photosOfTasks() throws(ReplicaError) -> [DocumentID: Set<DocumentPath>] {
        var paths: [DocumentID: Set<DocumentPath>] = [:]
        try forEachMembers(of: .photo, selecting: ["about"]) { path, members in
            if let task = Subject.task(members["about"]) { paths[task, default: []].insert(path) }
        }
        return paths
    }

    /// Photos by their places, those that can be read.
    package func photos(at paths: Set<DocumentPath>) throws(ReplicaError) -> [PhotoRecord] {
        var photos: [PhotoRecord] = []
        for path in paths.sorted(by: { $0.text < $1.text }) {
            if let photo = try readableMembers(at: path).flatMap({ PhotoRecord($0) }) { photos.append(photo) }
        }
        return photos
    }

    /// The photos that are attached to a task, the first one first, and why some do not prove it, by photo; where the
    /// task demands no photo, nothing is said against any.
    public func attachments(
        of task: TaskRecord
    ) throws(ReplicaError) -> (photos: [PhotoRecord], objections: [DocumentID: ProofObjection]) {
        let rule = try ProofRule(of: [task], among: photos(at: photosOfTasks()[task.id] ?? []), reading: self)
        let photos = rule.attached(to: task.id)
        guard task.needsPhoto else { return (photos, [:]) }
        let objections = photos.map { ($0.id, rule.objection(to: $0, of: task.id)) }
        return (photos, Dictionary(keepingFirst: objections).compactMapValues { $0 })
    }
}

extension DocumentReader {
    /// The tasks that demand a photo, or that photos are about, among some documents: what `ProofSettling` looks at. It
    /// costs a glance at each task and photo.
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

    /// The tasks that demand a photo taken near one of some pins; a glance at every task, where there is a pin.
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
