// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import TestSupport

/// A random family with tasks of all kinds.
struct TestFamily {
    private var random: SeededGenerator
    /// Its members, categories and pins.
    let others: [JSONObject]
    private(set) var tasks: [JSONObject] = []

    private static let words = [
        "Buy", "milk", "=SUM(A1)", "-", "+31", "@home", "\"quoted\"", "a;b", "comma, and more", "日本語", "é", "'tis",
        "''=x",
        "#1", "2026-11-27", "[x]", "ﾞ", "👩‍👧", "\u{202E}rtl", "\\n", "<b>",
    ]

    init(_ seed: SeededGenerator, tasks count: Int) {
        random = seed
        func id(_ number: Int) -> JSON {
            .string("00000000-0000-4000-8000-0000000001" + (number < 10 ? "0\(number)" : "\(number)"))
        }
        let members: [JSONObject] = [
            ["id": id(0), "kind": "member", "name": "Mia"],
            ["id": id(1), "kind": "member", "name": "Ben \"B\", the second", "email": "ben@example.org"],
            ["id": id(2), "kind": "member", "name": "Ann"], ["id": id(3), "kind": "member", "name": "ANN"],
            ["id": id(4), "kind": "member", "name": "Mia", "removed": true],
            ["id": id(5), "kind": "member", "name": "=cmd()"],
        ]
        let categories: [JSONObject] = ["Garden", "- Kitchen; and more", "Twice", "twice"].enumerated().map {
            ["id": id($0.offset + 10), "kind": "category", "name": .string($0.element)]
        }
        let pins: [JSONObject] = ["Shop", "Home, sweet home"].enumerated().map {
            ["id": id($0.offset + 20), "kind": "pin", "name": .string($0.element)]
        }
        others = members + categories + pins
        for _ in 0..<count { tasks.append(task()) }
    }

    private mutating func words(_ range: ClosedRange<Int>) -> String {
        (0..<Int.random(in: range, using: &random)).map { _ in random.pick(Self.words) }
            .joined(separator: " ")
    }

    private mutating func some(_ value: JSON) -> JSON? { Bool.random(using: &random) ? value : nil }

    private mutating func ids(_ kind: DocumentKind) -> JSON? {
        let all = others.filter { $0["kind"]?.stringValue == kind.rawValue }.compactMap { $0["id"] }
        let chosen = all.filter { _ in Int.random(in: 0...3, using: &random) == 0 }
        return chosen.isEmpty ? nil : .array(chosen)
    }

    private mutating func id(_ kind: DocumentKind) -> JSON {
        random.pick(others.filter { $0["kind"]?.stringValue == kind.rawValue })["id"] ?? .null
    }

    private mutating func time() -> JSON {
        .string(Timestamp(seconds: Int64.random(in: 0...4_000_000_000, using: &random)).rfc3339)
    }

    private mutating func day() -> JSON {
        if Bool.random(using: &random) { return ["date": .string(String((time().stringValue ?? "").prefix(10)))] }
        var value: JSONObject = ["at": time()]
        value["zone"] = some("America/New_York")
        return .object(value)
    }

    private mutating func event() -> JSON {
        var value: JSONObject = ["at": time()]
        value["by"] = some(id(.member))
        return .object(value)
    }

    private mutating func task() -> JSONObject {
        let id = DocumentID.random(using: &random)
        var task: JSONObject = ["id": .string(id.description), "kind": "task", "title": .string(words(1...5))]
        task["description"] = some(
            .array((0...Int.random(in: 0...3, using: &random)).map { _ in .string(words(0...4)) }))
        if task["description"] == .array([""]) { task["description"] = nil }
        task["assignees"] = ids(.member)
        task["category"] = some(self.id(.category))
        let tags = Set(
            (0..<3).map { _ in
                ExactString(random.pick(["a,b", "shop", "\"q", "é", "x;y", "=1", "-"]))
            })
        task["tags"] = some(.array(tags.sorted().map { .string($0.string) }))
        task["due"] = some(day())
        task["wait"] = some(day())
        task["priority"] = some(random.pick(["high", "medium", "low"]))
        for field in DeclaredField.all { task[field.name] = some(field.value(field.example) ?? .null) }
        task["points"] = some(.number(JSONNumber(Int.random(in: 0...100_000, using: &random))))
        task["window"] = some(
            random.pick([
                ["from": "07:00", "to": "09:30"], ["from": "21:00", "to": "06:15", "zone": "America/New_York"],
            ]))
        var place: JSONObject = ["pin": self.id(.pin)]
        place["within"] = some(
            random.pick(
                [JSONNumber(50), JSONNumber(0.5), JSONNumber(lexeme: "1e3")].compactMap { $0.map { .number($0) } }))
        task["place"] = some(.object(place))
        task["repeat"] = some(random.pick(["FREQ=WEEKLY;BYDAY=MO,FR", "FREQ=DAILY;INTERVAL=3"]))
        let items = (1...Int.random(in: 1...4, using: &random)).map { number -> JSON in
            ["id": .string("\(number)"), "text": .string(words(1...4)), "done": .bool(Bool.random(using: &random))]
        }
        task["items"] = some(.array(items))
        if !tasks.isEmpty { task["after"] = some(.array([random.pick(tasks)["id"] ?? .null])) }
        task["completion"] = some(event())
        task["created"] = some(event())
        return task
    }
}
