// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging
import HometaskTime

extension TaskField {
    /// The reading of a field that only the table declares: a flag, or a value without a property of ``TaskRecord``.
    struct Reading: Sendable {
        /// The kind of value that is read. A flag does not store its field, because reference counting would cost more
        /// than reading the flag.
        enum Value: Sendable {
            case flag(TaskFlags, word: String)
            case other(TaskField)
        }

        let key: ExactString
        let value: Value
        /// The number of the record's other members that precede the field.
        let membersBefore: Int
    }

    /// All such fields, in the byte order of their keys.
    static let readings: [Reading] = all.filter { $0.isScalar && !TaskRecord.membersInOrder.contains($0.key.key) }
        .sorted { $0.key < $1.key }.map { field in
            Reading(
                key: field.key.key,
                value: field.flagWord.map { Reading.Value.flag(TaskFlags(field), word: $0) } ?? .other(field),
                membersBefore: TaskRecord.membersInOrder.count { $0 < field.key.key })
        }

    /// Validates the stored value of a field that only the table declares; nil for an invalid value, and for flags,
    /// which are read as ``TaskFlags``.
    func checked(_ value: JSON?) -> JSON? {
        switch values {
        case .date: Due(value)?.json
        case .interval: value?.stringValue.flatMap { ISODuration(iso: $0) }.map { .string($0.description) }
        case .hours: ProofWindow(value)?.json
        case .number: value?.intValue.map { .number(JSONNumber($0)) }
        case .choice(let words): value?.stringValue.flatMap { words.contains($0) ? .string($0) : nil }
        case .flag, .category, .line, .lines, .members, .author, .tags, .tasks, .items, .pin, .distance, .rule,
            .reminders:
            nil
        }
    }
}
