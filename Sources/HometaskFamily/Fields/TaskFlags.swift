// SPDX-License-Identifier: Apache-2.0

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
}
