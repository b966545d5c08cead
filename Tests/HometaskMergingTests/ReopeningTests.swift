// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport
import Testing

@testable import HometaskMerging

@Suite("Conflicts listed by a foreign commit")
struct ReopeningTests {
    private let list: FieldName = "items"

    /// A task with every possible conflict between Mia and Ben.
    private func contested() -> Document {
        let task = Document.shopping()
            .edited { $0.writeValue(["at": "0"], to: "completion", rule: .latest, by: Person.mia) }
        let (mia, ben) = (
            task.edited {
                $0.writeValue("Buy oat milk", to: "title", rule: .register, by: Person.mia)
                $0.writeValue(["at": "1"], to: "completion", rule: .latest, by: Person.mia)
                $0.writeLine("deux", at: 1, of: "description", by: Person.mia)
                $0.writeItem("milk", ["text": "oat milk"], in: list, by: Person.mia)
            },
            task.edited {
                $0.writeValue("Buy soy milk", to: "title", rule: .register, by: Person.ben)
                $0.writeValue(nil, to: "completion", rule: .latest, by: Person.ben)
                $0.writeLine("zwei", at: 1, of: "description", by: Person.ben)
                $0.writeItem("milk", ["text": "soy milk"], in: list, by: Person.ben)
            }
        )
        return Document.join(mia, ben)
    }

    private func open(_ document: Document?) -> [[JSON]] {
        ["title", "completion", "description", list].map { document?.open($0) ?? [] }
    }

    @Test("A revert of a settlement reopens its conflicts, with the values in their order")
    func settled() throws {
        let contested = contested()
        #expect(contested.conflicts.count == 4)
        let settled = contested.edited {
            $0.writeValue("Buy soy milk", to: "title", rule: .register, by: Person.eva)
            $0.writeValue(nil, to: "completion", rule: .latest, by: Person.eva)
            $0.writeLine("zwei", at: 1, of: "description", by: Person.eva)
            $0.writeItem("milk", ["text": "soy milk"], in: list, by: Person.eva)
        }
        let another = contested.edited {
            $0.writeValue("Buy tea", to: "title", rule: .register, by: Person.eva)
            $0.writeValue(["at": "2"], to: "completion", rule: .latest, by: Person.eva)
            $0.writeLine("tva", at: 1, of: "description", by: Person.eva)
            $0.writeItem("milk", ["text": "tea"], in: list, by: Person.eva)
        }
        for next in [settled, another] {
            #expect(next.conflicts.isEmpty)
            let reverted = try Version(contested.encoded(), after: [Version(next)])
            let document = try #require(reverted.document)
            #expect(open(document) == open(contested))
            #expect(document.shown == contested.shown)
            #expect(Document.join(document, next) == document)
            let driver = try DriverJoin.join(
                base: next.encoded(), ours: next.edited { $0.insert("new", into: "tags", by: Person.eva) }.encoded(),
                theirs: contested.encoded())
            #expect(try open(Document(decoding: driver)) == open(contested))
            // The next commit changes nothing, the one after it drops the title's entries, and the last drops all
            // entries.
            let again = try Version(reverted.file, after: [reverted], commit: "cccccccccccccccc")
            #expect(again.meaning == reverted.meaning)
            let file = try contested.typed { $0["conflicts", "title"] = nil }
            let one = try Version(file, after: [again], commit: "dddddddddddddddd")
            #expect(one.document?.open("title") == [])
            #expect(open(one.document).dropFirst() == open(contested).dropFirst())
            let none = try Version(
                contested.typed { $0["conflicts"] = nil }, after: [one], commit: "eeeeeeeeeeeeeeee")
            #expect(none.document?.conflicts == [])
            #expect(none.document?.shown == contested.shown)
        }
    }

    @Test("The driver's file on top of a hand commit keeps the hand's listed value")
    func driver() throws {
        let task = Document.shopping()
        let next = task.edited {
            $0.writeValue("Buy tea", to: "title", rule: .register, by: Person.ben)
            $0.writeLine("zwei", at: 1, of: "description", by: Person.ben)
            $0.writeItem("milk", ["text": "tea"], in: list, by: Person.ben)
        }
        let typed = try next.typed {
            $0["title"] = "By hand"
            $0["description"] = ["one", "deux", "three"]
            var items = $0["items"]?.arrayValue ?? []
            items[0] = ["done": true, "id": "milk", "text": "figs"]
            $0["items"] = .array(items)
        }
        let hand = try Version(typed, after: [Version(next)])
        let bytes = try DriverJoin.join(base: next.encoded(), ours: typed, theirs: task.encoded())
        let written = try Document(decoding: bytes)
        #expect(Set(written.open("description")) == ["two", "deux"], "as the driver has it")
        let version = try Version(bytes, after: [hand], commit: "cccccccccccccccc")
        let document = try #require(version.document)
        #expect(document.shown == written.shown)
        #expect(open(document).map(Set.init) == open(written).map(Set.init))
        // The member without a conflict stays without one, although a single event wrote both.
        #expect(document.conflicts.filter { $0.member?.name == "done" } == [])
    }

