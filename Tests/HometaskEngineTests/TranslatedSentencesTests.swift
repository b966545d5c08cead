// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskEngine
import Testing

/// The phone page translates the engine's messages about unreadable input (`EngineSentences`). It looks up a
/// translation by the English sentence, so a sentence changed only here would be shown in English.
@Suite("Engine sentences translated by the page")
struct TranslatedSentencesTests {
    private let engine = Engine()
    private static let source =
        (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        .path + "/Sources/HometaskWeb/EngineSentences.swift"

    /// Lines that are refused.
    private static let lines = [
        "", "Milk colour:red", "Milk due:", "Milk points>5", "Milk done:fri", "Milk after:3", "Milk due:45/45",
        "Milk due:fri due:mon", "Milk title:Tea", "Milk within:5m",
        "Milk @nobody", "Milk @Miia", "Milk category:none-such", "Milk at:moon", "Milk due:frx", "Milk due:\"fri xyz\"",
        "Milk due:\"30 feb\"", "Milk due:\"the 32nd\"", "Milk due:whenever", "Milk due:tomorow", "Milk nag:soon",
        "Milk description:fat",
        "Milk between:noon", "Milk at:shed within:far", "Milk points:many", "Milk priority:huge",
        "Milk every:sometimes", "Milk every:\"every xyz\"", "Milk every:\"every day xyz\"",
        "Milk every:\"every day until\"", "Milk every:\"every day until xyz\"", "Milk every:",
        "Milk every:\"day at 7:30\" due:\"fri 18:00\"", "Milk every:\"day until 2020-01-01\"", "Milk dueee:fri",
    ]
    /// Searches that are refused.
    private static let queries = [
        "milk and", "or milk", "(", "milk )", "()", "(milk", "\"milk", "\"\"", "points<>5", "tag>5", "tag:a,", "due:",
        "due:next week", "at:moon", "view:none", "@Miia", "@nobody", "category:none-such", "points:many",
        "due:frx", "and milk", "colour:red", "nag<far", "between:noon",
    ]
    /// Rules that are refused.
    private static let rules = [
        "sometimes", "every", "every day xyz", "every day until", "every week on", "FREQ=NEVER",
    ]

    private func ask(_ request: JSONObject) throws -> JSONObject {
        try JSONObject.parse(engine.answer(request.compactBytes()))
    }

    private func put(_ kind: String, _ number: Int, with fields: JSONObject) throws {
        let made = try ask([
            "do": "make", "kind": .string(kind), "id": .string("00000000-0000-4000-8000-00000000000\(number)"),
            "fields": .object(fields), "author": ["actor": "d1", "time": "2026-11-21T09:00:00Z"],
        ])
        _ = try ask(["do": "put", "documents": [#require(made["document"])]])
    }

    /// The engine's messages and hints for all of them.
    private func said() throws -> Set<String> {
        try put("member", 1, with: ["name": "Mia"])
        try put("pin", 2, with: ["name": "Garden shed"])
        try put("view", 3, with: ["name": "soon", "query": "due<fri"])
        let now: JSON = "2026-11-25T09:00:00Z"
        let without = try ask(["do": "list", "query": "category:none-such", "now": now])["error"]?.objectValue ?? [:]
        try put("category", 4, with: ["name": "Garden", "color": "#3366cc"])
        let requests: [JSONObject] =
            Self.lines.map { ["do": "words", "words": .string($0), "now": now] }
            + Self.queries.map { ["do": "list", "query": .string($0), "now": now] }
            + Self.rules.map { ["do": "rule", "text": .string($0), "now": now] }
        var said = Set(["message", "hint"].compactMap { without[$0]?.stringValue })
        for request in requests {
            let error = try ask(request)["error"]?.objectValue ?? [:]
            #expect(error["message"] != nil, "\(JSON.object(request).compactText)")
            for part in ["message", "hint"] { if let text = error[part]?.stringValue { said.insert(text) } }
        }
        return said
    }

    @Test("Every sentence occurs for some unreadable input")
    func all() throws {
        let source = try String(contentsOfFile: Self.source, encoding: .utf8)
        let sentences = source.matches(of: /\n        "([^"]+)",/).map { String($0.1) }
        #expect(sentences.count > 50)
        // The parts of a sentence can be sentences, too.
        var left = try said()
        var seen: Set<String> = []
        while let text = left.popFirst(), seen.insert(text).inserted {
            for sentence in sentences {
                let found = try Self.parts(of: text, in: sentence)
                left.formUnion(found.filter { !seen.contains($0) })
            }
        }
        for sentence in sentences {
            #expect(try seen.contains { try !Self.parts(of: $0, in: sentence).isEmpty }, "\(sentence)")
        }
    }

    /// What stands in the braces of a sentence for a text that fits it, and the text itself.
    private static func parts(of text: String, in sentence: String) throws -> [String] {
        let pieces = sentence.split(separator: /\{\w+\}/, omittingEmptySubsequences: false)
        let pattern = pieces.map { NSRegularExpression.escapedPattern(for: String($0)) }.joined(separator: "(.+?)")
        let expression = try NSRegularExpression(pattern: "^\(pattern)$", options: .dotMatchesLineSeparators)
        guard let match = expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) else {
            return []
        }
        return (0..<match.numberOfRanges).compactMap { Range(match.range(at: $0), in: text).map { String(text[$0]) } }
    }
}
