// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The events that a copy of a document has taken in: for each actor, all up to a counter.
public struct VersionVector: Hashable, Sendable {
    private var counters: [ActorID: Int] = [:]

    /// A vector that has seen nothing.
    public init() {}

    /// Whether nothing has been seen.
    public var isEmpty: Bool { counters.isEmpty }

    /// The actors, in byte order.
    public var actors: [ActorID] { counters.keys.sorted() }

    /// The last counter seen of an actor; 0 where none was.
    public subscript(actor: ActorID) -> Int { counters[actor] ?? 0 }

    /// Whether the event has been seen.
    public func covers(_ dot: Dot) -> Bool { dot.counter <= self[dot.actor] }

    /// Whether everything that `other` has seen has been seen here too.
    public func covers(_ other: VersionVector) -> Bool {
        other.counters.allSatisfy { actor, counter in counter <= self[actor] }
    }

    /// Takes in what the other has seen: the element-wise maximum.
    public mutating func formUnion(_ other: VersionVector) {
        counters.merge(other.counters) { max($0, $1) }
    }

    /// Takes in one event and all of its actor's before it.
    mutating func include(_ dot: Dot) {
        counters[dot.actor] = max(self[dot.actor], dot.counter)
    }

    /// The actor's next event, taken in.
    ///
    /// An actor whose counter has reached its end (which takes a forged document: it names the highest counter as seen)
    /// goes on under its successor's name.
    mutating func advance(_ actor: ActorID) -> Dot {
        var actor = actor
        while self[actor] >= Dot.largestCounter { actor = actor.successor }
        let dot = Dot(actor: actor, counter: self[actor] + 1)
        counters[actor] = dot.counter
        return dot
    }

    /// The vector as `{"actor": counter}`.
    var json: JSON {
        .object(JSONObject(actors.map { ($0.text, .number(JSONNumber(self[$0]))) }))
    }

    /// A vector from `{"actor": counter}`; nil where anything else stands.
    init?(_ json: JSON?) {
        guard let object = json?.objectValue else { return nil }
        for (key, value) in object.members {
            guard let actor = ActorID(key.string), case .number(let number) = value,
                let counter = Dot.counter(number.lexeme)
            else { return nil }
            counters[actor] = counter
        }
    }
}
