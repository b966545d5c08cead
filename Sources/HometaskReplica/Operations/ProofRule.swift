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
struct ProofRule {
    private var tasks: [DocumentID: (record: TaskRecord, demand: ProofDemand)] = [:]
    /// The photos that are attached to each task, the first one first.
    private var photos: [DocumentID: [PhotoRecord]] = [:]
    /// What adults said of photos that they refused, by photo.
    private var refusals: [DocumentID: Verdict] = [:]
    /// The photo of which each edited copy was made.
    private var sources: [DocumentID: DocumentID] = [:]

    /// - Parameter photos: the photos about the tasks, those in the trash too.
    init(of tasks: [TaskRecord], among photos: [PhotoRecord], reading reader: any DocumentReader) throws {
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
    func attached(to task: DocumentID) -> [PhotoRecord] { photos[task] ?? [] }

    /// Why a photo does not prove a task; nil where it does.
    func objection(to photo: PhotoRecord, of task: DocumentID) -> ProofObjection? {
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

    /// The photo that proves a task, as whoever attached it completed it: the first of several; nil where none does.
    func proof(of task: DocumentID) -> PhotoRecord? {
        attached(to: task).first { objection(to: $0, of: task) == nil }
    }
}

extension DocumentReader {
    /// The places of the photos about each task, those in the trash too: a glance at every photo.
    func photosOfTasks() throws -> [DocumentID: Set<DocumentPath>] {
        var paths: [DocumentID: Set<DocumentPath>] = [:]
        try forEachMembers(of: .photo, selecting: ["about"]) { path, members in
            if let task = Subject.task(members["about"]) { paths[task, default: []].insert(path) }
        }
        return paths
    }

    /// Photos by their places, those that can be read.
    func photos(at paths: Set<DocumentPath>) throws -> [PhotoRecord] {
        try paths.sorted { $0.text < $1.text }.compactMap { try readableMembers(at: $0).flatMap { PhotoRecord($0) } }
    }

    /// The photos that are attached to a task, the first one first, and why some do not prove it, by photo; where the
    /// task demands no photo, nothing is said against any.
    public func attachments(
        of task: TaskRecord
    ) throws -> (photos: [PhotoRecord], objections: [DocumentID: ProofObjection]) {
        let rule = try ProofRule(of: [task], among: photos(at: photosOfTasks()[task.id] ?? []), reading: self)
        let photos = rule.attached(to: task.id)
        guard task.needsPhoto else { return (photos, [:]) }
        let objections = photos.map { ($0.id, rule.objection(to: $0, of: task.id)) }
        return (photos, Dictionary(objections) { first, _ in first }.compactMapValues(\.self))
    }

    /// The members of a document; nil where there is none, or none that can be read as one.
    public func readableMembers(at path: DocumentPath) throws -> JSONObject? {
        do {
            return try bytes(at: path).flatMap { try? JSONObject.parse($0) }
        } catch let error as ReplicaError where error.code == .unreadableDocument {
            return nil
        }
    }
}

extension Transaction {
    /// Which photos prove some tasks, as the transaction has them so far.
    func proofRule(of tasks: [TaskRecord]) throws -> ProofRule {
        let paths = try photoPaths(of: tasks.map(\.id))
        return try ProofRule(of: tasks, among: photos(at: paths), reading: self)
    }

    /// Marks a task as done, with photos attached to it; one that demands a photo is refused without.
    ///
    /// - Parameter accepts: whether this member, an adult, accepts the photos as proof whatever their place and time;
    ///   without photos, those that are attached.
    /// - Returns: how its series goes on.
    /// - Throws: `ReplicaError` (`forbidden`) where nothing proves it, or a child accepts.
    @discardableResult
    public func complete(
        _ task: DocumentID, _ completion: Completion, provenBy drafts: [PhotoDraft], accepts: Bool = false
    ) throws -> SeriesContinuation {
        let record = try self.task(task)
        var completion = completion
        var kept: [DocumentID] = []
        for var draft in drafts {
            draft.subject = Subject(record)
            kept.append(try keep(draft))
        }
        if accepts { try acceptPhotos(kept, of: record) }
        completion.photo = completion.photo ?? kept.first
        if record.needsPhoto {
            let rule = try proofRule(of: [record])
            let own = rule.attached(to: task).filter { kept.contains($0.id) }
            let proof = own.first { rule.objection(to: $0, of: task) == nil } ?? rule.proof(of: task)
            guard let proof else { throw try unproven(record, by: rule, own) }
            completion.photo = proof.id
        }
        return try complete(task, completion)
    }

    /// That nothing proves a task, and why what was attached now, or before, does not.
    private func unproven(_ task: TaskRecord, by rule: ProofRule, _ own: [PhotoRecord]) throws -> ReplicaError {
        let reference = "'#\(task.id.description.prefix(8))'"
        let attached = own.isEmpty ? rule.attached(to: task.id) : own
        guard let photo = attached.first, let objection = rule.objection(to: photo, of: task.id) else {
            return ReplicaError(
                .forbidden, "‘\(task.title)’ is done once a photo is attached to it; nothing was changed",
                hint: "Attach one: hometask done \(reference) --photo FILE")
        }
        let others = attached.count == 1 ? "" : ", and neither do the others"
        let reason = objection.reason(isImperial: try isImperial())
        return ReplicaError(
            .forbidden,
            "\(Diary.quoted(photo.name)) does not prove ‘\(task.title)’: \(reason)\(others); nothing was changed",
            hint: own.isEmpty
                ? "An adult can accept it: hometask done \(reference) --accept"
                : "An adult can accept it, with --accept; to hand it to one: hometask photo add FILE --task \(reference)"
        )
    }

    private func isImperial() throws -> Bool {
        try readableMembers(at: .family).flatMap { FamilyRecord($0) }?.units == "imperial"
    }

    /// Completes a task that demands a photo and has one that proves it.
    ///
    /// - Returns: how its series goes on; nil where the task stays as it is.
    @discardableResult
    func completeByProof(_ task: DocumentID) throws -> SeriesContinuation? {
        guard let record = try? self.task(task), record.needsPhoto, record.isOpen,
            let proof = try proofRule(of: [record]).proof(of: task)
        else { return nil }
        return try complete(task, Completion(at: now, by: member ?? proof.createdBy, photo: proof.id))
    }

    /// Opens a task again that demands a photo and has none any more that proves it.
    ///
    /// - Returns: whether it was complete.
    func reopenUnproven(_ task: DocumentID) throws -> Bool {
        guard let record = try? self.task(task), record.needsPhoto, !record.isOpen, !record.isDeleted,
            try proofRule(of: [record]).proof(of: task) == nil
        else { return false }
        try reopen(task)
        return true
    }

    /// Makes tasks that demand a photo complete or open, as the photos have it, after the transaction changed them or
    /// their photos by other means than a command of their own.
    ///
    /// - Parameter others: more tasks in question, as ``DocumentReader/provableTasks(among:)`` finds them after
    ///   documents came by other means.
    /// - Returns: the tasks that were completed and opened, for the family's diary.
    @discardableResult
    public func settleProofs(of others: Set<DocumentID> = []) throws -> [DocumentID] {
        let ids = try provable.union(others).union(provableTasks(at: movedPins))
        let tasks = ids.sorted().compactMap { try? task($0) }.filter { $0.needsPhoto && !$0.isDeleted }
        if tasks.isEmpty { return [] }
        let rule = try proofRule(of: tasks)
        return try tasks.map(\.id).filter { try settleProof(of: $0, by: rule) }
    }

    private func settleProof(of task: DocumentID, by rule: ProofRule) throws -> Bool {
        let path = try Self.path(of: .task, task)
        guard let before = try document(at: path) else { return false }
        let completion = Completion(before["completion"])
        let proof = rule.proof(of: task)
        if (completion == nil) == (proof == nil) { return false }
        let value = proof.map { Completion(at: $0.createdAt ?? now, by: $0.createdBy, photo: $0.id).json }
        let time = max(
            before.lastWrite(of: "completion")?.time ?? Timestamp(seconds: 0), proof?.createdAt ?? Timestamp(seconds: 0)
        )
        var after = before
        after.write(
            value, to: "completion", rule: self.rule(of: "completion", in: before),
            by: Series.author(of: ["completion": value ?? .null], onto: before, at: time))
        if value != nil, before["verdict"] != nil {
            after.write(
                nil, to: "verdict", rule: self.rule(of: "verdict", in: before),
                by: Series.author(of: ["verdict": .null], onto: before, at: time))
        }
        guard after != before else { return false }
        try stage(after, changedFrom: before, at: path, follows: true)
        let title = Diary.quoted(Self.name(of: before))
        tell(
            proof == nil
                ? "reopened \(title), which no photo proves any more" : "completed \(title), which a photo proves")
        if proof == nil { try withdrawSuccessor(of: task) } else { try continueSeries(after: task) }
        return true
    }
}

extension DocumentReader {
    /// The tasks that demand a photo, or that photos are about, among some documents: what `settleProofs` looks at. It
    /// costs a glance at each task and photo.
    public func provableTasks(among changed: [DocumentPath]) throws -> Set<DocumentID> {
        let scanner = MemberScanner(selecting: ["about", "proof"])
        var ids: Set<DocumentID> = []
        for path in changed where path.kind == .task || path.kind == .photo {
            guard let id = path.id, let bytes = try? bytes(at: path), let members = try? scanner.members(of: bytes)
            else { continue }
            if path.kind == .task, members["proof"] != nil { ids.insert(id) }
            if path.kind == .photo, let task = Subject.task(members["about"]) { ids.insert(task) }
        }
        return try ids.union(provableTasks(at: Set(changed.filter { $0.kind == .pin }.compactMap(\.id))))
    }

    /// The tasks that demand a photo taken near one of some pins; a glance at every task, where there is a pin.
    func provableTasks(at pins: Set<DocumentID>) throws -> Set<DocumentID> {
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
