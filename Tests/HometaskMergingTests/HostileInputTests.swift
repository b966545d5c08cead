// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport
import Testing

@testable import HometaskMerging

@Suite("Hostile input")
struct HostileInputTests {
    /// The invariant of arbitrary bytes: they are refused, or round-trip as a document.
    @discardableResult
    private func survives(_ bytes: [UInt8], _ note: String) -> Bool {
        guard let document = try? Document(decoding: bytes) else { return false }
        let written = document.encoded()
        guard let again = try? Document(decoding: written) else {
            Issue.record("\(note): what was written is refused: \(String(decoding: written, as: UTF8.self))")
            return true
        }
        #expect(again == document, "\(note): \(String(decoding: written, as: UTF8.self))")
        #expect(again.encoded() == written, "\(note)")
        _ = (document.conflicts, document.isDeleted, document.shown, document.lastWrite(of: "title"))
        return true
    }

    @Test("Golden files with random changes are refused or round-trip")
    func mutations() throws {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        let files = try GoldenFile.all.map { try $0.bytes() }
        var read = 0
        let runs = SeededGenerator.runs(60) * 25
        for run in 0..<runs {
            var bytes = files[Int.random(in: 0..<files.count, using: &generator)]
            for _ in 0..<Int.random(in: 1...3, using: &generator) { mutate(&bytes, with: files, using: &generator) }
            if survives(bytes, "\(SeededGenerator.note), mutation \(run)") { read += 1 }
        }
        print("\(runs) mutations, of which \(read) are documents")
        #expect(read > runs / 40)
    }

