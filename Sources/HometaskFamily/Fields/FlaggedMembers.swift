// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// Members of a task, with the flags among them read on the way: members come in byte order, and which flags there are,
/// only the table of fields says.
///
/// Invariant: a task's members are asked for in the order of ``TaskRecord/membersInOrder``, each once or skipped. So
/// the next flag is due after so many members, and a number is compared at each of them rather than a key.
struct FlaggedMembers<Members: MembersInOrder>: MembersInOrder {
    /// The underlying members, in byte order.
    private(set) var members: Members
    private var flags = TaskFlags()
    /// The flags to look for, in order.
    private let readings: [TaskFlags.Reading]
    /// The place of the next one among them.
    private var next = 0
    /// How many members were asked for or skipped.
    private var count = 0
    /// How many members come before the next flag.
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

    /// Passes over the next member.
    mutating func pass() { readFlags() }

    /// The flags, once everything else has been asked for.
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

    /// Reads the flags that come before the next member, and counts that.
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
