// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskEngine
import Testing

@Suite("Statistics for phones")
struct StatisticsTests {
    private let engine = Engine()
    private static let mia = "00000000-0000-4000-8000-0000000000aa"
    private static let garden = "00000000-0000-4000-8000-0000000000bb"

    private func ask(_ request: JSONObject) throws -> JSONObject {
        try JSONObject.parse(engine.answer(request.compactBytes()))
    }

    /// Puts a document into the engine.
    private func put(_ kind: String, _ id: String, with fields: JSONObject) throws {
        let document = try #require(
            try ask([
                "do": "make", "kind": .string(kind), "id": .string(id), "fields": .object(fields),
                "author": ["actor": "d1", "time": "2026-11-21T09:00:00Z"],
            ])["document"])
        _ = try ask(["do": "put", "documents": [document]])
    }

    /// Puts a family into the engine: a member, a category, an open task, and tasks done on two days.
    private func putFamily() throws {
        try put("member", Self.mia, with: ["name": "Mia"])
        try put("category", Self.garden, with: ["name": "Garden"])
        try put(
            "task", "00000000-0000-4000-8000-000000000001", with: ["title": "Bins", "assignees": [.string(Self.mia)]])
        for (number, day) in [(2, 23), (3, 24), (4, 24)] {
            var task: JSONObject = [
                "title": "Mow", "points": 5, "created": ["at": "2026-11-20T10:00:00Z"],
                "completion": ["at": .string("2026-11-\(day)T10:00:00Z"), "by": .string(Self.mia)],
            ]
            if number == 4 { task["category"] = .string(Self.garden) }
            try put("task", "00000000-0000-4000-8000-00000000000\(number)", with: task)
        }
    }

    private func statistics(_ more: JSONObject = [:]) throws -> JSONObject {
        var request: JSONObject = ["do": "statistics", "by": "week", "now": "2026-11-25T09:00:00Z"]
        for (key, value) in more.members { request[key] = value }
        return try ask(request)
    }

    @Test("Statistics count the done tasks by member and week, the open tasks, and the streaks")
    func counts() throws {
        try putFamily()
        let found = try statistics()
        #expect(found["open"] == 1 && found["done"]?["count"] == 3 && found["done"]?["points"] == 15)
        let member = try #require(found["members"]?.arrayValue?.first)
        #expect(member["id"] == .string(Self.mia) && member["name"] == "Mia" && member["open"] == 1)
        #expect(member["streak"] == ["current": 2, "longest": 2])
        let week = try #require(found["periods"]?.arrayValue?.first)
        #expect(week["from"] == "2026-11-23" && week["to"] == "2026-11-25" && week["done"]?["count"] == 3)
        #expect(week["cells"]?.arrayValue?.compactMap { $0["category"]?["name"]?.stringValue } == ["Garden"])
    }

    @Test("Statistics count only the requested days, member and category")
    func parts() throws {
        try putFamily()
        #expect(try statistics(["since": "2026-11-24"])["done"]?["count"] == 2)
        #expect(try statistics(["until": "2026-11-23"])["done"]?["count"] == 1)
        #expect(try statistics(["category": .string(Self.garden)])["done"]?["count"] == 1)
        #expect(try statistics(["for": .string(Self.garden)])["done"]?["count"] == 0)
        #expect(try statistics(["by": "day"])["periods"]?.arrayValue?.count == 3)
    }

    @Test(
        "An invalid day, period or id is refused with the reason",
        arguments: [
            ["by": "year"], ["by": .null], ["since": "yesterday"], ["until": 3], ["for": "Mia"], ["category": ""],
            ["now": "today"], ["since": "2026-11-25", "until": "2026-11-24"],
        ] as [JSONObject])
    func faults(more: JSONObject) throws {
        let answer = try statistics(more)
        #expect(["request", "refused"].contains(answer["error"]?["code"]?.stringValue) && answer["done"] == nil)
        #expect(answer["error"]?["message"]?.stringValue?.isEmpty == false)
    }

    @Test("A total duration beyond 32 bits does not trap, although integers have 32 bits in a browser")
    func long() throws {
        for number in 1...3 {
            try put(
                "task", "00000000-0000-4000-8000-00000000000\(number)",
                with: [
                    "title": "Wait", "created": ["at": "1900-01-01T00:00:00Z"],
                    "completion": ["at": "2026-11-24T10:00:00Z"],
                ])
        }
        #expect(try statistics()["done"]?["meanSeconds"]?.intValue ?? 0 > 1 << 31)
    }
}
