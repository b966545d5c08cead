// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging

/// The flags of a task: the fields whose value is one word or nothing.
public struct TaskFlags: Hashable, Sendable {
    /// One bit for each flag, in the order of ``TaskField/flags``.
    package private(set) var bits: UInt64 = 0

    /// Creates an empty set of flags.
    public init() {}

    /// The set of one flag; empty if the field is not a flag.
    public init(_ field: TaskField) {
        bits = TaskField.flags.firstIndex(of: field).map { 1 << UInt64($0) } ?? 0
    }

    /// Whether the set contains a flag.
    public func contains(_ field: TaskField) -> Bool { bits & TaskFlags(field).bits != 0 }

    /// Whether the two sets have a flag in common.
    func intersects(_ others: TaskFlags) -> Bool { bits & others.bits != 0 }

    /// Adds the flags of another set.
    mutating func insert(_ other: TaskFlags) { bits |= other.bits }
}

extension TaskFlags {
    static let proof = TaskFlags(.proof)
    static let approval = TaskFlags(.approval)

    /// How a flag is stored in a document.
    struct Reading: Sendable {
        let key: ExactString
        let word: String
        let flag: TaskFlags
        /// The number of the record's other members that come before it.
        let membersBefore: Int
    }

    /// All flags, in the byte order of their keys.
    static let readings: [Reading] = TaskField.flags.sorted { $0.key < $1.key }.map { field in
        Reading(
            key: field.key.key, word: field.flagWord ?? "", flag: TaskFlags(field),
            membersBefore: TaskRecord.membersInOrder.count { $0 < field.key.key })
    }
}
