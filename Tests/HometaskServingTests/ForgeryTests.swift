// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import TestSupport
import Testing

/// Random forgeries against the check on which the exchange relies: a version that passes as a possible successor,
/// merged with concurrent edits of others, changes no more than its own actor could have changed with edits.
@Suite("Forged versions of documents")
struct ForgeryTests {
    @Test("A version that passes hides no unseen value of others, invents none, and merges like any version")
    func forged() throws {
        var generator = SeededGenerator()
        var passed = (honest: 0, forged: 0)
        let count = SeededGenerator.runs(300)
        for _ in 0..<count {
            let world = ForgeryWorld(&generator)
            let honest = world.edited(&generator)
            let isTaken = honest.isPossibleSuccessor(of: world.base, by: world.phone)
            #expect(isTaken, "\(generator.note)")
            passed.honest += 1
            for _ in 0..<8 {
                let bytes = world.forge(honest, &generator)
                guard let forged = try? Document(decoding: bytes), forged.encoded() == bytes,
                    forged.isPossibleSuccessor(of: world.base, by: world.phone)
                else { continue }
                if forged != honest { passed.forged += 1 }
                world.check(forged, generator.note)
            }
        }
        #expect(passed.honest == count && passed.forged > 0, "\(generator.note): no forgery got as far as the join")
    }
}

/// A document as the phone had it, and the family's current version.
struct ForgeryWorld {
    let phone: ActorID
    let base: Document
    let standing: Document
    private static let fields: [(name: FieldName, rule: MergeRule)] = [
        ("title", .register), ("priority", .register), ("description", .text), ("tags", .set), ("completion", .latest),
        ("items", .list),
    ]

    init(_ generator: inout SeededGenerator) {
        phone = .random(using: &generator)
        let others = (0..<2).map { _ in ActorID.random(using: &generator) }
        var base = Document(id: .random(using: &generator), kind: .task)
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            Self.edit(&base, by: generator.pick(others + [phone]), using: &generator)
        }
        var standing = base
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            Self.edit(&standing, by: generator.pick(others), using: &generator)
        }
        (self.base, self.standing) = (base, standing)
    }

    /// Makes the phone's version after honest edits.
    func edited(_ generator: inout SeededGenerator) -> Document {
        var document = base
        for _ in 0..<Int.random(in: 1...4, using: &generator) { Self.edit(&document, by: phone, using: &generator) }
        return document
    }

    private static func edit(_ document: inout Document, by actor: ActorID, using generator: inout SeededGenerator) {
        let time = Timestamp(seconds: 1_795_000_000 + Int64.random(in: 0..<1000, using: &generator))
        let author = Author(actor: actor, time: time)
        let word = generator.pick(["bins", "milk", "bread", "tea"])
        let field = generator.pick(fields)
        switch field.rule {
        case .set: document.insert(word, into: field.name, by: author)
        case .text:
            let lines = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                JSON.string(generator.pick(["one", "two", "three"]))
            }
            document.writeValue(.array(lines), to: field.name, rule: .text, by: author)
        case .list: _ = document.insertItem(["text": .string(word)], into: field.name, by: author)
        default:
            let clears = Int.random(in: 0..<4, using: &generator) == 0
            document.writeValue(clears ? nil : .string(word), to: field.name, rule: field.rule, by: author)
        }
        if Int.random(in: 0..<4, using: &generator) == 0 {
            // Like an edit of the file in an editor, which keeps the other values of a conflict.
            var typed = document.shown
            typed["title"] = .string(word)
            document.applyHandEdit(
                typed, rule: { field in fields.first { $0.name == field }?.rule ?? .register }, by: author)
        }
        if Int.random(in: 0..<8, using: &generator) == 0 {
            if document.isDeleted { document.restore(by: author) } else { document.delete(by: author) }
        }
    }

    /// Returns the bytes of a version in which some values of its JSON are changed: dropped, copied from another place
    /// or from the family's version, numbers raised and lowered.
    func forge(_ document: Document, _ generator: inout SeededGenerator) -> [UInt8] {
        guard var json = try? JSON.parse(document.encoded()), let theirs = try? JSON.parse(standing.encoded()) else {
            return []
        }
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            json = Self.mutated(json, with: theirs, using: &generator)
        }
        // A forger writes canonical bytes, because any others are refused before the comparison.
        let bytes = json.canonicalBytes()
        return (try? Document(decoding: bytes))?.encoded() ?? bytes
    }

    private static func mutated(_ json: JSON, with other: JSON, using generator: inout SeededGenerator) -> JSON {
        switch json {
        case .object(var object) where !object.isEmpty:
            let key = generator.pick(Array(object.keys).sorted())
            let theirs = other[key.string]
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: object[key] = nil
            case 1: object[key] = theirs
            case 2:
                if let foreign = other.objectValue.flatMap({ Array($0.members).randomElement(using: &generator) }) {
                    object[foreign.0] = foreign.1
                }
            default: object[key] = mutated(object[key] ?? .null, with: theirs ?? .null, using: &generator)
            }
            return .object(object)
        case .array(var array) where !array.isEmpty:
            let index = Int.random(in: 0..<array.count, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: array.remove(at: index)
            case 1: array.insert(array[index], at: 0)
            case 2: if let foreign = other.arrayValue?.randomElement(using: &generator) { array.append(foreign) }
            default: array[index] = mutated(array[index], with: other.arrayValue?.first ?? .null, using: &generator)
            }
            return .array(array)
        case .number:
            return .number(JSONNumber(Int.random(in: 0...6, using: &generator)))
        case .string(let text):
            if text.contains("@") || text.contains(" "), let foreign = other.stringValue { return .string(foreign) }
            return .string(generator.pick(["bins", "milk", text + "x", String(text.dropLast())]))
        default: return json
        }
    }

    /// Compares a version that passed with the family's.
    func check(_ forged: Document, _ note: String) {
        let joined = Document.join(standing, forged)
        #expect(joined == Document.join(forged, standing) && Document.join(joined, forged) == joined, "\(note)")
        #expect((try? Document(decoding: joined.encoded())) == joined, "\(note)")
        for actor in Set(standing.seen.actors + forged.seen.actors) where actor != phone {
            #expect(joined.seen[actor] == standing.seen[actor], "\(note): events of another actor were invented")
            // Other actors' values that the phone had not seen are unchanged.
            let unseen = standing.writes(of: actor, after: base.seen[actor])
            #expect(joined.writes(of: actor, after: base.seen[actor]) == unseen, "\(note): a value is hidden")
            // Earlier values of other actors are kept or replaced by the phone; none is altered.
            let known = base.writes(of: actor, after: 0).union(standing.writes(of: actor, after: 0))
            #expect(joined.writes(of: actor, after: 0).isSubset(of: known), "\(note): a value was invented")
        }
    }
}
