// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The text of a stamp: `dot…#hash8`, the events that wrote one value, greatest first, and the value's hash.
///
/// An event is `actor.n`. A `~` before it marks a weak write; `@2025-11-21T09:31:40Z` after it gives its time if there
/// is no table.
enum Stamp {
    /// Formats events as in a stamp.
    static func text(of writes: [Write], times: TimeTable?) -> String {
        var text = ""
        for write in writes {
            if !text.isEmpty { text += " " }
            if write.isWeak { text += "~" }
            text += write.dot.description
            if times?.time(of: write.dot) != write.time { text += "@\(write.time.rfc3339)" }
        }
        return text
    }

    /// Formats events and the hash of their value.
    static func text(of writes: [Write], hashing value: JSON, times: TimeTable?) -> String {
        text(of: writes, times: times) + "#" + ValueHash.of(value)
    }

    /// Parses the writes that a stamp names, all of one value; nil if it is malformed or its hash does not match the
    /// value.
    static func writes(_ text: String, of value: JSON, times: TimeTable?) -> [Write]? {
        guard let mark = text.utf8.lastIndex(of: UInt8(ascii: "#")),
            text[text.utf8.index(after: mark)...].utf8.elementsEqual(ValueHash.of(value).utf8)
        else { return nil }
        return events(text[..<mark], of: value, times: times)
    }

    /// Parses the writes that a list of events without a hash names.
    static func events(_ text: some StringProtocol, of value: JSON, times: TimeTable?) -> [Write]? {
        var writes: [Write] = []
        for word in Substring(text).utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false) {
            guard let write = event(Substring(word), of: value, times: times) else { return nil }
            writes.append(write)
        }
        return writes
    }

    private static func event(_ word: Substring, of value: JSON, times: TimeTable?) -> Write? {
        let isWeak = word.utf8.first == UInt8(ascii: "~")
        let body = isWeak ? word.dropFirst() : word
        let mark = body.utf8.firstIndex(of: UInt8(ascii: "@"))
        guard let dot = Dot(body[..<(mark ?? body.endIndex)]) else { return nil }
        let time: Timestamp?
        if let mark {
            time = Timestamp(rfc3339: String(body[body.utf8.index(after: mark)...]))
        } else {
            time = times?.time(of: dot)
        }
        return time.map { Write(dot: dot, time: $0, value: value, isWeak: isWeak) }
    }
}

/// The external inputs of a write: the actor, the wall-clock time, and whether the write is weak.
public struct Author: Hashable, Sendable {
    /// The actor that makes the write.
    public let actor: ActorID
    /// The writer's wall clock.
    public let time: Timestamp
    /// Whether the writes are too minor to restore a deleted document.
    public let isWeak: Bool

    /// Creates an author. Unless its writes are weak, they restore a deleted document.
    public init(actor: ActorID, time: Timestamp, isWeak: Bool = false) {
        self.actor = actor
        self.time = time
        self.isWeak = isWeak
    }

    /// The same author with weak writes.
    public var weakly: Author { Author(actor: actor, time: time, isWeak: true) }
}
