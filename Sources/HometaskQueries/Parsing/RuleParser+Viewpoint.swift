// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
public import HometaskTime

extension RuleParser {
    /// Creates a parser for rules with a family's settings.
    public init(from viewpoint: Viewpoint) {
        self.init(
            now: viewpoint.now, zone: viewpoint.zone, weekStart: viewpoint.weekStart,
            language: viewpoint.language, catchesUp: viewpoint.directory.family?.missed == "catch-up")
    }

    /// Parses a rule, which may contain a time of day, and determines its first due date. A rule in words without a day
    /// of the month keeps to the end of the month if the due date is there.
    ///
    /// - Parameters:
    ///   - text: the rule, in words or in the notation of RFC 5545.
    ///   - due: the due date of the task; nil if it has none.
    /// - Throws: `ReplicaError` (`invalidRequest`).
    public func parse(_ text: String, from due: Due?) throws(ReplicaError) -> (rule: RecurrenceRule, due: Due) {
        let (rule, time) = try parseTimed(text)
        let first: Due
        if let time {
            first = try firstDue(rule, at: time, from: due, text: text)
        } else {
            first = try firstDue(rule, from: due)
        }
        return (Self.isNotation(text) ? rule : rule.keepingMonthEnd(from: day(of: first)), first)
    }
}
