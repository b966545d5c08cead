// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport
import Testing

@testable import HometaskMerging

@Suite("Version vectors")
struct VersionVectorTests {
    private let actor = Person.mia.actor

    @Test("Only counters from 1 to 2^53 − 1 are read")
    func bounds() {
        #expect(VersionVector(["d1": 1]) != nil)
        #expect(VersionVector(["d1": 9_007_199_254_740_991]) != nil)
        let refused: [JSON] = [
            ["d1": 9_007_199_254_740_992], ["d1": 0], ["d1": -1], ["d1": "1"], ["D1": 1], ["": 1], [], 1, .null,
            ["d1": .number(JSONNumber(lexeme: "1.0") ?? JSONNumber(0))],
        ]
        for json in refused { #expect(VersionVector(json) == nil, "\(json.compactText)") }
    }

    @Test("An actor at the maximum counter continues under its successor's name, and the write round-trips")
    func end() throws {
        var task = Document(id: Copy.id, kind: .task)
        task.seen = try #require(VersionVector([actor.text: 9_007_199_254_740_991]))
        task.writeValue("Buy milk", to: "title", rule: .register, by: Person.mia)
        task.writeValue("Buy tea", to: "title", rule: .register, by: Person.mia)
        #expect(task.lastWrite(of: "title")?.dot == Dot(actor: actor.successor, counter: 2))
        #expect(try Document(decoding: task.encoded()) == task)
    }

    @Test("A vector covers every event it has seen, and a union covers the events of both vectors")
    func covering() throws {
        let left = try #require(VersionVector(["d1": 3, "d2": 1]))
        let right = try #require(VersionVector(["d1": 2, "d3": 4]))
        var union = left
        union.formUnion(right)
        #expect(union == VersionVector(["d1": 3, "d2": 1, "d3": 4]))
        #expect(union.covers(left) && union.covers(right) && !left.covers(right))
        #expect(left.covers(Dot(actor: try #require(ActorID("d1")), counter: 3)))
        #expect(!left.covers(Dot(actor: try #require(ActorID("d3")), counter: 1)))
    }

    @Test("A vector of any length, copied in any way, keeps its entries")
    func long() throws {
        var random = SeededGenerator()
        var model: [Int] = Array(repeating: 0, count: 600)
        var vector = VersionVector()
        var copies: [(vector: VersionVector, model: [Int])] = []
        for step in 0..<3000 {
            let number = Int.random(in: 0..<model.count, using: &random)
            #expect(vector.advance(try actor(number)).counter == model[number] + 1)
            model[number] += 1
            if step % 300 == 0 { copies.append((vector, model)) }
        }
        for copy in copies + [(vector, model)] {
            let members = try copy.model.indices.filter { copy.model[$0] > 0 }.map { number in
                (try actor(number).text, JSON.number(JSONNumber(copy.model[number])))
            }
            let plain = try #require(VersionVector(.object(JSONObject(members))))
            #expect(copy.vector == plain && copy.vector.hashValue == plain.hashValue, "seed \(random.seed)")
            #expect(copy.vector.json == plain.json)
            #expect(vector.covers(copy.vector))
            var union = copy.vector
            union.formUnion(vector)
            #expect(union == vector)
        }
    }

    private func actor(_ number: Int) throws -> ActorID { try #require(ActorID("g\(number)")) }
}
