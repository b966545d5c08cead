// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica
import TestSupport
import Testing

@testable import HometaskHunts

@Suite("Writing the clues of a hunt")
struct HuntDraftTests {
    /// A hunt as entered: each clue's text, and the code word that solves it.
    private struct HuntText {
        var ids: [String] = []
        var texts: [String: [String]] = [:]
        var words: [String: String] = [:]
        var isFree = false

        /// The clue whose word should seal the given clue: the nearest earlier clue with a word.
        func opener(of id: String) -> String? {
            guard !isFree, let place = ids.firstIndex(of: id) else { return nil }
            return ids[..<place].last { words[$0] != nil }
        }

        /// The clues readable with the given words.
        func readable(with known: Set<String>) -> Set<String> {
            var readable: Set<String> = []
            for id in ids {
                guard let opener = opener(of: id) else {
                    readable.insert(id)
                    continue
                }
                if readable.contains(opener), known.contains(opener) { readable.insert(id) }
            }
            return readable
        }
    }

    private static func hunt(_ clues: [Clue], isFree: Bool) throws -> HuntRecord {
        var members: JSONObject = [
            "id": .string(DocumentID.derived(namespace: namespace, name: "hunt").description), "title": "Test",
            "clues": .array(clues.map(\.json)),
        ]
        members["order"] = isFree ? "free" : nil
        return try #require(HuntRecord(members))
    }

    private static let namespace = DocumentID(randomBytes: (1, 2))

    private static func code(_ word: String) throws -> NewCode {
        try #require(CodeWord(word)).newCode(cost: 10)
    }

    private func edit(
        _ draft: inout HuntDraft, _ written: inout HuntText, step: Int, using generator: inout SeededGenerator
    ) throws {
        let target = written.ids.randomElement(using: &generator)
        switch (Int.random(in: 0...9, using: &generator), target) {
        case (0...3, _), (_, nil):
            let id = "clue-\(step)"
            let before = Bool.random(using: &generator) ? target : nil
            var clue = HuntDraft.NewClue(text: ["Clue \(step)"])
            if Bool.random(using: &generator) {
                clue.code = try Self.code("word \(step)")
                written.words[id] = "word \(step)"
            }
            draft.add(clue, id: id, before: before)
            written.ids.insert(id, at: written.ids.firstIndex { $0 == before } ?? written.ids.endIndex)
            written.texts[id] = clue.text
        case (4, let id?):
            draft.remove(id)
            written.ids.removeAll { $0 == id }
            written.words[id] = nil
        case (5, let id?):
            let other = written.ids.randomElement(using: &generator)
            draft.move(id, before: other)
            guard other != id else { return }
            written.ids.removeAll { $0 == id }
            written.ids.insert(id, at: written.ids.firstIndex { $0 == other } ?? written.ids.endIndex)
        case (6, let id?):
            var change = HuntDraft.ClueChange()
            change.text = ["Changed \(step)"]
            try draft.changeClue(id, change)
            written.texts[id] = ["Changed \(step)"]
        case (7, let id?):
            var change = HuntDraft.ClueChange()
            change.solution = .code(try Self.code("new \(step)"))
            try draft.changeClue(id, change)
            written.words[id] = "new \(step)"
        case (8, let id?):
            var change = HuntDraft.ClueChange()
            change.solution = .adult
            try draft.changeClue(id, change)
            written.words[id] = nil
        default:
            written.isFree = Int.random(in: 0...3, using: &generator) == 0
            draft.setFree(written.isFree)
        }
    }

