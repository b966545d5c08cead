// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments
package import HometaskMerging
public import HometaskTime

/// A completion of an occurrence in the period of the previous one, which is already done: probably the same chore,
/// done a second time.
///
/// The period of an occurrence ends with its due day. An occurrence that is due today or overdue is never early.
public struct EarlyCompletion: Hashable, Sendable {
    /// The completion of the previous occurrence.
    public let previous: Completion
    /// When the occurrence itself is due.
    public let due: Due

    /// Examines a completion of an occurrence.
    ///
    /// - Parameters:
    ///   - occurrence: the occurrence that is to be completed.
    ///   - before: the previous occurrence, by its `previous`.
    ///   - time: when it was done.
    ///   - familyZone: the default zone for times without a zone.
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
