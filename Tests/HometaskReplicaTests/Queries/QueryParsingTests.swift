// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskTime
import Testing

@Suite("Reading queries")
struct QueryParsingTests {
    @Test(
        "a query is printed in one form",
        arguments: [
            ("", ""), ("   ", ""), ("milk", "milk"), ("oat milk", "oat milk"), ("\"oat milk\"", "\"oat milk\""),
            ("oat AND milk", "oat milk"), ("a or b c", "a or b c"), ("(a or b) c", "(a or b) c"), ("((a))", "a"),
            ("not (a b)", "not (a b)"), ("NOT NOT a", "not not a"), ("Mine", "mine"), ("\"mine\"", "\"mine\""),
            ("+school @mia", "+school @mia"), ("@\"Anna Maria\"", "@\"Anna Maria\""), ("due < fri", "due<fri"),
            ("DUE<fri", "due<fri"), ("points:>5", "points>5"), ("due=fri", "due:fri"),
            ("due <= \"next week\"", "due<=\"next week\""),
            ("category:a,\"b, c\"", "category:a,\"b, c\""), ("near:school<500m", "near:school<500m"),
            ("near:52.37,4.89<=2km", "near:52.37,4.89<2km"), ("for:mia", "assignee:mia"), ("+", "+"), ("@", "@"),
            ("12:30", "12:30"), ("due", "due"), ("<3", "\"<3\""), ("\"and\"", "\"and\""), ("\"a\\\"b\"", "\"a\\\"b\""),
            ("foo(bar)", "foo bar"), ("a\u{A0}b", "a b"),
        ])
    func printing(text: String, printed: String) throws {
        #expect(try QueryParser.parse(text).description == printed)
    }

    @Test("parts have their source ranges")
    func ranges() throws {
        let leaves = try QueryParser.parse("größe (+b or tag:c)").leaves
        #expect(leaves.map(\.range) == [0..<7, 9..<11, 15..<20])
    }

    @Test(
        "an error gives the reason, the place and a suggestion",
        arguments: [
            ("asignee:mia", "there is no field ‘asignee’", "asignee", "assignee"),
            ("a http://x", "there is no field ‘http’", "http", nil),
            ("tag<a", "‘tag’ cannot be compared with ‘<’", "<", nil),
            ("view!=a", "‘view’ cannot be compared with ‘!=’", "!=", ":"),
            ("(a or b", "this bracket is never closed", "(", nil), ("a) b", "this bracket was never opened", ")", nil),
            ("a ()", "nothing between these brackets", "()", nil), ("a and", "something should follow ‘and’", "", nil),
            ("a or or b", "something should follow ‘or’", "", nil),
            ("(and a)", "something should come before ‘and’", "and", "\"and\""),
            ("\"a", "this quotation mark is never closed", "\"", nil), ("\" \"", "nothing between", "\" \"", nil),
            ("a\"b", "a quotation mark inside a word", "\"", nil),
            ("tag: a", "a value of ‘tag’ should follow", "", nil), ("tag:a,,b", "another value", ",", nil),
            ("near:a>5", "the distance from a place", ">", "<"), ("due> =fri", "not another sign", "=", nil),
            ("near:a<==2km", "a distance should follow", "=", nil), ("near:a<", "a distance should follow", "", nil),
        ] as [(String, String, String, String?)])
    func errors(text: String, message: String, fault: String, suggestion: String?) throws {
        let error = try #require(throws: QueryError.self) { try QueryParser.parse(text) }
        let bytes = Array(text.utf8)[error.range]
        #expect(error.message.contains(message))
        #expect(String(decoding: bytes, as: UTF8.self) == fault)
        #expect(error.suggestion == suggestion)
    }

    @Test("every field and every word is read in every spelling, and has a valid example")
    func tables() throws {
        let reader = MemoryReader()
        reader.putMembers(.member, .test(1), members: ["name": "Mia"])
        for (number, name) in ["Garden", "House"].enumerated() {
            reader.putMembers(.category, .test(10 + number), members: ["name": .string(name)])
        }
        let school = try #require(Coordinates(latitude: 52.37, longitude: 4.89))
        reader.putMembers(.pin, .test(20), members: ["name": "School", "location": school.location()])
        reader.putMembers(.view, .test(30), members: ["name": "garden", "query": "category:garden"])
        let scope = QueryScope(
            directory: try FamilyDirectory(reading: reader), pins: try PinFinder(reading: reader).pins,
            views: try ViewRecord.all(reading: reader), member: .test(1),
            now: try #require(Timestamp(rfc3339: "2026-11-21T09:00:00Z")), zone: .utc)
        for field in QueryField.allCases {
            let syntax = try QueryParser.parse(field.example)
            _ = try syntax.resolve(in: scope)
            #expect(syntax.description == field.example)
            #expect(!field.values.isEmpty && !field.meaning.isEmpty)
            for name in field.aliases {
                let text = field.example.replacing(field.name, with: name, maxReplacements: 1)
                #expect(try QueryParser.parse(text) == syntax)
            }
        }
        for flag in QueryFlag.allCases {
            #expect(try QueryParser.parse(flag.rawValue).root.kind == .flag(flag))
            _ = try QueryParser.parse(flag.rawValue).resolve(in: scope)
        }
    }

    @Test(
        "a new name replaces an old one wherever that is a whole word",
        arguments: [
            (
                QueryName.tag, "school", "class", "+school tag:school,Home not +School",
                "+class tag:class,Home not +School"
            ),
            (.tag, "a", "me", "+a or tag:\"a\"", "+\"me\" or tag:\"me\""),
            (.category, "garden", "Back yard", "category:Garden,house", "category:\"Back yard\",house"),
            (.member, "mia", "Mimi", "@Mia or doneby!=mia", "@Mimi or doneby!=Mimi"),
            (.member, "me", "Mimi", "assignee:me or assignee:\"me\"", "assignee:me or assignee:Mimi"),
            (.view, "old", "new", "@old view:old", "@new view:new"),
            (.pin, "school", "gym", "near:school<5m at:school", "near:gym<5m at:gym"),
            (.pin, "school", "gym", "school  title:school", "school  title:school"),
        ])
    func renaming(kind: QueryName, old: String, new: String, before: String, after: String) throws {
        #expect(try QueryParser.parse(before).renaming(kind, old, to: new).text == after)
    }
}