    private func mutate(_ bytes: inout [UInt8], with files: [[UInt8]], using generator: inout SeededGenerator) {
        guard bytes.count > 2 else { return }
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let length = Int.random(in: 1...min(40, bytes.count - place), using: &generator)
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: bytes.removeSubrange(place..<(place + length))
        case 2: bytes.insert(contentsOf: bytes[place..<(place + length)], at: place)
        case 3: bytes[place] = Array("0123456789abcdx~.#@=^,:%>-/\" {}[]".utf8).randomElement(using: &generator) ?? 0
        case 4:
            let other = files[Int.random(in: 0..<files.count, using: &generator)]
            let start = Int.random(in: 0..<other.count, using: &generator)
            bytes.replaceSubrange(place..., with: other[start...])
        case 5: swapLines(&bytes, &generator)
        default: bytes.removeSubrange(place...)
        }
    }

    /// Swaps whole lines, so that much of the result is still valid JSON.
    private func swapLines(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        lines.swapAt(
            Int.random(in: 0..<lines.count, using: &generator), Int.random(in: 0..<lines.count, using: &generator))
        bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }

    @Test("Golden files with shuffled values and strings are refused or round-trip, and join in either order")
    func shuffled() throws {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        let trees = try GoldenFile.all.map { try JSON.parse(try $0.bytes()) }
        let parts = trees.flatMap(\.parts)
        var documents: [Document] = []
        let runs = SeededGenerator.runs(60) * 10
        for run in 0..<runs {
            var tree = trees[Int.random(in: 0..<trees.count, using: &generator)]
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                tree = tree.replacing(parts, oneIn: 12, using: &generator)
            }
            guard let id = trees[0]["id"], var object = tree.objectValue else { continue }
            object["id"] = id
            let bytes = object.canonicalBytes()
            survives(bytes, "\(SeededGenerator.note), shuffle \(run)")
            if let document = try? Document(decoding: bytes) { documents.append(document) }
        }
        for (left, right) in zip(documents, documents.dropFirst()) {
            let joined = Document.join(left, right)
            #expect(joined == Document.join(right, left), "\(SeededGenerator.note)")
            #expect(Document.join(joined, right) == joined, "\(SeededGenerator.note)")
            survives(joined.encoded(), "\(SeededGenerator.note), join")
        }
        print("\(runs) shuffles, of which \(documents.count) are documents")
        #expect(documents.count > runs / 10)
    }

    private func document(_ fields: String, stamps: String, times: String = "{}", seen: String = "{}") -> [UInt8] {
        Array(
            """
            {"id":"12345678-9abc-4def-8012-3456789abcde","kind":"task",\(fields),
            "~merge":{"format":1,"seen":\(seen),"stamps":\(stamps),"times":\(times)}}
            """.utf8)
    }

    private static let time = "2025-11-21T09:31:40Z"

    @Test("A stamp that repeats one event many times names it once")
    func repeatedEvents() throws {
        let events = Array(repeating: "d1.1@\(Self.time)", count: 20_000).joined(separator: " ")
        let bytes = document("\"title\":\"x\"", stamps: "{\"title\":\"\(events)#\(ValueHash.of("x"))\"}")
        survives(bytes, "repeated events")
        #expect(try Document(decoding: bytes).fields["title"]?.register.writes.count == 1)
    }

    @Test("A stamp of 20,000 events is read, joined and written")
    func manySiblings() throws {
        let events = (1...20_000).map { "d\($0).1@\(Self.time)" }.joined(separator: " ")
        let bytes = document("\"title\":\"x\"", stamps: "{\"title\":\"\(events)#\(ValueHash.of("x"))\"}")
        let large = try Document(decoding: bytes)
        let other = Document.task()
        let joined = Document.join(large, other)
        #expect(joined.fields["title"]?.register.writes.count == 20_001)
        #expect(joined.conflicts.map(\.candidates.count) == [2])
        #expect(try Document(decoding: joined.encoded()) == joined)
    }

    @Test("Ten thousand values in one conflict are read, joined and written")
    func manyValues() throws {
        let entries = (1...10_000).map {
            "{\"stamp\":\"d\($0).1@\(Self.time)#\(ValueHash.of(.string("v\($0)")))\",\"value\":\"v\($0)\"}"
        }
        let bytes = document("\"conflicts\":{\"title\":[\(entries.joined(separator: ","))]}", stamps: "{}")
        let large = try Document(decoding: bytes)
        #expect(large.open("title").count == 10_001, "an empty title is one more value, typed over the others")
        #expect(Document.join(large, Document.task()).open("title").count == 10_002)
        survives(bytes, "many values")
    }

    @Test("Ten thousand values in one member of a list are read, joined and written")
    func manyValuesOfMember() throws {
        var task = Document(id: Copy.id, kind: .task)
        task.writeValue([["id": "milk", "text": "milk"]], to: "items", rule: .list, by: Person.mia)
        let entries = (1...10_000).map { number -> JSON in
            let stamp = "d\(number).1@\(Self.time)#\(ValueHash.of(.string("v\(number)")))"
            return ["item": "milk", "member": "text", "stamp": .string(stamp), "value": .string("v\(number)")]
        }
        var object = try #require(try JSON.parse(task.encoded()).objectValue)
        object["conflicts"] = ["items": .array(entries)]
        let bytes = object.canonicalBytes()
        let large = try Document(decoding: bytes)
        #expect(large.open("items").count == 10_001)
        #expect(Document.join(large, task) == large)
        survives(bytes, "many values of a member")
    }

    @Test("A set of 20,000 elements is written, joined and read")
    func largeSet() throws {
        var task = Document(id: Copy.id, kind: .task)
        let tags = (0..<20_000).map { "tag \($0)" }
        task.writeValue(.array(tags.map { .string($0) }), to: "tags", rule: .set, by: Person.mia)
        let other = task.edited { $0.insert("more", into: "tags", by: Person.ben) }
        let joined = Document.join(task.edited { $0.remove("tag 5", from: "tags") }, other)
        #expect(joined["tags"]?.arrayValue?.count == 20_000)
        let bytes = joined.encoded()
        #expect(try Document(decoding: bytes) == joined)
    }

    @Test("A text of 5,000 lines is written, edited, joined and read")
    func largeText() throws {
        var note = Document(id: Copy.id, kind: .note)
        let lines = (0..<5_000).map { JSON.string("line \($0)") }
        note.writeValue(.array(lines), to: "text", rule: .text, by: Person.mia)
        let other = note.edited { $0.writeValue(.array(lines.reversed()), to: "text", rule: .text, by: Person.ben) }
        let joined = Document.join(note, other)
        #expect(joined == other)
        #expect(try Document(decoding: joined.encoded()) == joined)
    }

    @Test("A position of 5,000 steps is read, compared, extended and written")
    func longPositions() throws {
        let steps = (1...5_000).map { "d\($0 % 2 + 1).\($0)" }
        let long = steps.joined(separator: ">")
        let left = "\"\(long)>d1.5001 d2.9@\(Self.time)#\(ValueHash.of("y"))\""
        let node = "\"\(long) d1.9@\(Self.time)#\(ValueHash.of("x"))\""
        let rows = "\(node),\(left)"
        let bytes = document("\"description\":[\"x\",\"y\"]", stamps: "{\"description\":{\"text\":[\(rows)]}}")
        let text = try Document(decoding: bytes)
        #expect(text["description"] == ["x", "y"])
        #expect(text.seen.actors.allSatisfy { !$0.text.hasPrefix("x") })
        let longer = text.edited {
            $0.writeValue(["x", "between", "y"], to: "description", rule: .text, by: Person.mia)
        }
        #expect(longer["description"] == ["x", "between", "y"])
        #expect(try Document(decoding: longer.encoded()) == longer)
    }

    @Test("A text that two people extend in turns 200 times reads back as written, and stays small")
    func turns() throws {
        var note = Document(id: Copy.id, kind: .note)
        var lines: [JSON] = []
        for turn in 0..<200 {
            lines.append(.string("line \(turn)"))
            note.writeValue(.array(lines), to: "text", rule: .text, by: turn % 2 == 0 ? Person.mia : Person.ben)
        }
        #expect(note["text"] == .array(lines))
        #expect(try Document(decoding: note.encoded()) == note)
        #expect(note.encoded().count < 16_000)
    }

    @Test("Deep nesting is refused, and the largest numbers are kept")
    func extremes() throws {
        let deep = String(repeating: "[", count: 100_000)
        #expect(!survives(document("\"x\":\(deep)", stamps: "{}"), "deep"))
        let digits = String(repeating: "9", count: 50_000)
        let bytes = document(
            "\"x\":\(digits),\"y\":1e\(digits)", stamps: "{\"x\":\"d1.\(digits)#0\"}",
            times: "{\"d1\":{\"\(digits)\":\"\(Self.time)\"}}", seen: "{\"d1\":\(digits)}")
        #expect(survives(bytes, "numbers"))
        #expect(String(decoding: try Document(decoding: bytes).encoded(), as: UTF8.self).contains(digits))
    }

    @Test("A document whose `seen` has the greatest counter still accepts writes")
    func spentCounters() throws {
        let actor = Person.mia.actor
        let spent = [actor, actor.successor, actor.successor.successor].map { "\"\($0.text)\":9007199254740991" }
        var task = try Document(
            decoding: document("\"title\":\"x\"", stamps: "{}", seen: "{\(spent.joined(separator: ","))}"))
        task.writeValue("y", to: "title", rule: .register, by: Person.mia)
        task.delete(by: Person.mia)
        #expect(task["title"] == "y" && task.isDeleted)
        #expect(try Document(decoding: task.encoded()) == task)
    }
}

extension JSON {
    /// This value and all values in it, at any depth.
    fileprivate var parts: [JSON] {
        switch self {
        case .array(let elements): [self] + elements.flatMap(\.parts)
        case .object(let object): [self] + object.members.flatMap { [.string($0.0.string)] + $0.1.parts }
        default: [self]
        }
    }

    /// This value with random parts replaced by others: one part in `count` at the top, half as many at each level
    /// below.
    fileprivate func replacing(_ parts: [JSON], oneIn count: Int, using generator: inout SeededGenerator) -> JSON {
        if Int.random(in: 0..<count, using: &generator) == 0, let part = parts.randomElement(using: &generator) {
            return part
        }
        switch self {
        case .array(let elements):
            return .array(elements.map { $0.replacing(parts, oneIn: count * 2, using: &generator) })
        case .object(let object):
            var changed = JSONObject()
            for (key, value) in object.members {
                changed[key] = value.replacing(parts, oneIn: count * 2, using: &generator)
            }
            return .object(changed)
        default: return self
        }
    }
}
