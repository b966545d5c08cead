// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskTime
import TestSupport
import Testing

@Suite("Queries on plugin fields")
struct ExtensionQueryTests {
    @Test(
        "are printed in one form, with the plugin's name, and read back the same with or without the plugin",
        arguments: [
            ("loudness:3", "noise.loudness:3"), ("loudness:>3", "noise.loudness>3"),
            ("LOUDNESS >= 3", "noise.loudness>=3"), ("noise.loudness:3..5,7", "noise.loudness:3..5,7"),
            ("Noise.Loudness=any", "noise.loudness:any"), ("level!=loud", "noise.level!=loud"),
            ("heard-at<fri from_day:none", "noise.heard-at<fri noise.from_day:none"),
            ("tools:\"a, b\",c", "noise.tools:\"a, b\",c"),
            ("org.example.care.remark:x", "org.example.care.remark:x"), ("other.thing:<2", "other.thing<2"),
            ("loudness", "loudness"), ("noise.loudness", "noise.loudness"), ("\"loudness:3\"", "\"loudness:3\""),
            ("\"from_day:3\"", "\"from_day:3\""), ("\"a.b:c\"", "\"a.b:c\""), ("3.5:x", "\"3.5:x\""),
            ("e.g. v1.2:3 12:30", "e.g. \"v1.2:3\" 12:30"), ("a_b c-d:e", "a_b \"c-d:e\""),
        ])
    func printing(text: String, printed: String) throws {
        let syntax = try QueryParser.parse(text, extensions: Noise.fields)
        #expect(syntax.description == printed)
        #expect(try QueryParser.parse(printed, extensions: Noise.fields) == syntax)
        #expect(try QueryParser.parse(printed) == syntax)
    }

