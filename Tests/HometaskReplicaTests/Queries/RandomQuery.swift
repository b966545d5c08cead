// SPDX-License-Identifier: Apache-2.0

import HometaskQueries
import TestSupport

/// Meaningless queries, and strings that are not queries.
enum RandomQuery {
    private static let scraps = [
        "a", "and", "OR", "not", "due", "<fri", "<", "\"", "\\", "(", ")", " ", "+", "@", ":", "=", "!=", ",", "é",
        "e\u{301}", "日本", "\u{301}", "👩‍👩‍👧", "\u{202E}", "\n", "\t", "\u{A0}", "mine", "near", "12:30", "#", "-", "0",
        "near:",
        "done>7d", "#5f0c", "category:", "none", "has:", "\u{0}", "z\u{338}",
    ]

    /// A random string that is not blank.
    private static func text(using generator: inout SeededGenerator) -> String {
        let text = (0..<Int.random(in: 1...4, using: &generator))
            .map { _ in scraps.randomElement(using: &generator) ?? "" }.joined()
        return text.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? text + "x" : text
    }

    static func value(
        without separators: String = "", using generator: inout SeededGenerator
    ) -> QuerySyntax.Value {
        let text = text(using: &generator)
        let isBare = !text.unicodeScalars.contains {
            $0.properties.isWhitespace || "()\"".unicodeScalars.contains($0) || separators.unicodeScalars.contains($0)
        }
        return QuerySyntax.Value(text, isQuoted: !isBare || Bool.random(using: &generator))
    }

    static func node(depth: Int, using generator: inout SeededGenerator) -> QuerySyntax.Node {
        let kind = depth == 0 ? 9 : Int.random(in: 0..<12, using: &generator)
        let nodes = { (generator: inout SeededGenerator) in
            (0..<Int.random(in: 2...3, using: &generator)).map { _ in node(depth: depth - 1, using: &generator) }
        }
        switch kind {
        case 0, 1: return .init(.all(nodes(&generator)))
        case 2, 3: return .init(.any(nodes(&generator)))
        case 4: return .init(.not(node(depth: depth - 1, using: &generator)))
        case 5: return .init(.tag(value(using: &generator)))
        case 6: return .init(.name(value(using: &generator)))
        case 7: return .init(.flag(QueryFlag.allCases.randomElement(using: &generator) ?? .mine))
        case 8:
            let distance = Bool.random(using: &generator) ? value(without: "<>=!:", using: &generator) : nil
            return .init(.near(value(without: "<>=!:", using: &generator), within: distance))
        case 10, 11:
            let field = QueryField.allCases.filter { $0 != .near }.randomElement(using: &generator) ?? .due
            let comparison = field.comparisons.randomElement(using: &generator) ?? .equal
            let isList = ![QueryField.Kind.number, .future, .past, .text].contains(field.kind) && field != .view
            let count = isList ? Int.random(in: 1...3, using: &generator) : 1
            // A value with such a first character would be parsed as part of the comparison operator.
            let values = (0..<count).map { _ in value(without: ",=<>!:", using: &generator) }
            return .init(.field(field, comparison, values))
        default: return .init(.text(text(using: &generator)))
        }
    }

    /// Random bytes, random fragments, or a valid query with a part cut, doubled or inserted.
    static func hostileText(_ world: QueryWorld, using generator: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            return String(decoding: bytes, as: UTF8.self)
        case 1:
            return (0..<Int.random(in: 0...30, using: &generator))
                .map { _ in scraps.randomElement(using: &generator) ?? "" }.joined()
        default:
            var text = Array(Probe.random(depth: 3, world, using: &generator).text.unicodeScalars)
            for _ in 0..<Int.random(in: 1...4, using: &generator) where !text.isEmpty {
                let place = Int.random(in: 0..<text.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: text.remove(at: place)
                case 1:
                    text.insert(contentsOf: (scraps.randomElement(using: &generator) ?? "").unicodeScalars, at: place)
                default: text.swapAt(place, Int.random(in: 0..<text.count, using: &generator))
                }
            }
            var view = String.UnicodeScalarView()
            view.append(contentsOf: text)
            return String(view)
        }
    }
}
