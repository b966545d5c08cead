// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport

/// Random values with error-prone strings and numbers.
struct RandomJSON {
    var generator: SeededGenerator

    private static let scalars: [Unicode.Scalar] = [
        "a", "b", "z", "~", " ", "/", "\"", "\\", "\u{0}", "\u{8}", "\u{9}", "\u{A}", "\u{C}", "\u{D}", "\u{1F}",
        "\u{7F}",
        "\u{80}", "é", "e", "\u{301}", "ö", "\u{2028}", "€", "\u{D7FF}", "\u{E000}", "\u{FEFF}", "\u{FFFF}", "😂",
        "\u{10FFFF}",
    ]

    private static let lexemes = [
        "0", "-0", "1", "-1", "1.0", "1.50", "1e0", "1E+2", "1e-07", "123456789012345678901234567890", "1e400", "0.1",
    ]

    mutating func string() -> String {
        var view = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...24, using: &generator) {
            view.append(Self.scalars.randomElement(using: &generator) ?? "x")
        }
        return String(view)
    }

    mutating func number() -> JSONNumber {
        if Bool.random(using: &generator) {
            return JSONNumber(lexeme: Self.lexemes.randomElement(using: &generator) ?? "0") ?? JSONNumber(0)
        }
        return JSONNumber(Double(bitPattern: generator.next()))
            ?? JSONNumber(Int.random(in: .min ... .max, using: &generator))
    }

    mutating func value(depth: Int) -> JSON {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &generator) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &generator))
        case 2: return .number(number())
        case 3, 4: return .string(string())
        case 5: return .array((0..<Int.random(in: 0...4, using: &generator)).map { _ in value(depth: depth - 1) })
        default: return .object(object(depth: depth - 1))
        }
    }

    mutating func object(depth: Int) -> JSONObject {
        var object = JSONObject()
        for _ in 0..<Int.random(in: 0...6, using: &generator) { object[string()] = value(depth: depth) }
        return object
    }
}