    @Test("After any edits, a clue is sealed by the nearest earlier word, and keeps its text")
    func edits() throws {
        for run in 0..<SeededGenerator.runs(8) {
            var generator = SeededGenerator(seed: SeededGenerator.runSeed &+ UInt64(run))
            var (keys, clues, written) = (ClueKeys(), [Clue](), HuntText())
            for step in 0..<12 {
                let before = Dictionary(clues.map { ($0.id, $0) }) { first, _ in first }
                let asItWas = written
                var draft = HuntDraft(of: try Self.hunt(clues, isFree: written.isFree), with: keys)
                try edit(&draft, &written, step: step, using: &generator)
                clues = try draft.clues()
                keys = draft.keys
                try check(clues, against: written, keys: keys, note: generator.note)
                for clue in clues where asItWas.texts[clue.id] == written.texts[clue.id] {
                    guard let old = before[clue.id], case .sealed = old.body, asItWas.words == written.words,
                        asItWas.opener(of: clue.id) == written.opener(of: clue.id)
                    else { continue }
                    #expect(clue == old, "what nobody touched stays, to the byte; \(generator.note)")
                }
            }
        }
    }

    private func check(_ clues: [Clue], against written: HuntText, keys: ClueKeys, note: String) throws {
        #expect(clues.map(\.id) == written.ids, "\(note)")
        let opened = OpenedClues(clues, with: keys)
        for clue in clues {
            #expect(opened.content(of: clue.id)?.text == written.texts[clue.id], "\(note)")
            guard case .sealed(let body) = clue.body else {
                #expect(written.opener(of: clue.id) == nil, "\(note)")
                continue
            }
            #expect(body.opener == written.opener(of: clue.id), "\(note)")
        }
        // Without any word, only the clues before the first sealed one are readable.
        let blind = OpenedClues(clues, with: ClueKeys())
        let readable = written.ids.filter { blind.content(of: $0) != nil }
        #expect(Set(readable) == written.readable(with: []), "\(note)")
    }

    @Test("Each word opens only the clues it seals, in turn, and a wrong one opens nothing")
    func unlocking() throws {
        var draft = HuntDraft()
        for number in 1...4 {
            draft.add(
                HuntDraft.NewClue(text: ["Clue \(number)"], code: try Self.code("word \(number)")), id: "c\(number)")
        }
        let clues = try draft.clues()
        var keys = ClueKeys()
        let word = { (text: String) throws in try #require(CodeWord(text)) }
        #expect(try OpenedClues.unlock(clues, with: [word("word 2"), word("nothing")], keys: &keys) == [])
        #expect(OpenedClues(clues, with: keys).content(of: "c2") == nil)
        #expect(try OpenedClues.unlock(clues, with: [word("WORD-1")], keys: &keys) == [1])
        #expect(OpenedClues(clues, with: keys).content(of: "c2")?.text == ["Clue 2"])
        #expect(OpenedClues(clues, with: keys).content(of: "c3") == nil)
        #expect(try OpenedClues.unlock(clues, with: [word("word 3"), word("word 2")], keys: &keys) == [2, 3])
        #expect(OpenedClues(clues, with: ClueKeys(keys.bytes)).content(of: "c4")?.text == ["Clue 4"])
    }

    @Test("A device without the words changes nothing that it would have to seal or read")
    func strangers() throws {
        var draft = HuntDraft()
        draft.add(HuntDraft.NewClue(text: ["One"], code: try Self.code("oak")), id: "one")
        draft.add(HuntDraft.NewClue(text: ["Two"], code: try Self.code("elm")), id: "two")
        draft.add(HuntDraft.NewClue(text: ["Three"]), id: "three")
        let hunt = try Self.hunt(draft.clues(), isFree: false)
        func fails(_ change: (inout HuntDraft) throws -> Void) {
            var stranger = HuntDraft(of: hunt, with: ClueKeys())
            #expect(throws: ReplicaError.self) {
                try change(&stranger)
                _ = try stranger.clues()
            }
        }
        fails { $0.add(HuntDraft.NewClue(text: ["Four"]), id: "four") }
        fails { $0.setFree(true) }
        fails { $0.remove("one") }
        fails { $0.move("one", before: nil) }
        fails {
            var change = HuntDraft.ClueChange()
            change.text = ["Other"]
            try $0.changeClue("three", change)
        }
        var stranger = HuntDraft(of: hunt, with: ClueKeys())
        var change = HuntDraft.ClueChange()
        change.points = 5
        try stranger.changeClue("three", change)
        stranger.remove("two")
        #expect(throws: ReplicaError.self) { _ = try stranger.clues() }
        var points = HuntDraft(of: hunt, with: ClueKeys())
        try points.changeClue("three", change)
        #expect(try points.clues().map(\.points) == [0, 0, 5])
        #expect(try points.clues().map(\.body) == hunt.clues.map(\.body))
    }

