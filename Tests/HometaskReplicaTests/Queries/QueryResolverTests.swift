// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskTime
import Testing

@Suite("The meaning of queries")
struct QueryResolverTests {
    private static let mia = DocumentID.test(1)

    /// A family whose views are the given queries, by name.
    private func scope(_ views: [String: String] = [:], member: DocumentID? = mia) throws -> QueryScope {
        let reader = MemoryReader()
        for (number, name) in ["Mia", "Ben", "Anna Maria", "Annabel"].enumerated() {
            reader.putMembers(.member, .test(1 + number), members: ["name": .string(name)])
        }
        reader.putMembers(.category, .test(11), members: ["name": "Garden"])
        for (number, view) in views.sorted(by: { $0.key < $1.key }).enumerated() {
            reader.putMembers(
                .view, .test(30 + number),
                members: ["name": .string(view.key), "query": .string(view.value), "sort": "-due"])
        }
        return QueryScope(
            directory: try FamilyDirectory(reading: reader), views: try ViewRecord.all(reading: reader),
            member: member, now: try #require(Timestamp(rfc3339: "2026-11-21T09:00:00Z")), zone: .utc)
    }

    private func meaning(_ text: String, _ views: [String: String] = [:]) throws -> ResolvedQuery {
        try QueryParser.parse(text).resolve(in: scope(views))
    }

    @Test("a name matches a member before a view, and an exact match precedes a partial match")
    func names() throws {
        let views = ["mia": "done", "ben's": "open", "garden": "category:garden"]
        #expect(try meaning("@Mia", views).condition == .term(.names(.assignees, [.test(1)])))
        #expect(try meaning("view:mia", views).condition == .term(.done))
        #expect(try meaning("@ben", views).condition == .term(.names(.assignees, [.test(2)])))
        #expect(try meaning("@\"ben's\"", views).condition == .open)
        #expect(try meaning("@gard", views).condition == .term(.names(.category, [.test(11)])))
        #expect(try meaning("@\"anna m\"", views).condition == .term(.names(.assignees, [.test(3)])))
        let error = try #require(throws: QueryError.self) { try meaning("open @anna", views) }
        #expect(error.code == .ambiguous && error.candidates.count == 2 && error.range == 6..<10)
    }

    @Test("open and not waiting are implied unless mentioned, also within a view")
    func unsaid() throws {
        let now = Timestamp(seconds: 0)
        #expect(try meaning("milk").query(now: now).condition.terms.count == 4)
        for text in ["done", "not open", "overdue", "done>7d", "doneby:me", "@old"] {
            #expect(try meaning(text, ["old": "done<2w"]).speaksOfDone, "\(text)")
        }
        for text in ["milk", "due<fri", "mine", "has:photo", "created<7d", "@plain"] {
            #expect(try !meaning(text, ["plain": "milk"]).speaksOfDone, "\(text)")
        }
        for text in ["waiting", "wait<fri", "ready", "wait:none"] {
            #expect(try meaning(text).speaksOfWaiting, "\(text)")
        }
    }

    @Test("the first named view provides the order")
    func order() throws {
        #expect(try meaning("milk @plain", ["plain": "open"]).order == TaskOrder("-due"))
        #expect(try meaning("milk").order == nil)
    }

    @Test("views that are cyclic, or expand without end, are refused where they are named")
    func viewsOfViews() throws {
        let error = try #require(throws: QueryError.self) {
            try meaning("@a", ["a": "mine @b", "b": "open or view:a"])
        }
        #expect(error.message == "the saved view ‘a’ refers to itself" && error.view == "b" && error.range == 13..<14)
        var views: [String: String] = ["v0": "a b c d e f g h i j"]
        for number in 1...7 {
            views["v\(number)"] = Array(repeating: "view:v\(number - 1)", count: 10).joined(separator: " ")
        }
        #expect(throws: QueryError.self) { try meaning("@v7", views) }
        let broken = try #require(throws: QueryError.self) { try meaning("@bad", ["bad": "open and"]) }
        #expect(broken.view == "bad" && broken.text == "open and")
    }

    @Test(
        "an error points at the part that cannot be understood",
        arguments: [
            ("due<nxt", "nxt", "next"), ("due<\"fri 25:00\"", "25:00", nil),
            ("due<next week milk", "next week", "\"next week\""), ("category:gardn", "gardn", "Garden"),
            ("has:photos,dew", "dew", nil), ("priority:hig", "hig", "high"), ("points>x", "x", nil),
            ("due<none", "none", nil),
            ("id:xyz", "xyz", nil), ("near:91,0", "91,0", nil), ("near:1,1<5q", "5q", nil), ("@nobody", "nobody", nil),
            ("created:none", "none", nil), ("assignee:\"me\"", "\"me\"", nil),
        ] as [(String, String, String?)])
    func faults(text: String, fault: String, suggestion: String?) throws {
        let error = try #require(throws: QueryError.self) { try meaning(text) }
        #expect(String(decoding: Array(text.utf8)[error.range], as: UTF8.self) == fault)
        #expect(error.suggestion == suggestion)
    }

    @Test("‘me’ need only be known where it is used")
    func me() throws {
        let scope = try scope(member: nil)
        _ = try QueryParser.parse("open").resolve(in: scope)
        let error = try #require(throws: QueryError.self) { try QueryParser.parse("open mine").resolve(in: scope) }
        #expect(error.code == .notConfigured && error.range == 5..<9)
    }

