// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// Members of a task, with the flags among them read on the way: members come in byte order, and which flags there are,
/// only the table of fields says.
struct FlaggedMembers<Members: MembersInOrder>: MembersInOrder {
    /// The members themselves.
    private(set) var members: Members
    /// The flags that were found.
    private(set) var flags = TaskFlags()
    /// The flags to look for, in order; as it is never changed, no record copies it.
    private let readings: [TaskFlags.Reading]
    /// The place of the next one.
    private var next = 0
    /// The key of the next one.
    private var nextKey: ExactString?

    /// A task's own members.
    init(_ members: Members) {
        self.members = members
        readings = TaskFlags.readings
        nextKey = readings.first?.key
    }

    /// The members of an object in a task, which has no flags.
    private init(within members: Members) {
        self.members = members
        readings = []
    }

    /// The flags, once everything else has been asked for.
    mutating func allFlags() -> TaskFlags {
        while nextKey != nil { readFlag() }
        return flags
    }

    private mutating func readFlag() {
        let reading = readings[next]
        next += 1
        nextKey = next < readings.count ? readings[next].key : nil
        if members.text(reading.key) == reading.word { flags.insert(reading.flag) }
    }

    /// Reads the flags whose keys come before another.
    private mutating func readFlags(before key: ExactString) {
        while let next = nextKey, next < key { readFlag() }
    }

    mutating func value(_ key: ExactString) -> JSON? {
        readFlags(before: key)
        return members.value(key)
    }

    mutating func text(_ key: ExactString) -> String? {
        readFlags(before: key)
        return members.text(key)
    }

    mutating func texts(_ key: ExactString) -> [String] {
        readFlags(before: key)
        return members.texts(key)
    }

    mutating func id(_ key: ExactString) -> DocumentID? {
        readFlags(before: key)
        return members.id(key)
    }

    mutating func ids(_ key: ExactString) -> [DocumentID] {
        readFlags(before: key)
        return members.ids(key)
    }

    mutating func time(_ key: ExactString) -> Timestamp? {
        readFlags(before: key)
        return members.time(key)
    }

    mutating func object(_ key: ExactString) -> FlaggedMembers<Members>? {
        readFlags(before: key)
        return members.object(key).map { FlaggedMembers(within: $0) }
    }
}
