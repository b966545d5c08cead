// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

/// Finds the pins that people name, by words of the name or by `#` and the start of the id.
public struct PinFinder: Sendable {
    /// All readable pins, in the order of their ids, including those in the trash.
    public let pins: [PinRecord]

    /// Reads all pins of a version; those that cannot be read are left out.
    ///
    /// - Throws: what the reader throws.
    public init(reading reader: DocumentReader) throws(ReplicaError) {
        var pins: [PinRecord] = []
        try reader.forEachMembers(of: .pin) { _, members in
            if let pin = PinRecord(members) { pins.append(pin) }
        }
        self.pins = pins
    }

    /// The one pin that words name.
    ///
    /// - Parameter isTrash: whether only pins in the trash are meant.
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func pin(_ words: [String], isTrash: Bool = false) throws(ReplicaError) -> PinRecord {
        try Reference.one(named: words, among: pins, noun: "pin", isTrash: isTrash)
    }

    /// The pins that words name: several ids, or one pin by words.
    ///
    /// - Returns: each pin once, in the order in which they were named.
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func pins(_ words: [String], isTrash: Bool = false) throws(ReplicaError) -> [PinRecord] {
        try Reference.all(named: words, among: pins, noun: "pin", isTrash: isTrash)
    }
}
