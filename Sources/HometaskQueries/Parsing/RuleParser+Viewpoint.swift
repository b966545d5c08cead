// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
public import HometaskTime

extension RuleParser {
    /// Creates a parser for the rules of a family, as its settings say.
    public init(from viewpoint: Viewpoint) {
        self.init(
            now: viewpoint.now, zone: viewpoint.zone, weekStart: viewpoint.weekStart,
            catchesUp: viewpoint.directory.family?.missed == "catch-up")
    }

    /// Parses a rule, which may contain a time of day, and works out the first due date by it.
    ///
    /// - Parameter due: the due date of the task; nil if it has none.
    /// - Throws: `ReplicaError` (`invalidRequest`).
    public func parse(_ text: String, from due: Due?) throws(ReplicaError) -> (rule: RecurrenceRule, due: Due) {
        let (rule, time) = try parseTimed(text)
        guard let time else { return (rule, try firstDue(rule, from: due)) }
        return (rule, try firstDue(rule, at: time, from: due, text: text))
    }
}
