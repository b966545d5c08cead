// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments
package import HometaskMerging
public import HometaskTime

/// A completion that would move a series far ahead, past many occurrences, probably because the device's clock is
/// wrong.
///
/// A missed task is not due again until its completion, so a completion in another year moves its series there.
public struct SeriesJump: Hashable, Sendable {
    /// When the occurrence itself is due.
    public let due: Due
    /// When the next one would be due.
    public let next: Due

    /// A jump is longer than this number of days, and than this number of periods.
    private static let (longest, most) = (180, 3)

    /// Examines a completion of an occurrence.
    ///
    /// - Parameters:
    ///   - occurrence: the occurrence that is to be completed.
    ///   - time: when it was done.
    ///   - familyZone: the default zone for times without a zone.
    /// - Returns: nil if the series does not jump, or does not go on.
    package init?(of occurrence: Document, at time: Timestamp, familyZone: TimeZoneRules) {
        guard let step = try? SeriesStep(from: occurrence, familyZone: familyZone), let due = Due(occurrence["due"]),
            let period = step.period, let next = Due(step.next(done: time)?["due"])
        else { return nil }
        let passed = period.end.days(until: step.day(of: next))
        guard passed > max(Self.longest, Self.most * period.begin.days(until: period.end)) else { return nil }
        (self.due, self.next) = (due, next)
    }
}