    @Test("A conflict of a cut line comes back with the line, at its current place")
    func line() throws {
        let contested = contested()
        let cut = contested.edited { $0.writeLine(nil, at: 1, of: "description", by: Person.eva) }
        let version = try Version(contested.encoded(), after: [Version(cut)])
        #expect(version.document?["description"] == contested["description"])
        #expect(version.document?.open("description") == contested.open("description"))
        let removed = contested.edited { $0.removeItem("milk", from: list, by: Person.eva) }
        let back = try Version(contested.encoded(), after: [Version(removed)])
        #expect(back.document?[list] == contested[list])
        #expect(back.document?.open(list) == contested.open(list))
    }

    @Test("The file's shown value stays shown, whatever the times of the listed values")
    func rank() throws {
        let late = Person.ben.later(100_000)
        let (left, right) = (
            Document.task().edited { $0.writeValue("left", to: "title", rule: .register, by: late) },
            Document.task().edited { $0.writeValue(nil, to: "title", rule: .register, by: late.later(1)) }
        )
        let both = Document.join(left, right)
        let settled = both.edited { $0.writeValue("settled", to: "title", rule: .register, by: late.later(2)) }
        let version = try Version(both.encoded(), after: [Version(settled)], at: 0)
        #expect(version.document?.open("title") == [.null, "left"])
        #expect(version.document?["title"] == nil)
        // A field that the document never had: the file shows nothing, and lists a value.
        let (bare, file) = (Document(id: Copy.id, kind: .task), try both.typed { $0["tags"] = nil })
        let first = try Version(file, after: [Version(bare)])
        #expect(first.document?.open("title") == [.null, "left"])
    }

    @Test("A value listed under its original event keeps that event")
    func spared() throws {
        let task = Document.shopping()
        let field = try #require(task.fields["title"]), items = try #require(task.fields[list])
        let lines = try #require(task.fields["description"]).orderedLines
        let stamp = { (write: Write) in JSON.string(Stamp.text(of: [write], hashing: write.value, times: nil)) }
        let title = try #require(field.register.shown), text = try #require(items.items["milk"]?.members["text"]?.shown)
        let entries = lines.dropFirst().map { line -> JSON in
            let write = line.siblings.writes[0]
            return ["line": .string(line.position.description), "stamp": stamp(write), "value": write.value]
        }
        let file = try task.typed {
            $0["title"] = "Tea"
            $0["description"] = ["one", "zwei"]
            var array = $0["items"]?.arrayValue ?? []
            array[0] = ["done": true, "id": "milk", "text": "tea"]
            $0["items"] = .array(array)
            $0["conflicts"] = [
                "description": .array(entries),
                "items": [["item": "milk", "member": "text", "stamp": stamp(text), "value": "milk"]],
                "title": [["stamp": stamp(title), "value": "Buy milk"]],
            ]
        }
        let version = try Version(file, after: [Version(task)])
        let document = try #require(version.document)
        #expect(document.fields["title"]?.register.writes.last == title)
        let held = document.fields["description"]?.orderedLines.map(\.siblings.writes.last)
        #expect(held == lines.map(\.siblings.shown), "the third was cut, and is listed")
        let milk = try #require(document.fields[list]?.items["milk"])
        #expect(milk.members["text"]?.writes.last == text)
        #expect(milk.members["done"]?.writes.map(\.value) == [true], "one event wrote both, and the other is listed")
        #expect(document.seen[try #require(ActorID("g0123456789abcdef"))] == 3)
    }

