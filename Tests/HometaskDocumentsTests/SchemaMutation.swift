// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport

/// Random changes to documents, small enough that many stay valid.
struct SchemaMutation {
    var generator: SeededGenerator

    /// Values that schemas distinguish, or should.
    private static let values: [JSON] = [
        .null, true, false, 0, 1, -1, 90, 91, 180, 181, 100_000, 100_001, [], [""], ["a", "a"], ["a", "b"], [1, 1], [:],
        "", " ", "a", "a b", "a\n", "\t", "\u{A0}", "\u{3000}x", "\u{FEFF}", "\u{85}", "\u{200B}", "\u{1F}", "é",
        "e\u{301}",
        "+a", "@a", "#a", "#00ff7f", "#00ff7f\n", "#00FF7F", "a@b", "a@b\n", "@\u{301}a@b", "a@b@c", "a/b", "/b",
        "a//b",
        "high", "photo", "monday", "task", "pin", "due,-title", "-", "2026-02-28", "2026-02-29", "2028-02-29",
        "2026-13-01", "2026-02-28\n", "2026-11-27T18:00:00Z", "2026-11-27T18:00:00z", "2026-11-27t18:00:00Z",
        "2026-11-27T18:00:00.5Z", "2026-11-27T18:00:00+00:00", "2026-11-27T18:00:60Z", "2026-11-27T25:00:00Z",
        "2026-11-27 18:00:00Z", "2026-11-27T18:00:00Z\n", "٢026-11-27", "5f0c0b6e-7a54-4f37-9c1d-0e8f6b2a1c3d",
        "5f0c0b6e-7a54-4f37-9c1d-0e8f6b2a1c3D", "5f0c0b6e-7a54-4f37-9c1d-0e8f6b2a1c3d\n",
        "{5f0c0b6e-7a54-4f37-9c1d-0e8f6b2a1c}",
        "5f0c0b6e7a544f379c1d0e8f6b2a1c3d", "ffffffff-ffff-ffff-ffff-ffffffffffff", "image/jpeg", "d4k2", "D4k2",
    ]

    private static let lexemes = [
        "1.0", "1e2", "1.5", "-0", "-0.0", "1e400", "-1e400", "1e-400", "100000.0000001", "1E0",
    ]

    mutating func value() -> JSON {
        if Int.random(in: 0..<6, using: &generator) == 0 {
            return JSONNumber(lexeme: Self.lexemes.randomElement(using: &generator) ?? "0").map { .number($0) } ?? .null
        }
        return Self.values.randomElement(using: &generator) ?? .null
    }

    /// The value with one place changed.
    mutating func mutated(_ value: JSON) -> JSON {
        switch value {
        case .object(let object) where !object.isEmpty && Int.random(in: 0..<12, using: &generator) > 0: changed(object)
        case .array(let elements) where !elements.isEmpty && Int.random(in: 0..<4, using: &generator) > 0:
            changed(elements)
        case .string(let text) where Int.random(in: 0..<3, using: &generator) > 0: .string(changed(text))
        default: self.value()
        }
    }

    private mutating func changed(_ object: JSONObject) -> JSON {
        var object = object
        let key = object.keys.randomElement(using: &generator) ?? "x"
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: object[key] = nil
        case 1: object[changed(key.string)] = object[key]
        default: object[key] = object[key].map { mutated($0) }
        }
        return .object(object)
    }

    private mutating func changed(_ elements: [JSON]) -> JSON {
        var elements = elements
        let place = Int.random(in: elements.indices, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: elements.append(elements[place])
        case 1: elements.append(value())
        default: elements[place] = mutated(elements[place])
        }
        return .array(elements)
    }

    /// The string with a character added, removed or replaced, or repeated beyond the maximum length.
    private mutating func changed(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars)
        let place = Int.random(in: 0...scalars.count, using: &generator)
        let scalar =
            ["0", "9", "a", "Z", "-", " ", "\n", "\u{85}", "\u{2029}", "\u{301}", "/", "@", "+", "\u{1C}", "🎂"]
            .randomElement(using: &generator) ?? "x" as Unicode.Scalar
        switch Int.random(in: 0..<7, using: &generator) {
        case 0...2: scalars.insert(scalar, at: place)
        case 3 where place < scalars.count: scalars.remove(at: place)
        case 4 where place < scalars.count: scalars[place] = scalar
        case 5: scalars += Array(repeating: scalar, count: [60, 254, 500, 501].randomElement(using: &generator) ?? 0)
        default: scalars.append(scalar)
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
