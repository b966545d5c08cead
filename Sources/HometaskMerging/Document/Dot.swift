// SPDX-License-Identifier: Apache-2.0

/// A unique event: the `counter`-th write of an actor to one document, counted from 1 without gaps.
///
/// Source: Almeida, Baquero and others, "Scalable and Accurate Causality Tracking for Eventually Consistent Stores"
/// (dotted version vectors), 2014.
public struct Dot: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The source of the write, such as a device or a commit of another tool.
    public let actor: ActorID
    /// The sequence number among the actor's writes to this document, from 1.
    public let counter: Int64

    /// Creates a dot from its parts, without checking the counter.
    public init(actor: ActorID, counter: Int64) {
        self.actor = actor
        self.counter = counter
    }

    /// Parses a dot from `actor.n`, where n has no leading zeros.
    init?(_ text: some StringProtocol) {
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: ".")),
            let actor = ActorID(text[..<mark]),
            let counter = Dot.counter(text[text.utf8.index(after: mark)...])
        else { return nil }
        self.init(actor: actor, counter: counter)
    }

    /// Parses a counter: 1 to 2^53 − 1, which every JSON reader represents exactly.
    static func counter(_ digits: some StringProtocol) -> Int64? {
        guard digits.utf8.count <= 16, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            digits.utf8.first != 0x30, let value = Int64(digits), value <= largestCounter
        else { return nil }
        return value
    }

    static let largestCounter: Int64 = 9_007_199_254_740_991

    /// The form `actor.n`: the actor's text, a full stop and the counter in decimal.
    public var description: String { actor.text + "." + String(counter) }

    /// Compares by actor, then by counter.
    public static func < (left: Dot, right: Dot) -> Bool {
        left.actor == right.actor ? left.counter < right.counter : left.actor < right.actor
    }
}
