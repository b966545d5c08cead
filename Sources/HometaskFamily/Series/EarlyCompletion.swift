// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments
package import HometaskMerging
public import HometaskTime

/// A completion of an occurrence in the period of the one before it, which is done already: probably the same chore,
/// done a second time.
///
/// The period of an occurrence ends with its day. What is due today or overdue is never early.
public struct EarlyCompletion: Hashable, Sendable {
    /// How the occurrence before was completed.
    public let previous: Completion
    /// When the occurrence itself is due.
    public let due: Due

    /// Examines a completion of an occurrence.
    ///
    /// - Parameters:
    ///   - occurrence: the occurrence that is to be completed.
    ///   - before: the one before it, by its `previous`.
    ///   - time: when it was done.
    ///   - familyZone: the zone for times without one.
    /// - Returns: nil if the completion is not early, the task no longer recurs, or the occurrence before is open or in
    ///   the trash.
    package init?(of occurrence: Document, after before: Document, at time: Timestamp, familyZone: TimeZoneRules) {
        guard occurrence["repeat"] != nil, occurrence["previous"]?.stringValue == before.id.description,
            !before.isDeleted, let done = Completion(before["completion"]), let due = Due(occurrence["due"]),
            let step = try? SeriesStep(from: before, familyZone: familyZone)
        else { return nil }
        let day = step.day(of: time)
        guard step.day(of: due) > day, day <= max(step.day(of: done.at), step.lastDayOfPeriod ?? .earliest) else {
            return nil
        }
        (previous, self.due) = (done, due)
    }
}
