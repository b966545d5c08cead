// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import HometaskMerging

@Suite("Positions")
struct PositionTests {
    private func dot(_ text: String) throws -> Dot { try #require(Dot(text)) }

    @Test("Steps are ordered by number, actor and counter, and a place precedes its extensions")
    func order() throws {
        let ascending = [
            "-9007199254740991:a1.1", "-10:b1.1", "-9:a1.1", "a1-2", "a1-1", "a1.1", "a1.1>-1:c1.1", "a1.1>a1-2",
            "a1.1>a1.1", "a1.1>a1.7", "a1.1>a1.7>a1.8", "a1.1>b1.1", "a1.1>1:a1.1", "a1.2", "a1.10", "b1-3", "b1.1",
            "1:a1.9", "1:b1.1", "2:a1-1", "10:a1.1",
        ]
        let positions = try ascending.map { try #require(Position($0)) }
        #expect(positions.map(\.description) == ascending)
        for (place, left) in positions.enumerated() {
            for right in positions[(place + 1)...] {
                #expect(left < right && !(right < left), "\(left) before \(right)")
            }
        }
    }

    @Test(
        "A new place is the first candidate that fits between its neighbours",
        arguments: [
            (nil, nil, "a1.5"), ("a1.4", nil, "a1.5"), ("b1.4", nil, "1:a1.5"), (nil, "a1.4", "a1-5"),
            (nil, "b1.4", "-1:a1.5"), (nil, "-1:b1.4>c1.1", "-2:a1.5"), ("a1.3", "a1.4", "a1.3>1:a1.5"),
            ("a1.3", "b1.1", "a1.5"), ("b1.1", "b1.1>a1.4", "b1.1>a1-5"), ("b1.1", "b1.1>c1.1", "b1.1>-1:a1.5"),
            ("b1.1", "b1.1>c1.1>a1.2", "b1.1>c1.1>a1-5"), ("b1.1", "c1.1", "b1.1>a1.5"), ("b1.1", "1:b1.2", "1:a1.5"),
            ("b1.1", "b1.2", "b1.1>1:a1.5"), ("b1.1", "b1.2>c1.3", "b1.1>1:a1.5"), ("b1.1>c1.3", nil, "1:a1.5"),
            ("b1.1>c1.3", "b1.2", "b1.1>1:a1.5"), ("9007199254740991:b1.1", nil, "9007199254740991:b1.1>a1.5"),
        ] as [(String?, String?, String)])
    func between(left: String?, right: String?, expected: String) throws {
        let (from, to) = (left.flatMap { Position($0) }, right.flatMap { Position($0) })
        let place = Position.between(from, to, dot: try dot("a1.5"))
        #expect(place.description == expected)
        if let from { #expect(from < place) }
        if let to { #expect(place < to) }
    }

    @Test("If forged places leave no room, the new place goes after the left neighbour")
    func noRoom() throws {
        let least = "-9007199254740991:a1.1"
        let before = Position.between(nil, Position(least), dot: try dot("b1.5"))
        #expect(before.description == "b1.5")
        let inside = Position.between(Position("c1.1"), Position("c1.1>\(least)"), dot: try dot("b1.5"))
        #expect(inside.description == "c1.1>b1.5")
    }

    @Test(
        "Malformed positions are rejected",
        arguments: [
            "", "a1", "a1.0", "a1.01", "a1.1>", ">a1.1", "a1.-1", "A.1", "a1.1 ", "a1.1<b1.1", "0:a1.1", ":a1.1",
            "-0:a1.1", "-:a1.1", "--1:a1.1", "+1:a1.1", "01:a1.1", "9007199254740992:a1.1", "1:1:a1.1",
        ])
    func malformed(_ text: String) {
        #expect(Position(text) == nil)
    }

    @Test("Between any two places of a tiny domain a new place of any actor fits, and is unique")
    func exhaustive() throws {
        let steps = ["-1:a1.1", "a1-1", "a1.2", "b1.1", "1:b1-2"]
        let texts = steps + steps.flatMap { first in steps.map { "\(first)>\($0)" } }
        let ends: [Position?] = [nil] + texts.compactMap { Position($0) }.sorted()
        #expect(ends.count == 31)
        for left in ends {
            for right in ends {
                if let left, let right, !(left < right) { continue }
                for actor in ["a1.9", "a2.9", "b1.9", "c1.9"] {
                    let place = Position.between(left, right, dot: try dot(actor))
                    #expect(left.map { $0 < place } ?? true, "\(String(describing: left)) then \(place)")
                    #expect(right.map { place < $0 } ?? true, "\(place) then \(String(describing: right))")
                    #expect(place.dot == (try dot(actor)) && Position(place.description) == place)
                }
            }
        }
    }

    @Test("Random insertions by several writers always fit strictly between their neighbours, at unique places")
    func dense() throws {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        var order = PositionOrder()
        for _ in 1...600 {
            let index = Int.random(in: 0...order.places.count, using: &generator)
            let actor = ["a1", "b1", "c1"][Int.random(in: 0..<3, using: &generator)]
            let fits = order.insert(by: actor, at: index)
            try #require(fits, "\(SeededGenerator.note)")
        }
        #expect(order.places == order.places.sorted() && Set(order.places).count == order.places.count)
    }

    @Test("Two actors who append in turns 15,000 times create places of one step each")
    func turns() throws {
        var order = PositionOrder()
        for turn in 0..<15_000 {
            let fits = order.insert(by: turn % 2 == 0 ? "a1" : "b1", at: turn)
            try #require(fits)
        }
        #expect(order.places.allSatisfy { $0.steps.count == 1 })
        #expect(order.places.map(\.description.utf8.count).max() ?? 99 <= 16)
    }

    @Test(
        "Turns at the head, before a fixed place and behind one stay at a constant depth",
        arguments: [(0, 0, 1), (1, 0, 2), (1, 1, 2), (2, 0, 2), (2, 1, 2)])
    func fixedPlaces(place: Int, growth: Int, depth: Int) throws {
        var order = PositionOrder()
        for index in 0..<3 { order.insert(by: "c1", at: index) }
        for turn in 0..<600 {
            let fits = order.insert(by: ["a1", "b1", "c1"][turn % 3], at: place + growth * turn)
            try #require(fits)
        }
        #expect(order.places.map(\.steps.count).max() ?? 99 <= depth)
    }
}

/// Places in order, with the counters of their actors.
struct PositionOrder: Hashable {
    private(set) var places: [Position] = []
    private(set) var counters: [String: Int64] = [:]

    /// Inserts a place for an actor's next event; false if the place is not strictly between its neighbours.
    @discardableResult
    mutating func insert(by actor: String, at index: Int) -> Bool {
        guard let id = ActorID(actor) else { return false }
        counters[actor, default: 0] += 1
        let left = index > 0 ? places[index - 1] : nil
        let right = index < places.count ? places[index] : nil
        let place = Position.between(left, right, dot: Dot(actor: id, counter: counters[actor] ?? 0))
        places.insert(place, at: index)
        return (left.map { $0 < place } ?? true) && (right.map { place < $0 } ?? true)
            && Position(place.description) == place
    }

    mutating func remove(at index: Int) { places.remove(at: index) }
}
