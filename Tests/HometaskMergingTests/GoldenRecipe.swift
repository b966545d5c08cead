// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

@testable import HometaskMerging

/// The construction of a golden file's document. The file is authoritative: a recipe that no longer yields it reveals a
/// change of the format.
struct GoldenRecipe {
    let name: String
    let document: Document

    private init(_ name: String, kind: DocumentKind = .task, make: (inout Document) -> Void) {
        self.name = name
        var document = Document(id: Copy.id, kind: kind)
        make(&document)
        self.document = document
    }

    static let mia = author("d4k2m9", 1_763_717_500)
    static let ben = author("dm3x97", 1_763_717_560)
    static let eva = author("dzz0q1", 1_763_717_520)

    static func author(_ actor: String, _ seconds: Int64) -> Author {
        guard let actor = ActorID(actor) else { preconditionFailure("a malformed actor: \(actor)") }
        return Author(actor: actor, time: Timestamp(seconds: seconds))
    }

    /// Joins several people's concurrent edits of a document.
    static func apart(_ document: inout Document, _ edits: [(inout Document) -> Void]) {
        let copies = edits.map { edit in
            var copy = document
            edit(&copy)
            return copy
        }
        document = copies.reduce(document) { Document.join($0, $1) }
    }

    private static func later(_ author: Author, by seconds: Int64) -> Author {
        Author(actor: author.actor, time: Timestamp(seconds: author.time.seconds + seconds), isWeak: author.isWeak)
    }

    static let all: [GoldenRecipe] = registers + latests + sets + texts + lists + deletions + others

    private static let registers = [
        GoldenRecipe("register") { $0.writeValue("Buy milk", to: "title", rule: .register, by: mia) },
        GoldenRecipe("register-equal-siblings") {
            apart(
                &$0,
                [
                    { $0.writeValue("Buy milk", to: "title", rule: .register, by: mia) },
                    { $0.writeValue("Buy milk", to: "title", rule: .register, by: ben) },
                ])
        },
        GoldenRecipe("register-cleared") {
            $0.writeValue(["date": "2025-11-27"], to: "due", rule: .register, by: mia)
            $0.writeValue(nil, to: "due", rule: .register, by: ben)
        },
        GoldenRecipe("register-conflict") {
            $0.writeValue("Buy milk", to: "title", rule: .register, by: mia)
            apart(
                &$0,
                [
                    { $0.writeValue("Buy oat milk", to: "title", rule: .register, by: later(mia, by: 90)) },
                    { $0.writeValue("Buy soy milk", to: "title", rule: .register, by: ben) },
                    { $0.writeValue("Buy soy milk", to: "title", rule: .register, by: eva) },
                ])
        },
        GoldenRecipe("register-cleared-against-set") {
            $0.writeValue(2, to: "priority", rule: .register, by: mia)
            apart(
                &$0,
                [
                    { $0.writeValue(3, to: "priority", rule: .register, by: mia) },
                    { $0.writeValue(nil, to: "priority", rule: .register, by: ben) },
                ])
        },
    ]

    private static let latests = [
        GoldenRecipe("latest-beside") {
            apart(
                &$0,
                [
                    {
                        $0.writeValue(
                            ["at": "2025-11-21T09:31:40Z", "by": "mia"], to: "completion", rule: .latest, by: mia)
                    },
                    {
                        $0.writeValue(
                            ["at": "2025-11-21T09:32:40Z", "by": "ben"], to: "completion", rule: .latest, by: ben)
                    },
                ])
        },
        GoldenRecipe("latest-done-against-reopened") {
            $0.writeValue(["at": "2025-11-21T09:31:40Z"], to: "completion", rule: .latest, by: mia)
            apart(
                &$0,
                [
                    {
                        $0.writeValue(
                            ["at": "2025-11-21T09:31:50Z"], to: "completion", rule: .latest, by: later(mia, by: 10))
                    },
                    { $0.writeValue(nil, to: "completion", rule: .latest, by: ben) },
                ])
        },
    ]

    private static let sets = [
        GoldenRecipe("set-several-dots") {
            apart(
                &$0,
                [
                    { $0.writeValue(["home", "shop"], to: "tags", rule: .set, by: mia) },
                    { $0.writeValue(["home", "été"], to: "tags", rule: .set, by: ben) },
                ])
            $0.remove("shop", from: "tags")
        }
    ]