    @Test("round-trip, random ones too")
    func law() throws {
        var generator = SeededGenerator()
        let names = Noise.fields.fields(of: .task).map(\.name) + [ExtensionName(plugin: "a-1.b", member: "C_d-e")]
        for _ in 0..<SeededGenerator.runs(3000) {
            var nodes = [RandomQuery.node(depth: 2, using: &generator)]
            let name = try #require(names.randomElement(using: &generator))
            let comparison = try #require(QueryComparison.allCases.randomElement(using: &generator))
            let values = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                RandomQuery.value(without: ",=<>!:", using: &generator)
            }
            nodes.insert(
                .init(.field(QueryField(name), comparison, values)), at: Int.random(in: 0...1, using: &generator))
            let syntax = QuerySyntax(.init(.all([.init(.any(nodes)), .init(.not(nodes[0]))])))
            #expect(try QueryParser.parse(syntax.text) == syntax, "\(syntax.text), \(generator.note)")
            #expect(
                try QueryParser.parse(syntax.text, extensions: Noise.fields) == syntax,
                "\(syntax.text), \(generator.note)")
        }
    }

    private func scope(_ extensions: ExtensionFields = Noise.fields) throws -> QueryScope {
        QueryScope(
            directory: try FamilyDirectory(reading: MemoryReader()), member: nil,
            now: try #require(Timestamp(rfc3339: "2026-11-21T09:00:00Z")),
            zone: try TimeZoneRules(identifier: "Europe/Amsterdam"), extensions: extensions)
    }

    @Test(
        "that make no sense are refused with the reason and a suggestion",
        arguments: [
            ("loudnes:3", "there is no field ‘loudnes’", "loudness"), ("remark:x", "several plugins", nil),
            ("noise.loudnes:3", "the plugin ‘noise’ has no field ‘loudnes’", "noise.loudness"),
            ("nois.loudness:3", "a field of the plugin ‘nois’, which is not enabled here", "noise.loudness"),
            ("level>quiet", "cannot be compared with ‘>’", nil), ("level:lowd", "is not a value of", "loud"),
            ("loudness:x", "‘x’ is not a number", nil), ("loudness:5..3", "ends before it begins", nil),
            ("loudness>any", "cannot be compared with ‘>’", nil), ("loudness:", "a value of ‘noise.loudness’", nil),
            ("indoors:maybe", "is not yes or no", nil), ("heard-at:nonsense", "", nil),
            ("shape:x", "any value or none", nil),
            ("loudness:nan", "not a number", nil), ("loudness:0x5", "not a number", nil),
        ] as [(String, String, String?)])
    func errors(text: String, message: String, suggestion: String?) throws {
        let scope = try scope()
        let error = try #require(throws: QueryError.self) {
            try QueryParser.parse(text, extensions: Noise.fields).resolve(in: scope)
        }
        #expect(error.message.contains(message))
        #expect(error.suggestion == suggestion || suggestion == nil)
    }

    /// Tasks with known values, and malformed ones.
    private static let values: [(title: String, extensions: JSON)] = [
        ("three", ["noise": ["loudness": 3, "level": "quiet", "indoors": true, "from_day": "2026-11-27"]]),
        (
            "five",
            ["noise": ["loudness": lexeme("5.0"), "level": "Audible", "indoors": false, "tools": ["saw", "Drill"]]]
        ),
        ("seven", ["noise": ["loudness": 7, "level": "loud", "remark": "Wear PROTECTION", "tools": ["saw"]]]),
        ("none", ["noise": ["loudness": .null]]), ("bare", [:]),
        ("text", ["noise": ["loudness": "4", "level": 4, "indoors": "yes", "from_day": 5, "tools": "drill"]]),
        ("list", ["noise": ["loudness": [4], "remark": ["protection"], "tools": [4, ["saw"]]]]),
        ("odd", ["noise": 4, "other": ["loudness": 4]]), ("wrong", "noise"),
        ("time", ["noise": ["heard-at": "2026-11-27T01:30:00.5+02:00", "ratio": lexeme("0.5")]]),
        ("huge", ["noise": ["loudness": lexeme("1e999")]]),
        ("deep", ["noise": ["loudness": nested(20), "level": ["a": "loud"]]]),
        ("unknown", ["other": ["thing": 1], "noise": ["level": "deafening"]]),
    ]

    private static func lexeme(_ text: String) -> JSON { .number(JSONNumber(lexeme: text) ?? JSONNumber(0)) }

    private static func nested(_ depth: Int) -> JSON { depth == 0 ? 4 : [nested(depth - 1)] }

    private func tasks() throws -> (reader: MemoryReader, titles: [DocumentID: String]) {
        let reader = MemoryReader()
        var titles: [DocumentID: String] = [:]
        for (index, value) in Self.values.enumerated() {
            titles[.test(100 + index)] = value.title
            reader.putMembers(
                .task, .test(100 + index), members: ["title": .string(value.title), "extensions": value.extensions])
        }
        return (reader, titles)
    }

    private static let meaningCases: [(text: String, found: String)] = [
        ("loudness:3", "three"), ("loudness:>3", "five huge seven"), ("loudness>=5", "five huge seven"),
        ("loudness<=5", "five three"), ("loudness<5", "three"), ("loudness:3..5", "five three"),
        ("loudness:..4", "three"), ("loudness:6..", "huge seven"), ("loudness:3,7", "seven three"),
        ("loudness:any", "deep five huge list seven text three"),
        ("loudness!=any", "bare none odd time unknown wrong"),
        ("loudness:none", "bare none odd time unknown wrong"),
        ("loudness:none,3", "bare none odd three time unknown wrong"),
        ("loudness!=3 loudness:any", "deep five huge list seven text"), ("level:audible", "five"),
        ("level:quiet,loud", "seven three"), ("indoors:yes", "three"), ("indoors:no", "five"),
        ("tools:saw", "five seven"), ("tools:drill", "text"), ("tools:Drill", "five"),
        ("noise.remark:protection", "seven"), ("from_day:2026-11-27", "three"), ("from_day<2026-11-27", ""),
        ("from_day:fri..sat", "three"), ("from_day>today", "three"), ("heard-at:2026-11-27", "time"),
        ("heard-at:\"2026-11-27 00:30\"", "time"), ("ratio:0.5", "time"), ("ratio<-1", ""), ("shape:any", ""),
    ]

    @Test(
        "find matching values, and nothing malformed",
        arguments: meaningCases)
    func meaning(text: String, found: String) throws {
        let (reader, _) = try tasks()
        let scope = try scope()
        let query = try QueryParser.parse(text, extensions: Noise.fields).resolve(in: scope).query(now: scope.now)
        let question = ListRequest(
            query, order: TaskOrder([.init(.title)]), directory: scope.directory, zone: scope.zone)
        #expect(try TaskList(question, reading: reader).tasks.map(\.title).joined(separator: " ") == found)
    }

    @Test(
        "order by value, with malformed and missing values last",
        arguments: [
            ("loudness,title", ["three", "five", "seven", "huge"]), ("-loudness", ["huge", "seven", "five", "three"]),
            ("level", ["three", "five", "seven"]), ("-level", ["seven", "five", "three"]),
            ("tools,title", ["five", "seven"]), ("indoors", ["five", "three"]),
            ("from_day", ["three"]), ("heard-at", ["time"]), ("noise.loudness", ["three", "five", "seven", "huge"]),
        ])
    func orders(text: String, first: [String]) throws {
        let (reader, _) = try tasks()
        let scope = try scope()
        let viewpoint = Viewpoint(
            directory: scope.directory, member: nil, now: scope.now, zone: scope.zone, extensions: Noise.fields)
        let order = try #require(TaskOrder(text, extensions: Noise.fields))
        let list = try TaskList(viewpoint.request(Query(.all([])), order: order), reading: reader)
        #expect(list.tasks.count == Self.values.count)
        #expect(Array(list.tasks.map(\.title).prefix(first.count)) == first)
        #expect(TaskOrder(order.text)?.text == order.text)
    }

    @Test("names that are not sort keys cannot be sorted by")
    func noOrder() {
        for text in ["remark", "loudnes", "noise.", ".x", "a b.c", "noise.lo/ud", ""] {
            #expect(TaskOrder(text, extensions: Noise.fields) == nil)
        }
    }

    @Test("names round-trip, and malformed ones are refused")
    func names() {
        for text in ["noise.loudness", "org.example.care.remark", "a-1.b_c-d"] {
            #expect(ExtensionName(text)?.description == text)
            #expect(ExtensionName(text).flatMap { ExtensionName($0.field) } == ExtensionName(text))
        }
        for text in ["loudness", ".a", "a.", "a.1", "-a.b", "a b.c", "é.x", "a.é"] {
            #expect(ExtensionName(text) == nil)
        }
        #expect(ExtensionName("title") == nil)
        #expect(Noise.fields.words(of: .task).contains("noise.remark"))
    }
}
