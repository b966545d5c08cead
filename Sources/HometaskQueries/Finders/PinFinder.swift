// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

/// Finds pins by reference: by words of the name or by `#` and the start of the id.
public struct PinFinder: Sendable {
    /// All readable pins, in the order of their ids, including those in the trash.
    public let pins: [PinRecord]

    /// Reads all pins of a version, skipping unreadable ones.
    ///
    /// - Throws: any error of the reader.
    public init(reading reader: DocumentReader) throws(ReplicaError) {
        var pins: [PinRecord] = []
        try reader.forEachMembers(of: .pin) { _, members in
            if let pin = PinRecord(members) { pins.append(pin) }
        }
        self.pins = pins
    }

    /// Returns the only pin that matches the words. If `isTrash` is true, the pins in the trash are searched instead.
    ///
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func pin(_ words: [String], isTrash: Bool = false) throws(ReplicaError) -> PinRecord {
        try Reference.one(named: words, among: pins, noun: "pin", isTrash: isTrash)
    }

    /// Returns the pins that the words refer to: several ids, or one pin by words.
    ///
    /// - Returns: each pin once, in the order in which they were named.
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func pins(_ words: [String], isTrash: Bool = false) throws(ReplicaError) -> [PinRecord] {
        try Reference.all(named: words, among: pins, noun: "pin", isTrash: isTrash)
    }
}