    private static let texts = [
        GoldenRecipe("text-edited-line") {
            $0.writeValue(["one", "two", "three"], to: "description", rule: .text, by: mia)
            $0.writeValue(["one", "2", "three", "four"], to: "description", rule: .text, by: ben)
        },
        GoldenRecipe("text-conflicted-line") {
            $0.writeValue(["one", "two", "three"], to: "description", rule: .text, by: mia)
            apart(
                &$0,
                [
                    { $0.writeValue(["one", "two", "3"], to: "description", rule: .text, by: later(mia, by: 5)) },
                    { $0.writeValue(["one", "two", "III"], to: "description", rule: .text, by: ben) },
                ])
        },
        GoldenRecipe("text-nested-positions") {
            $0.writeValue(["m"], to: "description", rule: .text, by: mia)
            $0.writeValue(["m", "n"], to: "description", rule: .text, by: ben)
            $0.writeValue(["m", "between m and n", "n"], to: "description", rule: .text, by: mia)
            $0.writeValue(["first", "m", "between m and n", "n"], to: "description", rule: .text, by: mia)
            $0.writeValue(
                ["earliest", "first", "m", "between m and n", "n"], to: "description", rule: .text, by: eva)
            $0.writeValue(
                ["earliest", "first", "before m", "m", "between m and n", "n", "last"], to: "description", rule: .text,
                by: ben)
        },
    ]

    /// Milk, bread, eggs and tea; all items except tea have ids from their events.
    private static func shopping(_ document: inout Document) {
        for name in ["milk", "bread", "eggs"] {
            document.insertItem(["done": false, "text": .string(name)], into: "items", by: mia)
        }
        document.insertItem(["text": "tea"], into: "items", id: "tea", by: ben)
    }

    private static let lists = [
        GoldenRecipe("list") { shopping(&$0) },
        GoldenRecipe("list-changed") {
            shopping(&$0)
            $0.writeItem("d4k2m9.1", ["done": true], in: "items", by: ben)
            $0.writeItem("d4k2m9.2", ["text": "rye bread", "a b/\u{E9}#": 1, "": "x"], in: "items", by: mia)
            $0.writeItem("d4k2m9.2", ["done": .null], in: "items", by: eva.weakly)
            $0.moveItem("d4k2m9.3", to: .first, in: "items", by: eva)
            $0.moveItem("tea", to: .first, in: "items", by: mia)
            $0.removeItem("d4k2m9.1", from: "items", by: ben)
            $0.insertItem(["id": "x", "text": "figs"], into: "items", at: .after("tea"), by: mia)
        },
        GoldenRecipe("list-apart") {
            shopping(&$0)
            apart(
                &$0,
                [
                    {
                        $0.writeItem("d4k2m9.1", ["done": true], in: "items", by: ben)
                        $0.moveItem("d4k2m9.3", to: .first, in: "items", by: ben)
                        $0.writeItem("d4k2m9.3", ["text": "six eggs"], in: "items", by: ben)
                    },
                    {
                        $0.writeItem("d4k2m9.1", ["text": "oat milk", "shop": ["far"]], in: "items", by: mia)
                        $0.moveItem("d4k2m9.3", to: .before("d4k2m9.2"), in: "items", by: mia)
                        $0.writeItem("d4k2m9.3", ["text": "ten eggs"], in: "items", by: mia)
                    },
                ])
        },
        GoldenRecipe("list-removals") {
            shopping(&$0)
            apart(
                &$0,
                [
                    {
                        for id in ["d4k2m9.1", "d4k2m9.2", "tea"] { $0.removeItem(id, from: "items", by: mia) }
                    },
                    {
                        $0.writeItem("d4k2m9.1", ["done": true], in: "items", by: ben)
                        $0.moveItem("d4k2m9.2", to: .first, in: "items", by: ben)
                    },
                    {
                        $0.writeItem("d4k2m9.1", ["text": "oat milk"], in: "items", by: eva)
                        $0.moveItem("tea", to: .first, in: "items", by: eva)
                    },
                ])
        },
        GoldenRecipe("list-page") {
            shopping(&$0)
            $0.writeItem("d4k2m9.2", ["done": true], in: "items", by: ben)
            $0.insertItem(["text": "figs"], into: "items", by: mia)
            $0.insertItem(["text": "oats"], into: "items", by: mia)
            apart(
                &$0,
                [
                    {
                        $0.writeItem("d4k2m9.3", ["text": "six eggs"], in: "items", by: mia)
                        $0.removeItem("d4k2m9.4", from: "items", by: mia)
                        $0.removeItem("d4k2m9.5", from: "items", by: mia)
                    },
                    {
                        $0.moveItem("d4k2m9.3", to: .first, in: "items", by: ben)
                        $0.writeItem("d4k2m9.3", ["text": "ten eggs"], in: "items", by: ben)
                        $0.writeItem("d4k2m9.4", ["done": true], in: "items", by: ben)
                        $0.moveItem("d4k2m9.5", to: .first, in: "items", by: ben)
                    },
                ])
        },
        GoldenRecipe("list-of-two-versions") {
            $0.writeValue([["text": "milk"]], to: "items", rule: .register, by: mia)
            apart(
                &$0,
                [
                    { $0.writeValue([["text": "tea"]], to: "items", rule: .register, by: mia) },
                    { $0.writeItem("d4k2m9.1.0", ["done": true], in: "items", by: ben) },
                    { $0.writeValue(["one", "two"], to: "items", rule: .text, by: eva) },
                ])
        },
    ]

