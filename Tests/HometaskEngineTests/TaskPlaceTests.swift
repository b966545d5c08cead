// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskEngine
import Testing

@Suite("The engine's order of tasks without a due date")
struct TaskPlaceTests {
    private let engine = Engine()
    private static let ids = (1...6).map { "00000000-0000-4000-8000-00000000000\($0)" }

    private func ask(_ request: JSONObject) throws -> JSONObject {
        try JSONObject.parse(engine.answer(request.compactBytes()))
    }

    /// Makes a task at the given time and puts it into the engine.
    private func make(_ id: String, at time: String) throws {
        let made = try ask([
            "do": "make", "kind": "task", "id": .string(id),
            "fields": ["title": .string(id), "created": ["at": .string(time)]],
            "author": ["actor": "d1", "time": .string(time)],
        ])
        let document = try #require(made["document"])
        _ = try ask(["do": "put", "documents": [document]])
    }

    private func listed(_ order: String? = nil) throws -> [String] {
        var request: JSONObject = ["do": "list", "query": "", "now": "2026-11-22T09:00:00Z"]
        request["order"] = order.map { .string($0) }
        return try #require(ask(request)["tasks"]?.arrayValue).compactMap(\.stringValue)
    }

    @Test("Tasks without a due date are in creation order")
    func order() throws {
        let made = Array(Self.ids.reversed())
        for (second, id) in made.enumerated() { try make(id, at: "2026-11-21T09:00:0\(second)Z") }
        #expect(try listed() == made)
        #expect(try listed("created") == made)
    }
}
