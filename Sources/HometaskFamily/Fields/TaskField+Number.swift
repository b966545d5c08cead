// SPDX-License-Identifier: Apache-2.0

extension TaskField {
    /// Whether queries compare the field's values by size: points, durations, hours, dates, and words in their order.
    public var isNumeric: Bool {
        switch values {
        case .number, .interval, .hours, .date, .choice: true
        default: false
        }
    }

    /// Whether a lower number counts as more in comparisons: a word, of which the first is the greatest.
    public var isDescending: Bool { if case .choice = values { true } else { false } }

    /// The numeric fields, in the order of the table, and the recorded dates.
    public static let numeric: [TaskField] = sortable.filter { $0.isNumeric }

    /// The fields by which lists are sorted without more data than the task: the numeric ones and the flags.
    public static let sortable: [TaskField] = (all + recorded).filter { $0.isNumeric || $0.flagWord != nil }
}
