// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport

/// Random pins with notes, done tasks and photos.
struct GeoFamily {
    private(set) var documents: [JSONObject] = []
    /// The names of all documents with a place, in the order written.
    private(set) var names: [String] = []
    private var random: SeededGenerator

    private static let words = [
        "Shop", "<b>bold</b>", "&amp;", "\"q\"", "'a'", "日本", "e\u{301}", "]]>", "{}", "\\", "a, b", "\u{338}", "Äpfel",
    ]

    init(_ seed: SeededGenerator, pins: Int, photos: Int) {
        random = seed
        documents.append(["id": .string(id(9, 1)), "kind": "member", "name": "Mia <3"])
        for number in 0..<pins { add(pin: number) }
        for number in 0..<photos {
            let name = words()
            names.append(name)
            documents.append([
                "id": .string(id(2, number)), "kind": "photo", "caption": .string(name), "location": location(),
                "sha256": .string(String(repeating: "0", count: 64)), "takenAt": "2026-11-20T10:00:00Z",
            ])
        }
        documents.append(["id": .string(id(1, 99_999)), "kind": "pin", "name": "Nowhere"])
    }

    private func id(_ kind: Int, _ number: Int) -> String {
        "\(kind)0000000-0000-4000-8000-" + String(String(1_000_000_000_000 + number).dropFirst())
    }

    private mutating func words() -> String {
        (0..<Int.random(in: 1...4, using: &random)).map { _ in random.pick(Self.words) }.joined(separator: " ")
    }

    private mutating func location() -> JSON {
        let latitude = random.pick(["90", "-90.0", "0", "52.3702157", "1e-7", "-33.8567844"])
        let longitude = random.pick(["180", "-180", "4.8951679", "-1.5E-3", "151.2152967"])
        var location = JSONObject()
        location["latitude"] = JSONNumber(lexeme: latitude).map { .number($0) }
        location["longitude"] = JSONNumber(lexeme: longitude).map { .number($0) }
        if Bool.random(using: &random) { location["accuracy"] = 25 }
        return .object(location)
    }

    private mutating func add(pin number: Int) {
        let name = words()
        names.append(name)
        let pin = id(1, number)
        var document: JSONObject = ["id": .string(pin), "kind": "pin", "name": .string(name), "location": location()]
        if Bool.random(using: &random) { document["address"] = .string(words()) }
        if Bool.random(using: &random) { document["labels"] = ["a,b", "shop"] }
        documents.append(document)
        for note in 0..<Int.random(in: 0...2, using: &random) {
            var document: JSONObject = [
                "id": .string(id(3, number * 10 + note)), "kind": "note", "about": ["kind": "pin", "id": .string(pin)],
                "text": [.string(words()), "", .string(words())],
            ]
            if Bool.random(using: &random) { document["title"] = .string(words()) }
            documents.append(document)
        }
        documents.append([
            "id": .string(id(4, number)), "kind": "task", "title": .string(words()),
            "place": ["pin": .string(pin)], "completion": ["at": "2026-11-21T10:00:00Z", "by": .string(id(9, 1))],
        ])
    }
}
