// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging

extension TaskField {
    /// How a field is read that only the table declares: a flag, or a date without a property of ``TaskRecord``.
    struct Reading: Sendable {
        /// What is read from the member.
        enum Value: Sendable {
            case flag(TaskFlags, word: String)
            case date(TaskField)
        }

        let key: ExactString
        let value: Value
        /// The number of the record's other members that come before it.
        let membersBefore: Int
    }

    /// All such fields, in the byte order of their keys.
    static let readings: [Reading] = all.filter { field in
        (field.isDate || field.flagWord != nil) && !TaskRecord.membersInOrder.contains(field.key.key)
    }.sorted { $0.key < $1.key }.map { field in
        Reading(
            key: field.key.key, value: field.flagWord.map { .flag(TaskFlags(field), word: $0) } ?? .date(field),
            membersBefore: TaskRecord.membersInOrder.count { $0 < field.key.key })
    }
}
