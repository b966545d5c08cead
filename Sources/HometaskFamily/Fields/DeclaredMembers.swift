// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// Reads members of a task in byte order and, in passing, the fields among them that only the table of fields declares:
/// flags, and other fields whose value is in one member.
///
/// Invariant: a task's members are read or skipped in the order of ``TaskRecord/membersInOrder``, each once. The next
/// such field therefore comes after a known number of members, so that each step compares a number rather than a key.
struct DeclaredMembers<Members: MembersInOrder>: MembersInOrder {
    /// The underlying members, in byte order.
    private(set) var members: Members
    private(set) var flags = TaskFlags()
    private(set) var values: [TaskField: JSON] = [:]
    /// The fields to look for, in order.
    private let readings: [TaskField.Reading]
    /// The index of the next field in ``readings``.
    private var next = 0
    /// The number of members that were read or skipped.
    private var count = 0
    /// The number of members before the next such field.
    private var stop: Int

    /// Reads a task's own members.
    init(_ members: Members) {
        self.members = members
        readings = TaskField.readings
        stop = readings.first?.membersBefore ?? .max
    }

    /// Reads the members of an object within a task, which has no such fields.
    private init(within members: Members) {
        self.members = members
        readings = []
        stop = .max
    }

    /// Skips the next member.
    mutating func skipMember() { countMember() }

    /// Reads the declared fields that remain once everything else has been read.
    mutating func readRemaining() {
        while next < readings.count { readDeclared() }
    }

    private mutating func readDeclared() {
        let reading = readings[next]
        next += 1
        stop = next < readings.count ? readings[next].membersBefore : .max
        switch reading.value {
        case .flag(let flag, let word): if members.text(reading.key) == word { flags.insert(flag) }
        case .other(let field): values[field] = field.checked(members.value(reading.key))
        }
    }

    /// Reads the declared fields before the next member, and counts the member.
    @inline(__always)
    private mutating func countMember() {
        while count == stop { readDeclared() }
        count += 1
    }

    mutating func value(_ key: ExactString) -> JSON? {
        countMember()
        return members.value(key)
    }

    mutating func text(_ key: ExactString) -> String? {
        countMember()
        return members.text(key)
    }

    mutating func texts(_ key: ExactString) -> [String] {
        countMember()
        return members.texts(key)
    }

    mutating func id(_ key: ExactString) -> DocumentID? {
        countMember()
        return members.id(key)
    }

    mutating func ids(_ key: ExactString) -> [DocumentID] {
        countMember()
        return members.ids(key)
    }

    mutating func time(_ key: ExactString) -> Timestamp? {
        countMember()
        return members.time(key)
    }

    mutating func object(_ key: ExactString) -> DeclaredMembers<Members>? {
        countMember()
        return members.object(key).map { DeclaredMembers(within: $0) }
    }
}
