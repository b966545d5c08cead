// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskTime

extension TaskRecord {
    /// Returns a task's value of a field as a number for comparison and sorting: a number unchanged, a duration in
    /// seconds, hours as the seconds from midnight to their beginning, a date in seconds since 1970, a word as its
    /// index, a set flag as 0. The time zone determines when a day begins and ends.
    ///
    /// Nil if the task has no value or a zero duration, which has no effect, and for fields that are not
    /// ``TaskField/sortable``.
    public func number(of field: TaskField, in zone: TimeZoneRules) -> Int64? {
        switch field.values {
        case .date(.deadline): return date(of: field)?.deadline(in: zone).seconds
        case .date(.beginning): return date(of: field)?.beginning(in: zone).seconds
        case .date(.past): return (field == .done ? completion?.at : begunAt)?.seconds
        case .number: return value(of: field)?.intValue.map { Int64($0) }
        case .interval:
            guard let length = value(of: field)?.stringValue.flatMap({ ISODuration(iso: $0) }), length != .zero else {
                return nil
            }
            return length.approximateSeconds
        case .hours: return ClockSpan(value(of: field)).map { Int64($0.from.secondOfDay) }
        case .choice(let words):
            guard let word = value(of: field)?.stringValue else { return nil }
            return words.firstIndex(of: word).map { Int64($0) }
        case .flag: return value(of: field).map { _ in 0 }
        default: return nil
        }
    }
}
