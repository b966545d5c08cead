// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import HometaskMerging

@Suite("Positions")
struct PositionTests {
    private func dot(_ text: String) throws -> Dot { try #require(Dot(text)) }

    @Test("Left children stand before their node and right children after it; siblings go by actor and number")
    func order() throws {
        let ascending = [
            "a1.1<b1.9", "a1.1<b1.9>a1.2", "a1.1", "a1.1>a1-2", "a1.1>a1.1", "a1.1>a1.7<a1.8", "a1.1>a1.7", "a1.2",
            "a1.10", "b1-3", "b1-1", "b1.1<a1.1", "b1.1<c1-1", "b1.1<c1.1", "b1.1", "b1.1>a1.1", "b1.1>b1.1",
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
            (nil, nil, "a1.5", "a1.5"),
            ("a1.4", nil, "a1.5", "a1.5"),
            ("b1.4", nil, "a1.5", "b1.4>a1.5"),
            (nil, "a1.4", "a1.5", "a1-5"),
            (nil, "b1.4", "a1.5", "b1.4<a1.5"),
            ("a1.3", "a1.4", "a1.5", "a1.3>a1.5"),
            ("a1.3", "b1.1", "a1.5", "a1.5"),
            ("b1.1", "b1.1>a1.4", "a1.5", "b1.1>a1-5"),
            ("b1.1", "b1.1>c1.1", "a1.5", "b1.1>c1.1<a1.5"),
            ("b1.1", "c1.1", "a1.5", "b1.1>a1.5"),
            ("b1.1<a1.3", "b1.1", "a1.5", "b1.1<a1.5"),
            ("b1.1<c1.3", "b1.1", "a1.5", "b1.1<c1.3>a1.5"),
        ])
    func between(_ left: String?, _ right: String?, _ event: String, _ expected: String) throws {
        let (from, to) = (left.flatMap { Position($0) }, right.flatMap { Position($0) })
        let place = Position.between(from, to, dot: try dot(event))
        #expect(place.description == expected)
        if let from { #expect(from < place) }
        if let to { #expect(place < to) }
    }

    @Test(
        "What is not a position is not read",
        arguments: ["", "a1", "a1.0", "a1.01", "a1.1>", ">a1.1", "a1.-1", "A.1", "a1.1 "])
    func malformed(_ text: String) {
        #expect(Position(text) == nil)
    }

    @Test("Random insertions by several writers always fit strictly between their neighbours, at places of their own")
    func dense() throws {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        let actors = ["a1", "b1", "c1"].compactMap { ActorID($0) }
        var places: [Position] = []
        for counter in 1...600 {
            let index = Int.random(in: 0...places.count, using: &generator)
            let actor = actors[Int.random(in: 0..<3, using: &generator)]
            let left = index > 0 ? places[index - 1] : nil
            let right = index < places.count ? places[index] : nil
            let place = Position.between(left, right, dot: Dot(actor: actor, counter: counter))
            if let left { try #require(left < place, "\(SeededGenerator.note)") }
            if let right { try #require(place < right, "\(SeededGenerator.note)") }
            #expect(Position(place.description) == place)
            places.insert(place, at: index)
        }
        #expect(places == places.sorted() && Set(places).count == places.count)
    }
}
