// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import Testing

@testable import HometaskMerging

@Suite("Version vectors")
struct VersionVectorTests {
    private let actor = Person.mia.actor

    @Test("Counters are read from 1 to 2^53 − 1, and nothing else is one")
    func bounds() {
        #expect(VersionVector(["d1": 1]) != nil)
        #expect(VersionVector(["d1": 9_007_199_254_740_991]) != nil)
        let refused: [JSON] = [
            ["d1": 9_007_199_254_740_992], ["d1": 0], ["d1": -1], ["d1": "1"], ["D1": 1], ["": 1], [], 1, .null,
            ["d1": .number(JSONNumber(lexeme: "1.0") ?? JSONNumber(0))],
        ]
        for json in refused { #expect(VersionVector(json) == nil, "\(json.compactText)") }
    }

    @Test("An actor at the end of its numbers goes on under its successor's name, and the write comes back")
    func end() throws {
        var task = Document(id: Copy.id, kind: .task)
        task.seen = try #require(VersionVector([actor.text: 9_007_199_254_740_991]))
        task.write("Buy milk", to: "title", rule: .register, by: Person.mia)
        task.write("Buy tea", to: "title", rule: .register, by: Person.mia)
        #expect(task.lastWrite(of: "title")?.dot == Dot(actor: actor.successor, counter: 2))
        #expect(try Document(decoding: task.encoded()) == task)
    }

    @Test("A vector covers what it has seen, and a union what either has")
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
}
