// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments
package import HometaskTime

extension DocumentReader {
    /// Checks whether a completion of a task, recurring or not, makes its series jump.
    ///
    /// - Parameters:
    ///   - task: the task that is to be completed.
    ///   - time: when it was done.
    ///   - familyZone: the default zone for times without a zone.
    /// - Returns: nil if no series jumps.
    package func seriesJump(
        of task: DocumentID, at time: Timestamp, familyZone: TimeZoneRules
    ) throws(ReplicaError) -> SeriesJump? {
        guard let path = DocumentPath(kind: .task, id: task), let occurrence = try document(at: path) else {
            return nil
        }
        return SeriesJump(of: occurrence, at: time, familyZone: familyZone)
    }
}
