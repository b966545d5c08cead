// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// Members of a task that are read in byte order, with the flags among them read in passing. Only the table of fields
/// defines which flags there are.
///
/// Invariant: a task's members are read or skipped in the order of ``TaskRecord/membersInOrder``, each once. The next
/// flag is therefore due after a known number of members, so that each step compares a number rather than a key.
struct FlaggedMembers<Members: MembersInOrder>: MembersInOrder {
    /// The underlying members, in byte order.
    private(set) var members: Members
    private var flags = TaskFlags()
    /// The flags to look for, in order.
    private let readings: [TaskFlags.Reading]
    /// The index of the next one among them.
    private var next = 0
    /// The number of members that were read or skipped.
    private var count = 0
    /// The number of members before the next flag.
    private var stop: Int

    /// A task's own members.
    init(_ members: Members) {
        self.members = members
        readings = TaskFlags.readings
        stop = readings.first?.membersBefore ?? .max
    }

    /// The members of an object in a task, which has no flags.
    private init(within members: Members) {
        self.members = members
        readings = []
        stop = .max
    }

    /// Skips the next member.
    mutating func skipMember() { readFlags() }

    /// The flags, once everything else has been read.
    mutating func allFlags() -> TaskFlags {
        while next < readings.count { readFlag() }
        return flags
    }

    private mutating func readFlag() {
        let reading = readings[next]
        next += 1
        stop = next < readings.count ? readings[next].membersBefore : .max
        if members.text(reading.key) == reading.word { flags.insert(reading.flag) }
    }

    /// Reads the flags before the next member, and counts the member.
    @inline(__always)
    private mutating func readFlags() {
        while count == stop { readFlag() }
        count += 1
    }

    mutating func value(_ key: ExactString) -> JSON? {
        readFlags()
        return members.value(key)
    }

    mutating func text(_ key: ExactString) -> String? {
        readFlags()
        return members.text(key)
    }

    mutating func texts(_ key: ExactString) -> [String] {
        readFlags()
        return members.texts(key)
    }

    mutating func id(_ key: ExactString) -> DocumentID? {
        readFlags()
        return members.id(key)
    }

    mutating func ids(_ key: ExactString) -> [DocumentID] {
        readFlags()
        return members.ids(key)
    }

    mutating func time(_ key: ExactString) -> Timestamp? {
        readFlags()
        return members.time(key)
    }

    mutating func object(_ key: ExactString) -> FlaggedMembers<Members>? {
        readFlags()
        return members.object(key).map { FlaggedMembers(within: $0) }
    }
}
