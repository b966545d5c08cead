// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The events that a copy of a document has seen: for each actor, all events up to a counter.
///
/// Every commit by another tool adds an actor, and copies the vector. To avoid quadratic cost for n such commits,
/// copies of a long vector share most of their storage. Recent entries are stored separately, and merged into the rest
/// when their number reaches the square root of its size.
public struct VersionVector: Sendable {
    /// The counters that are not overridden by ``recent``.
    private var settled: [ActorID: Int64] = [:]
    /// The most recently set counters.
    private var recent: [ActorID: Int64] = [:]
    /// The maximum length of a vector that is copied as a whole.
    private static let short = 64

    /// Creates a vector that has seen nothing.
    public init() {}

    /// Whether nothing has been seen.
    public var isEmpty: Bool { settled.isEmpty }

    /// The actors, in byte order.
    public var actors: [ActorID] { counters.keys.sorted() }

    /// The last counter seen for an actor, or 0.
    public subscript(actor: ActorID) -> Int64 {
        if !recent.isEmpty, let counter = recent[actor] { return counter }
        return settled[actor] ?? 0
    }

    private var counters: [ActorID: Int64] {
        if recent.isEmpty { return settled }
        var counters = settled
        for (actor, counter) in recent { counters[actor] = counter }
        return counters
    }

    private mutating func set(_ actor: ActorID, to counter: Int64) {
        guard settled.count > Self.short else {
            settled[actor] = counter
            return
        }
        recent[actor] = counter
        guard recent.count * recent.count > settled.count else { return }
        settled = counters
        recent = [:]
    }

    /// Whether the event has been seen.
    public func covers(_ dot: Dot) -> Bool { dot.counter <= self[dot.actor] }

    /// Whether everything that `other` has seen has been seen here too.
    public func covers(_ other: VersionVector) -> Bool {
        other.counters.allSatisfy { actor, counter in counter <= self[actor] }
    }

    /// Adds everything that the other vector has seen: the element-wise maximum.
    public mutating func formUnion(_ other: VersionVector) {
        for (actor, counter) in other.counters where counter > self[actor] { set(actor, to: counter) }
    }

    /// Adds an event and all earlier ones of its actor.
    mutating func include(_ dot: Dot) {
        if dot.counter > self[dot.actor] { set(dot.actor, to: dot.counter) }
    }

    /// Adds and returns the actor's next event.
    ///
    /// An actor whose counter is exhausted continues under its successor's name. This requires a forged document that
    /// names the highest counter as seen.
    mutating func advance(_ actor: ActorID) -> Dot {
        var actor = actor
        while self[actor] >= Dot.largestCounter { actor = actor.successor }
        let dot = Dot(actor: actor, counter: self[actor] + 1)
        set(actor, to: dot.counter)
        return dot
    }

    /// The vector as `{"actor": counter}`.
    var json: JSON {
        .object(JSONObject(actors.map { ($0.text, .number(JSONNumber(self[$0]))) }))
    }

    /// Parses a vector from `{"actor": counter}`; nil if the JSON has any other form.
    init?(_ json: JSON?) {
        guard let object = json?.objectValue else { return nil }
        for (key, value) in object.members {
            guard let actor = ActorID(key.string), case .number(let number) = value,
                let counter = Dot.counter(number.lexeme)
            else { return nil }
            settled[actor] = counter
        }
    }
}

extension VersionVector: Hashable {
    /// Whether both vectors have seen the same events, regardless of how each stores its counters.
    public static func == (left: VersionVector, right: VersionVector) -> Bool { left.counters == right.counters }

    /// Hashes only the counters, so that equal vectors have equal hashes, regardless of how each stores them.
    public func hash(into hasher: inout Hasher) { hasher.combine(counters) }
}
