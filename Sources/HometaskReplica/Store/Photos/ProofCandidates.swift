// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// The tasks and pins for which the changes of a transaction may affect proofs.
struct ProofCandidates {
    /// The tasks for which a photo may become a proof, or cease to be one.
    private(set) var tasks: Set<DocumentID> = []
    /// The pins that were moved.
    private(set) var movedPins: Set<DocumentID> = []
    /// The paths of the photos about each task; nil until needed, because finding them requires checking every photo.
    var photosByTask: [DocumentID: Set<DocumentPath>]?

    /// Records the task that a document's change may complete or reopen by a photo.
    mutating func noteChange(of document: Document, from before: Document?, at path: DocumentPath) {
        switch path.kind {
        case .task where document["proof"] != nil: if let id = path.id { tasks.insert(id) }
        case .pin where before != nil && document["location"] != before?["location"]:
            if let id = path.id { movedPins.insert(id) }
        case .photo:
            for task in [document["about"], before?["about"]].compactMap({ Subject.task($0) }) {
                tasks.insert(task)
                photosByTask?[task, default: []].insert(path)
            }
        default: break
        }
    }
}
