// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A write: the value, the event that wrote it, and the time by the writer's clock.
public struct Write: Hashable, Sendable {
    /// The event that this write belongs to; one event may write several parts of a document.
    public let dot: Dot
    /// The writer's wall clock. It ranks concurrent values and is shown to people; causality does not depend on it.
    public let time: Timestamp
    /// The value; `null` where the field was cleared.
    public let value: JSON
    /// Whether this write is too minor to bring a deleted document back (a move, a snooze, a bulk rename).
    public let isWeak: Bool

    init(dot: Dot, time: Timestamp, value: JSON, isWeak: Bool = false) {
        self.dot = dot
        self.time = time
        self.value = value
        self.isWeak = isWeak
    }

    /// Whether this write is shown before a concurrent one: greatest time, then actor, counter, value bytes.
    func outranks(_ other: Write) -> Bool {
        if time != other.time { return time > other.time }
        if dot != other.dot { return dot > other.dot }
        if isWeak != other.isWeak { return other.isWeak }
        return other.value.compactBytes().lexicographicallyPrecedes(value.compactBytes())
    }
    /// The same event, writing another value.
    func with(_ value: JSON) -> Write {
        Write(dot: dot, time: time, value: value, isWeak: isWeak)
    }
}