    @Test("each term reports the document members it needs")
    func members() throws {
        let query = try meaning("mine milk done<7d has:photo").query(now: Timestamp(seconds: 0))
        #expect(query.neededMembers.isSuperset(of: ["assignees", "title", "description", "completion"]))
        #expect(query.neededRelations == [.photos])
    }

    @Test("a scope reads only the views and pins that a query may name, through views too")
    func scopes() throws {
        let reader = MemoryReader()
        reader.putMembers(.member, .test(1), members: ["name": "Mia"])
        reader.putMembers(.pin, .test(20), members: ["name": "School"])
        reader.putMembers(.pin, .test(21), members: ["name": "Gone", "deleted": "2026-11-21T09:00:00Z"])
        reader.putMembers(.view, .test(30), members: ["name": "there", "query": "at:school"])
        let directory = try FamilyDirectory(reading: reader)
        for (text, views, pins) in [
            ("open", 0, 0), ("@mia", 0, 0), ("@me", 0, 0), ("@there", 1, 1), ("view:x", 1, 1), ("at:school", 0, 1),
            ("not (near:school or a)", 0, 1),
        ] {
            let scope = try QueryScope(
                of: QueryParser.parse(text), reading: reader, directory: directory, member: nil,
                now: Timestamp(seconds: 0), zone: .utc)
            #expect(scope.views.count == views && scope.pins.count == pins, "\(text)")
        }
        let scope = try QueryScope(
            of: QueryParser.parse("@there"), reading: reader, directory: directory, member: nil,
            now: Timestamp(seconds: 0), zone: .utc)
        #expect(try QueryParser.parse("@there").resolve(in: scope).condition == .term(.names(.pin, [.test(20)])))
    }

    @Test(
        "a comparison with a date is a range of time, to the second; a longer time ago is earlier",
        arguments: [
            ("due:today", "2026-11-21T00:00:00Z", "2026-11-21T23:59:59Z"), ("due<today", nil, "2026-11-20T23:59:59Z"),
            ("due<=today", nil, "2026-11-21T23:59:59Z"), ("due>today", "2026-11-22T00:00:00Z", nil),
            ("due>=today", "2026-11-21T00:00:00Z", nil), ("due<7d", nil, "2026-11-27T23:59:59Z"),
            ("due<\"next week\"", nil, "2026-11-22T23:59:59Z"), ("due>week", "2026-11-23T00:00:00Z", nil),
            ("due>3h", "2026-11-21T12:00:01Z", nil), ("wait<=12:00", nil, "2026-11-21T12:00:00Z"),
            ("done>7d", nil, "2026-11-13T23:59:59Z"), ("done>=7d", nil, "2026-11-14T23:59:59Z"),
            ("done<7d", "2026-11-15T00:00:00Z", nil), ("done<=7d", "2026-11-14T00:00:00Z", nil),
            ("done:7d", "2026-11-14T00:00:00Z", "2026-11-14T23:59:59Z"), ("done<2h", "2026-11-21T07:00:01Z", nil),
            ("done>yesterday", "2026-11-21T00:00:00Z", nil), ("done<\"7 days ago\"", nil, "2026-11-13T23:59:59Z"),
            ("created:\"last month\"", "2026-10-01T00:00:00Z", "2026-10-31T23:59:59Z"),
            ("created>=fri", "2026-11-20T00:00:00Z", nil), ("due>=fri", "2026-11-27T00:00:00Z", nil),
        ] as [(String, String?, String?)])
    func stretches(text: String, from: String?, through: String?) throws {
        guard case .term(.number(let date, let first, let last)) = try meaning(text).condition, date.isDate else {
            Issue.record("\(text) is no stretch of time")
            return
        }
        #expect(text.hasPrefix(date.name))
        let ends = [first, last].map { $0.map { Timestamp(seconds: $0).rfc3339 } }
        #expect(ends == [from, through])
    }

    @Test("a comparison with a priority or a numeric field is a range; high is the first priority and the greatest")
    func amounts() throws {
        let numbers: [(String, TaskField, Int64?, Int64?)] = [
            ("priority:medium", .priority, 1, 1), ("priority<medium", .priority, 2, nil),
            ("priority<=medium", .priority, 1, nil), ("priority>medium", .priority, nil, 0),
            ("priority>=medium", .priority, nil, 1), ("priority>high", .priority, nil, -1),
            ("points:5", .points, 5, 5), ("points<5", .points, nil, 4), ("points<=5", .points, nil, 5),
            ("points>5", .points, 6, nil), ("points>=5", .points, 5, nil), ("points:any", .points, nil, nil),
            ("nag:1h", .nag, 3600, 3600), ("nag>\"1 day\"", .nag, 86_401, nil), ("nag:any", .nag, nil, nil),
            ("between:07:30", .window, 27_000, 27_000), ("between<09:00", .window, nil, 32_399),
        ]
        for (text, field, from, through) in numbers {
            #expect(try meaning(text).condition == .term(.number(field, from: from, through: through)), "\(text)")
        }
        #expect(try meaning("points!=5").condition == .not(.term(.number(.points, from: 5, through: 5))))
        #expect(try meaning("nag:none").condition == .not(.term(.number(.nag, from: nil, through: nil))))
    }
}
