// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments
import HometaskMerging
package import HometaskTime

extension DocumentReader {
    /// Checks whether a completion of a task, recurring or not, is early.
    ///
    /// - Parameters:
    ///   - task: the task that is to be completed.
    ///   - time: when it was done.
    ///   - familyZone: the default zone for times without a zone.
    /// - Returns: nil if the completion is not early.
    package func earlyCompletion(
        of task: DocumentID, at time: Timestamp, familyZone: TimeZoneRules
    ) throws(ReplicaError) -> EarlyCompletion? {
        guard let path = DocumentPath(kind: .task, id: task), let occurrence = try document(at: path),
            let previous = occurrence["previous"]?.stringValue.flatMap({ DocumentID($0) }),
            let path = DocumentPath(kind: .task, id: previous), let before = try document(at: path)
        else { return nil }
        return EarlyCompletion(of: occurrence, after: before, at: time, familyZone: familyZone)
    }
}
