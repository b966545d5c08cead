// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// What the changes of a transaction may prove of tasks, or prove no more.
struct ProofCandidates {
    /// The tasks of which a photo may prove from now on, or prove no more, that they were done.
    private(set) var tasks: Set<DocumentID> = []
    /// The pins that were moved.
    private(set) var movedPins: Set<DocumentID> = []
    /// The places of the photos about each task, once somebody asked: looking for them costs a glance at every photo.
    var photosByTask: [DocumentID: Set<DocumentPath>]?

    /// Notes the task that a document's change may complete or open by a photo.
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