    @Test("Malformed entries and entries without a place are ignored")
    func malformed() throws {
        let task = Document.shopping().edited { $0.writeValue(["a"], to: "assignees", rule: .set, by: Person.mia) }
        let stamp = { (value: JSON) in JSON.string("d1.1@2025-11-21T09:31:40Z#\(ValueHash.of(value))") }
        let deep = (0..<51).reduce(JSON.null) { value, _ in .array([value]) }
        let entries: [(FieldName, JSON)] = [
            ("title", ["stamp": stamp("y"), "value": "x"]), ("title", ["stamp": "d1.1#6b86b273", "value": "x"]),
            ("title", ["line": "d1.1", "stamp": stamp("x"), "value": "x"]), ("title", "x"), ("id", "x"),
            ("assignees", ["stamp": stamp("x"), "value": "x"]),
            ("description", ["line": "d1", "stamp": stamp("x"), "value": "x"]),
            ("description", ["line": "d1.1", "stamp": stamp(1), "value": 1]),
            ("items", ["item": "none", "member": "text", "stamp": stamp("x"), "value": "x"]),
            ("items", ["item": "milk", "member": "id", "stamp": stamp("x"), "value": "x"]),
            ("items", ["item": "milk", "stamp": stamp("x"), "value": "x"]),
            ("items", ["item": "milk", "member": "text", "stamp": stamp(deep), "value": deep]),
            ("id", ["stamp": stamp("x"), "value": "x"]), ("a/b", ["stamp": stamp("x"), "value": "x"]),
        ]
        for (field, entry) in entries {
            let file = try task.typed { $0["conflicts"] = .object([field.key.string: [entry]]) }
            #expect(try Version(file, after: [Version(task)]).document == task, "\(entry.compactText)")
        }
    }

    @Test("Two thousand listed values are read, restored and written")
    func many() throws {
        let task = Document.shopping()
        let values = (0..<2_000).map { JSON.string("v\($0)") }
        let entries = values.map { value -> JSON in
            ["stamp": .string("d1.1@2025-11-21T09:31:40Z#\(ValueHash.of(value))"), "value": value]
        }
        let lines = entries.enumerated().map { index, entry -> JSON in
            var line = entry.objectValue ?? JSONObject()
            line["line"] = .string("d1.\(index % 100 + 1)")
            return .object(line)
        }
        let file = try task.typed { $0["conflicts"] = ["description": .array(lines), "title": .array(entries)] }
        let version = try Version(file, after: [Version(task)])
        #expect(version.document?["title"] == "Buy milk")
        #expect(version.document?.open("title").dropFirst() == values[...])
        #expect(version.document?.open("description").count == 2_000)
        #expect(version.document?["description"]?.arrayValue?.count == 103)
    }

    @Test("For any version committed on top of another, all its shown and listed values stay visible")
    func anyVersions() throws {
        var generator = SeededGenerator(usually: 1)
        let (first, note) = (generator.seed, generator.note)
        for run in 0..<SeededGenerator.runs(60) {
            let seed = first &+ UInt64(run)
            let subject = RandomHistory.Subject.allCases[run % 4]
            let versions = RandomHistory(seed: seed, steps: 40, about: subject).versions
            guard var last = versions.first.map(Version.init) else { continue }
            for step in 0..<8 {
                let next = versions.randomElement(using: &generator) ?? versions[0]
                let commit = "\(step)123456789abcdef"
                let version = try Version(next.encoded(), after: [last], commit: commit, at: Int64(step))
                let document = try #require(version.document)
                let missing = sight(next).subtracting(sight(document)).sorted()
                if !missing.isEmpty {
                    Issue.record("\(note), \(run), step \(step): \(missing) is not in sight")
                    return
                }
                if document.isDeleted != next.isDeleted {
                    Issue.record("\(note), \(run), step \(step): deleted \(document.isDeleted)")
                    return
                }
                last = version
            }
        }
    }

    /// The values that a document shows or lists, each with the name of its place as far as the name is stable.
    private func sight(_ document: Document) -> Set<String> {
        var found: Set<String> = []
        for field in document.shownFields {
            let value = document[field] ?? .null
            if field == list {
                for item in value.arrayValue ?? [] {
                    let id = item["id"]?.stringValue ?? ""
                    for (name, value) in item.objectValue?.members ?? JSONObject().members {
                        found.insert("\(field) \(id) \(name) \(value.compactText)")
                    }
                }
            } else {
                for value in value.arrayValue ?? [value] { found.insert("\(field) \(value.compactText)") }
            }
        }
        for conflict in document.conflicts where conflict.field != "deleted" {
            let member = conflict.member.map { " \($0.item) \($0.name)" } ?? ""
            for candidate in conflict.candidates {
                found.insert("\(conflict.field)\(member) \(candidate.value.compactText)")
            }
        }
        return found
    }
}

extension JSONObject {
    fileprivate subscript(outer: ExactString, inner: ExactString) -> JSON? {
        get { self[outer]?.objectValue?[inner] }
        set {
            var object = self[outer]?.objectValue ?? JSONObject()
            object[inner] = newValue
            self[outer] = .object(object)
        }
    }
}