    @Test("An unreadable clue cannot be moved before the clue whose word opens it")
    func movedBeforeItsOpener() throws {
        var draft = HuntDraft()
        draft.add(HuntDraft.NewClue(text: ["One"], code: try Self.code("oak")), id: "one")
        draft.add(HuntDraft.NewClue(text: ["Two"], code: try Self.code("elm")), id: "two")
        draft.add(HuntDraft.NewClue(text: ["Three"]), id: "three")
        let clues = try draft.clues()
        // This device knows the first word, and so can read the second clue, but not the third.
        var keys = ClueKeys()
        #expect(try OpenedClues.unlock(clues, with: [#require(CodeWord("oak"))], keys: &keys) == [1])
        var moved = HuntDraft(of: try Self.hunt(clues, isFree: false), with: keys)
        #expect(try moved.clues() == clues)
        moved.move("three", before: "two")
        #expect(throws: ReplicaError.self) { try moved.clues() }
        moved.move("three", before: nil)
        #expect(try moved.clues() == clues)
    }

    @Test("A sealed text is bound to its clue, and to the clue that opens it")
    func binding() throws {
        let code = try Self.code("oak")
        let content = ClueContent(text: ["Two"])
        let sealed = try code.key.seal(content, of: "two", by: "one")
        #expect(code.key.open(sealed, of: "two") == content)
        #expect(code.key.open(sealed, of: "three") == nil)
        #expect(code.key.open(SealedClue(opener: "other", data: sealed.data), of: "two") == nil)
        let digits = Array(sealed.data)
        for place in stride(from: 0, to: digits.count, by: 7) {
            var forged = digits
            forged[place] = forged[place] == "0" ? "1" : "0"
            #expect(code.key.open(SealedClue(opener: "one", data: String(forged)), of: "two") == nil)
        }
        for data in ["", "00", "zz", String(repeating: "0", count: 54), String(repeating: "0", count: 56)] {
            #expect(code.key.open(SealedClue(opener: "one", data: data), of: "two") == nil)
        }
        #expect(try code.key.seal(content, of: "two", by: "one") != sealed, "a nonce is used once")
    }

    @Test("Clues added by two devices are both kept by the merge, and both can be opened")
    func merging() throws {
        var draft = HuntDraft()
        draft.add(HuntDraft.NewClue(text: ["One"], code: try Self.code("oak")), id: "one")
        draft.add(HuntDraft.NewClue(text: ["Two"], code: try Self.code("elm")), id: "two")
        let id = DocumentID.derived(namespace: Self.namespace, name: "hunt")
        var base = Document(id: id, kind: .hunt)
        func author(_ name: String, _ time: Int64) throws -> Author {
            Author(actor: try #require(ActorID(name)), time: Timestamp(seconds: time))
        }
        base.writeValue(.array(try draft.clues().map(\.json)), to: "clues", rule: .list, by: try author("a000", 1))
        func edited(_ name: String, by actor: String) throws -> Document {
            var document = base
            var mine = HuntDraft(of: try #require(HuntRecord(base.shown)), with: draft.keys)
            mine.add(HuntDraft.NewClue(text: [name]), id: name)
            document.writeValue(
                .array(try mine.clues().map(\.json)), to: "clues", rule: .list, by: try author(actor, 2))
            return document
        }
        let (left, right) = (try edited("left", by: "b000"), try edited("right", by: "c000"))
        let joined = Document.join(left, right)
        #expect(joined == Document.join(right, left))
        let hunt = try #require(HuntRecord(joined.shown))
        let opened = OpenedClues(hunt.clues, with: draft.keys)
        #expect(
            Set(hunt.clues.compactMap { opened.content(of: $0.id)?.text }) == [["One"], ["Two"], ["left"], ["right"]])
        #expect(joined.conflicts.isEmpty)
    }
}
