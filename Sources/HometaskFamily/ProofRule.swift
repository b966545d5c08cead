// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments
import HometaskMerging

/// Decides which photos prove that tasks were done.
///
/// Invariant: a task that demands a photo and is not in the trash is complete if and only if a photo proves it:
///
/// - A photo accepted by an adult proves its task.
/// - A photo refused by an adult does not prove it.
/// - Any other photo proves the task if its place and time meet the task's demands.
/// - A photo named by the task's completion has proved the task before, if the photo's document confirms it: it has the
///   completion that it proved (``PhotoRecord/completed``), or was attached by that completion. It remains a proof as
///   long as it is attached and nobody refuses it, even if the task's pin is moved. Naming a photo alone proves
///   nothing.
///
/// Every command maintains the invariant. After a merge it is restored with writes whose author is derived from the
/// documents, so that devices that do this independently write the same bytes.
package struct ProofRule {
    private var tasks: [DocumentID: (record: TaskRecord, demand: ProofDemand)] = [:]
    /// The photos that are attached to each task, oldest first.
    private var photos: [DocumentID: [PhotoRecord]] = [:]
    /// The rejections by adults, by photo.
    private var refusals: [DocumentID: Verdict] = [:]
    /// The original of each edited copy.
    private var sources: [DocumentID: DocumentID] = [:]

    /// - Parameter photos: the photos about the tasks, including those in the trash.
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

    /// Returns the photos attached to a task, whether they prove the task or not.
    package func attached(to task: DocumentID) -> [PhotoRecord] { photos[task] ?? [] }

    /// Returns the objection if a photo does not prove a task; nil otherwise.
    package func objection(to photo: PhotoRecord, of task: DocumentID) -> ProofObjection? {
        guard let (record, demand) = tasks[task] else { return nil }
        if photo.verdict?.isApproved != true, let refusal = refusal(of: photo.id) { return .refused(why: refusal.why) }
        guard let objection = demand.objection(to: photo) else { return nil }
        return record.completion.map { photo.completion(now: $0.at) == $0 } == true ? nil : objection
    }

    /// Returns the refusal of a photo or of its original: an edited copy cannot prove more than its original.
    private func refusal(of photo: DocumentID) -> Verdict? {
        var (next, visited): (DocumentID?, Set<DocumentID>) = (photo, [])
        while let id = next, visited.insert(id).inserted {
            if let refusal = refusals[id] { return refusal }
            next = sources[id]
        }
        return nil
    }

    /// Returns the photo that proves a task; nil if there is none. If there are several, the first one counts, because
    /// attaching it completed the task.
    package func proof(of task: DocumentID) -> PhotoRecord? {
        attached(to: task).first { objection(to: $0, of: task) == nil }
    }
}
