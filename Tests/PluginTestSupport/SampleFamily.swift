// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskPlugin
import TestSupport

/// Generated documents of a family, with everything that is difficult for a format: quotes, commas, backslashes, long
/// lines, characters outside the Basic Multilingual Plane.
public struct SampleFamily {
    /// The members, one without an address.
    public private(set) var members: [JSONObject] = []
    /// The categories of the tasks.
    public private(set) var categories: [JSONObject] = []
    /// The pins, one without a place.
    public private(set) var pins: [JSONObject] = []
    /// The tasks, in the order of their ids.
    public private(set) var tasks: [JSONObject] = []
    private var random: SeededGenerator

    private let tags: [JSON]

    /// A family with the given number of tasks, some with the given tags.
    public init(
        seed: UInt64, tasks count: Int,
        tags: [String] = ["home", "a-b", "x;y", "ü", "🛒", "\"q\"", "c\\d", "k:v"]
    ) {
        self.tags = tags.map { .string($0) }
        random = SeededGenerator(seed: seed)
        members = [
            document("member", ["name": "Mia", "email": "mia@example.org"]), document("member", ["name": "Jo \"J\""]),
            document("member", ["name": "Åke; père, fils", "email": "ake+x@example.org"]),
        ]
        categories = ["home", "Living Room", "Küche, Bad; \\Flur", "🏡 Garten"].map {
            document("category", ["name": $0])
        }
        pins = [
            document("pin", ["name": "Library", "location": Self.position("52.3765", "4.9083")]),
            document(
                "pin",
                ["name": "Shop, old", "location": Self.position("-33.5", "151.25"), "address": "1; High St\\"]),
            document("pin", ["name": "Wherever"]),
        ]
        var ids: [String] = []
        for _ in 0..<count {
            let task = self.task(ids)
            ids.append(task["id"]?.stringValue ?? "")
            tasks.append(task)
        }
        tasks.sort { ($0["id"]?.stringValue ?? "") < ($1["id"]?.stringValue ?? "") }
    }

    /// Whether this version supports task reminders; readers omit them otherwise.
    public static let hasReminders = Schema.of(.task)?.rule(for: "reminders") != nil

    /// All documents except the tasks.
    public var surroundings: [JSONObject] { members + categories + pins }

    private mutating func document(_ kind: String, _ fields: JSONObject) -> JSONObject {
        var document = fields
        document["id"] = .string(DocumentID.random(using: &random).description)
        document["kind"] = .string(kind)
        return document
    }

    private static func number(_ text: String) -> JSON { JSONNumber(lexeme: text).map { .number($0) } ?? .null }

    private static func position(_ latitude: String, _ longitude: String) -> JSON {
        ["latitude": number(latitude), "longitude": number(longitude)]
    }

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    private mutating func pick<Element>(_ all: [Element]) -> Element {
        all[Int.random(in: 0..<all.count, using: &random)]
    }

    private mutating func some(_ all: [JSON], _ most: Int) -> JSON? {
        let chosen = Set((0..<Int.random(in: 0...most, using: &random)).map { _ in pick(all) })
        return chosen.isEmpty ? nil : .array(chosen.sorted { ($0.stringValue ?? "") < ($1.stringValue ?? "") })
    }

    private mutating func task(_ earlier: [String]) -> JSONObject {
        var task = document("task", ["title": .string(line(longest: chance(6) ? 500 : 60))])
        if chance(2) {
            let lines = (0..<Int.random(in: 0...4, using: &random)).map { _ in chance(4) ? "" : line(longest: 120) }
            task["description"] = .array((lines + [line(longest: 40)]).map { .string($0) })
        }
        task["tags"] = some(tags, 3)
        task["assignees"] = some(members.compactMap { $0["id"] }, 2)
        if !earlier.isEmpty { task["after"] = some(earlier.map { .string($0) }, 2) }
        if chance(2) { task["category"] = pick(categories)["id"] }
        if chance(2) { task["priority"] = pick(["high", "medium", "low"]) }
        for field in DeclaredField.all where chance(5) { task[field.name] = field.value(field.example) }
        if chance(4) { task["points"] = .number(JSONNumber(Int.random(in: 0...100, using: &random))) }
        if chance(5) { task["window"] = pick(Self.windows) }
        if !chance(3) { task["due"] = time() }
        if chance(3) { task["wait"] = time() }
        if chance(3) { task["repeat"] = pick(Self.rules) }
        if chance(3) { task["place"] = place() }
        if chance(3) { task["items"] = items() }
        if task["due"] != nil, chance(3) { task["reminders"] = some(["P1D", "PT30M", "PT90M", "P1W", "PT0S"], 2) }
        if chance(3) { task["completion"] = ["at": .string(instant()), "by": pick(members)["id"] ?? .null] }
        if !chance(4) { task["created"] = ["at": .string(instant()), "by": pick(members)["id"] ?? .null] }
        return task
    }

    private static let windows: [JSON] = [
        ["from": "07:00", "to": "09:30"], ["from": "21:00", "to": "06:15", "zone": "America/Argentina/Buenos_Aires"],
        ["from": "00:00", "to": "12:00", "zone": "UTC"],
    ]
    private static let rules: [JSON] = [
        "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=TU,FR", "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1",
        "FREQ=WEEKLY;INTERVAL=3;X-FROM=DONE", "FREQ=YEARLY;COUNT=5;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=DAILY;UNTIL=20280101;INTERVAL=4",
    ]

    private mutating func place() -> JSON {
        var place: JSONObject = [:]
        place["pin"] = pick(pins)["id"]
        if chance(2) { place["within"] = pick([100, Self.number("250.5")]) }
        return .object(place)
    }

    private mutating func items() -> JSON {
        .array(
            (0..<Int.random(in: 1...4, using: &random)).map { _ in
                let text = JSON.string(line(longest: 40))
                return chance(2) ? ["text": text, "done": true] : ["text": text]
            })
    }

    private mutating func instant() -> String {
        Timestamp(seconds: Int64.random(in: 1_600_000_000...1_900_000_000, using: &random)).rfc3339
    }

    private mutating func time() -> JSON {
        let at = instant()
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return ["at": .string(at)]
        case 1: return ["at": .string(at), "zone": pick(["America/New_York", "Asia/Tokyo", "Africa/Casablanca"])]
        default: return ["date": .string(String(at.prefix(10)))]
        }
    }

    /// A line that starts and ends with a visible character.
    private mutating func line(longest: Int) -> String {
        let pieces = [
            "a", "Z", " ", "  ", ",", ";", ":", "\\", "\\n", "\"", "'", "ü", "e\u{301}", "😀", "👩‍👩‍👧", "𝄞", "漢", "=", "^",
            "- [x] ", "@home", "+x", "#", "2026-11-27", "(A)", "x", "due:", "\u{a0}", "<b>", "&amp;", "%", "\t",
        ].filter { longest > 60 || $0.unicodeScalars.count < 5 }
        var line = "w"
        let length = Int.random(in: 0..<longest - 4, using: &random)
        while line.unicodeScalars.count < length {
            let piece = pick(pieces)
            if piece != "\t" { line += piece }
        }
        var scalars = Array(line.unicodeScalars.prefix(longest - 1))
        while let last = scalars.last, last.properties.isWhitespace || last.value == 0x200D { scalars.removeLast() }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text) + "."
    }
}