    private static let deletions = [
        GoldenRecipe("weak-write") {
            $0.writeValue("Buy milk", to: "title", rule: .register, by: mia)
            apart(
                &$0,
                [
                    { $0.writeValue("b", to: "position", rule: .register, by: mia.weakly) },
                    { $0.delete(by: ben) },
                ])
        },
        GoldenRecipe("deletion") {
            $0.writeValue("Buy milk", to: "title", rule: .register, by: mia)
            $0.writeValue(["home"], to: "tags", rule: .set, by: ben)
            apart(&$0, [{ $0.delete(by: mia) }, { $0.delete(by: eva) }])
        },
        GoldenRecipe("deletion-of-nothing") { $0.delete(by: mia) },
        GoldenRecipe("restoration") {
            $0.writeValue("Buy milk", to: "title", rule: .register, by: mia)
            $0.delete(by: ben)
            $0.restore(by: mia)
        },
        GoldenRecipe("deletion-against-restoration") {
            $0.writeValue("Buy milk", to: "title", rule: .register, by: mia)
            $0.delete(by: mia)
            apart(&$0, [{ $0.restore(by: ben) }, { $0.delete(by: eva) }])
        },
        GoldenRecipe("deletion-against-edit") {
            $0.writeValue("Buy milk", to: "title", rule: .register, by: mia)
            apart(
                &$0,
                [{ $0.delete(by: ben) }, { $0.writeValue("Buy oat milk", to: "title", rule: .register, by: mia) }])
        },
    ]

    private static let others = [
        GoldenRecipe("time-of-one-event-twice") {
            let dot = Dot(actor: mia.actor, counter: 1)
            $0.seen.include(dot)
            $0.fields["title"] = FieldState()
            $0.fields["title"]?.register = Siblings([
                Write(dot: dot, time: mia.time, value: "Buy milk"), Write(dot: dot, time: ben.time, value: "Buy milk"),
            ])
        },
        GoldenRecipe("times-in-runs") {
            $0.writeValue("Buy milk", to: "title", rule: .register, by: mia)
            $0.writeValue(["home", "shop"], to: "tags", rule: .set, by: mia)
            $0.writeValue(1, to: "priority", rule: .register, by: mia)
            $0.writeValue(5, to: "points", rule: .register, by: later(mia, by: 86_400))
            $0.writeValue(["date": "2025-11-27"], to: "due", rule: .register, by: later(mia, by: 86_400))
        },
        GoldenRecipe("extension-fields") {
            $0.writeValue(
                3, to: FieldName(path: ["extensions", "org.example.chores", "points"]), rule: .register, by: mia)
            $0.writeValue(
                ["b", "a"], to: FieldName(path: ["extensions", "org.example.chores", "a/b~c"]), rule: .set, by: ben)
            $0.writeValue("x", to: FieldName(path: ["extensions", "other", ""]), rule: .latest, by: mia)
            $0.writeValue(true, to: FieldName(path: ["a/b"]), rule: .register, by: ben)
        },
        GoldenRecipe("unknown-kind", kind: DocumentKind(rawValue: "org.example.recipe")) {
            let numbers = try? JSON.parse("[1.50, 12345678901234567890, 1e0, -0.0, 1E400]")
            $0.writeValue(numbers, to: "numbers", rule: .register, by: mia)
            $0.writeValue(["deep": ["er": [["est", .null]]]], to: "unknown", rule: .register, by: mia)
            $0.writeValue("precomposed", to: "\u{E9}", rule: .register, by: ben)
            $0.writeValue("decomposed", to: "e\u{301}", rule: .register, by: ben)
            $0.writeValue("\u{1}\t\u{2028}\"\\/ \u{1F600}", to: "escapes", rule: .register, by: ben)
        },
        GoldenRecipe("rules-of-two-versions") {
            apart(
                &$0,
                [
                    {
                        $0.writeValue(["a", "b"], to: "labels", rule: .set, by: mia)
                        $0.writeValue(["one", "two"], to: "description", rule: .text, by: mia)
                    },
                    {
                        $0.writeValue(["b", "c"], to: "labels", rule: .register, by: ben)
                        $0.writeValue("one line", to: "description", rule: .register, by: ben)
                    },
                    { $0.writeValue("done", to: "description", rule: .latest, by: eva) },
                ])
        },
    ]
}
