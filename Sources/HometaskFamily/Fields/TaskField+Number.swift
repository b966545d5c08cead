// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskTime

extension TaskField {
    /// Whether queries compare its values by size: points, durations and hours. Dates are compared by ``Due``, since
    /// they depend on a time zone.
    public var isNumeric: Bool { [.number, .interval, .hours].contains(values) }

    /// The numeric fields, in the order of the table.
    public static let numeric: [TaskField] = all.filter { $0.isNumeric }

    /// The fields by which lists are sorted without more data than the task: the numeric ones and the flags.
    public static let sortable: [TaskField] = all.filter { $0.isNumeric || $0.flagWord != nil }
}

extension TaskRecord {
    /// The number that stands for a task's value of a field in comparisons and orders: a number as it is, the seconds of
    /// a duration, the seconds from midnight to the beginning of hours, 0 for a flag that is set.
    ///
    /// Nil if the task has no value, or a duration of no time, which asks for nothing; and for fields that are not
    /// ``TaskField/sortable``.
    public func number(of field: TaskField) -> Int64? {
        guard let value = value(of: field) else { return nil }
        switch field.values {
        case .number: return value.intValue.map { Int64($0) }
        case .interval:
            guard let length = value.stringValue.flatMap({ ISODuration(iso: $0) }), length != .zero else { return nil }
            return length.approximateSeconds
        case .hours: return ClockSpan(value).map { Int64($0.from.secondOfDay) }
        case .flag: return 0
        default: return nil
        }
    }
}
