// SPDX-License-Identifier: Apache-2.0

/// How long a task took from its creation to its completion, in the steps of the statistics.
public enum CompletionLength: Int, CaseIterable, Hashable, Sendable {
    /// At most this long, and longer than the previous step.
    case hour, quarterDay, day, threeDays, week, twoWeeks, month, quarter, year
    /// Longer than a year.
    case longer

    /// Creates the step that contains a number of seconds.
    public init(seconds: Int64) {
        self = Self.allCases.first { $0.seconds.map { seconds <= $0 } ?? true } ?? .longer
    }

    /// The upper limit in seconds; nil if there is none. A month has 30 days, a quarter 91, a year 365.
    public var seconds: Int64? {
        switch self {
        case .hour: 3_600
        case .quarterDay: 6 * 3_600
        case .day: 86_400
        case .threeDays: 3 * 86_400
        case .week: 7 * 86_400
        case .twoWeeks: 14 * 86_400
        case .month: 30 * 86_400
        case .quarter: 91 * 86_400
        case .year: 365 * 86_400
        case .longer: nil
        }
    }
}
