// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging
import Testing

@testable import HometaskFamily
@testable import HometaskQueries
@testable import HometaskReplica

@Suite("Comments and reactions")
struct CommentTests {
    private static let (mia, ben, zoe) = (DocumentID.test(1), DocumentID.test(2), DocumentID.test(3))
    private static let (task, photo, pin) = (DocumentID.test(11), DocumentID.test(12), DocumentID.test(13))

    private func reader() -> MemoryReader {
        let reader = MemoryReader()
        for (id, name) in [(Self.mia, "Mia"), (Self.ben, "Ben")] {
            reader.putMembers(.member, id, members: ["name": .string(name)])
        }
        reader.putMembers(.task, Self.task, members: ["title": "Mow"])
        reader.putMembers(.photo, Self.photo, members: ["caption": "The yard", "sha256": "00"])
        reader.putMembers(.pin, Self.pin, members: ["name": "Dam"])
        return reader
    }

    /// A transaction on a member's device, at a given second.
    private func transaction(
        _ reader: MemoryReader, by member: DocumentID = CommentTests.mia, actor: String = "d4k2m9", at second: Int64 = 0
    ) throws -> Transaction {
        let author = Author(actor: try #require(ActorID(actor)), time: Timestamp(seconds: 1_795_000_000 + second))
        return Transaction(over: reader, by: author, for: member)
    }

    private func document(_ id: DocumentID, in transaction: Transaction) throws -> Document {
        try #require(try transaction.document(at: Transaction.path(of: .comment, id)))
    }

    // MARK: Reactions

    @Test(
        "One emoji is a reaction, regardless of its number of code points",
        arguments: ["👍", "👍🏽", "👩‍👩‍👧‍👦", "🇳🇱", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "1️⃣", "❤️", "💯"])
    func emoji(text: String) throws {
        #expect(try Reaction(text).emoji == text)
        #expect(Reaction.isOne(text))
    }

    @Test("Some words stand for an emoji, regardless of case", arguments: Reaction.words)
    func words(word: String, emoji: String) throws {
        #expect(try Reaction(word).emoji == emoji)
        #expect(try Reaction(word.uppercased()).emoji == emoji)
    }

    @Test("An emoji is the same reaction with and without a variation selector")
    func selector() throws {
        #expect(try Reaction("\u{2764}") == Reaction("heart"))
        #expect(try Reaction("\u{2764}\u{FE0F}") == Reaction("heart"))
        #expect(try Reaction("👍").emoji.unicodeScalars.count == 1)
    }

    @Test(
        "Text without an emoji, with several, or too long is no reaction",
        arguments: [
            "", " ", "\n", "\r\n", "\t", "\u{1B}", "\u{7F}", "\u{200B}", "\u{202E}", "\u{FE0F}", "\u{301}", "\u{2028}",
            "a", "Z", "7", "!", "*", "é", "日", "ok", "great", "👍🎉", "👍 ", "+2",
            "a" + String(repeating: "\u{301}", count: 40),
            "👍" + String(repeating: "\u{FE0F}", count: 32), String(repeating: "👍", count: 1000),
        ])
    func noReaction(text: String) {
        #expect(throws: ReplicaError.self) { try Reaction(text) }
    }

    @Test("Every typed reaction fits the schema of comments")
    func schema() throws {
        let longest = "👍" + String(repeating: "\u{FE0F}", count: 31)
        for emoji in try ["👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", longest].map({ try Reaction($0) }) {
            let transaction = try transaction(reader())
            let subject = Subject(try transaction.tasks.record(Self.task))
            let (id, _) = try transaction.reactions.add(emoji, to: subject, as: Self.mia)
            #expect(try transaction.comments.record(id).reaction == emoji.emoji)
        }
    }

    // MARK: Operations

    @Test("A comment is about a task or a photo, names its author and time, and appears in the diary")
    func add() throws {
        let transaction = try transaction(reader())
        let first = try transaction.comments.add(
            ["", "I will", "\tdo it"], about: Subject(transaction.tasks.record(Self.task)))
        let second = try transaction.comments.add(["Nice"], about: Subject(transaction.photos.record(Self.photo)))
        let record = try transaction.comments.record(first)
        #expect(record.name == "I will" && record.text == ["", "I will", "\tdo it"] && !record.isReaction)
        #expect(record.createdBy == Self.mia && record.createdAt == Timestamp(seconds: 1_795_000_000))
        #expect(record.aboutKind == .task && record.aboutID == Self.task)
        #expect(try transaction.comments.record(second).aboutKind == .photo)
        #expect(transaction.commitMessage.deeds == ["commented on 'Mow'", "commented on 'The yard'"])
        #expect(try document(first, in: transaction).displayName == "I will")
    }

    @Test("A comment that is blank, holds control characters or is about another kind of document is refused")
    func refusals() throws {
        let transaction = try transaction(reader())
        let task = Subject(try transaction.tasks.record(Self.task))
        for text in [[], [""], [" ", "\t"], ["a\u{1B}[31m"], ["a", "b\u{85}"], ["\u{2028}x"]] {
            #expect(throws: ReplicaError.self) { try transaction.comments.add(text, about: task) }
        }
        let pin = Subject(try transaction.pins.record(Self.pin))
        #expect(throws: ReplicaError.self) { try transaction.comments.add(["x"], about: pin) }
        let thumb = try Reaction("+1")
        #expect(throws: ReplicaError.self) { try transaction.reactions.add(thumb, to: pin, as: Self.mia) }
        #expect(transaction.staged.isEmpty && transaction.commitMessage.deeds.isEmpty)
    }

    @Test("Another member's comment can be changed, deleted and restored, and the diary names its author")
    func others() throws {
        let reader = reader()
        let written = try transaction(reader, by: Self.ben)
        let id = try written.comments.add(["Mine"], about: Subject(written.tasks.record(Self.task)))
        reader.putDocument(try document(id, in: written))
        let transaction = try transaction(reader, actor: "dm3x97", at: 60)
        #expect(try !transaction.comments.edit(id, text: ["Mine"]))
        #expect(try !transaction.comments.edit(id))
        #expect(try transaction.comments.edit(id, text: ["Yours"]))
        try transaction.comments.delete(id)
        #expect(try transaction.comments.record(id).isDeleted)
        try transaction.comments.restore(id)
        let record = try transaction.comments.record(id)
        #expect(!record.isDeleted && record.createdBy == Self.ben && record.text == ["Yours"])
        #expect(
            transaction.commitMessage.deeds == [
                "changed Ben's comment on 'Mow'", "deleted Ben's comment on 'Mow'", "restored Ben's comment on 'Mow'",
            ])
        #expect(throws: ReplicaError.self) { try transaction.comments.edit(id, text: [" "]) }
        #expect(throws: ReplicaError.self) { try transaction.comments.record(Self.task) }
    }

    @Test("Reacting twice is idempotent; a removed reaction is in the trash, and reacting again restores it")
    func react() throws {
        let transaction = try transaction(reader())
        let (subject, thumb) = (Subject(try transaction.tasks.record(Self.task)), try Reaction("👍"))
        let (id, isNew) = try transaction.reactions.add(thumb, to: subject, as: Self.mia)
        #expect(isNew)
        #expect(try transaction.reactions.add(thumb, to: subject, as: Self.mia) == (id, false))
        #expect(try transaction.reactions.add(Reaction("🎉"), to: subject, as: Self.mia).id != id)
        #expect(try transaction.reactions.add(thumb, to: subject, as: Self.ben).id != id)
        #expect(try transaction.reactions.remove(thumb, to: subject, as: [Self.zoe]) == [])
        #expect(try transaction.reactions.remove(thumb, to: subject, as: [Self.zoe, Self.mia]) == [id])
        #expect(try transaction.comments.record(id).isDeleted)
        #expect(try transaction.reactions.remove(thumb, to: subject, as: [Self.mia]) == [])
        #expect(try transaction.reactions.add(thumb, to: subject, as: Self.mia) == (id, true))
        #expect(try !transaction.comments.record(id).isDeleted)
        #expect(transaction.commitMessage.deeds.first == "reacted 👍 to 'Mow'")
        #expect(transaction.commitMessage.deeds.contains("removed the reaction 👍 to 'Mow'"))
        #expect(try document(id, in: transaction).displayName == "👍")
        #expect(throws: ReplicaError.self) { try transaction.comments.edit(id, text: ["x"]) }
    }

    // MARK: Merging

    @Test("A member who adds the same reaction on two devices has one reaction, without a conflict")
    func reactApart() throws {
        let reader = reader()
        let thumb = try Reaction("👍")
        let documents = try [("d4k2m9", Int64(0)), ("dm3x97", 90)].map { actor, second in
            let transaction = try transaction(reader, actor: actor, at: second)
            let (id, _) = try transaction.reactions.add(
                thumb, to: Subject(transaction.tasks.record(Self.task)), as: Self.mia)
            return try document(id, in: transaction)
        }
        #expect(documents[0].id == documents[1].id)
        let joined = Document.join(documents[0], documents[1])
        #expect(joined.conflicts.isEmpty)
        let record = try #require(CommentRecord(joined.shown))
        #expect(record.reaction == "👍" && record.createdBy == Self.mia)
    }

    @Test("Changes of different lines on two devices are both kept; changes of one line conflict")
    func editApart() throws {
        let reader = reader()
        let first = try transaction(reader)
        let id = try first.comments.add(["one", "two", "three"], about: Subject(first.tasks.record(Self.task)))
        let written = try document(id, in: first)
        reader.putDocument(written)
        func edited(_ text: [String], _ actor: String) throws -> Document {
            let transaction = try transaction(reader, actor: actor, at: 60)
            try transaction.comments.edit(id, text: text)
            return try document(id, in: transaction)
        }
        let head = try edited(["ONE", "two", "three"], "dm3x97")
        let joined = Document.join(head, try edited(["one", "two", "THREE"], "dq7w21"))
        #expect(CommentRecord(joined.shown)?.text == ["ONE", "two", "THREE"] && joined.conflicts.isEmpty)
        let contested = Document.join(head, try edited(["Uno", "two", "three"], "dq7w21"))
        #expect(contested.conflicts.map(\.field) == ["text"])
    }

    // MARK: Showing

    @Test("Comments are ordered by time, and equal reactions are grouped, the most frequent first")
    func groups() throws {
        let reader = reader()
        func add(_ number: Int, _ members: JSONObject, by author: DocumentID?, at minute: Int, about: DocumentID) {
            var members = members
            members["about"] = ["id": .string(about.description), "kind": "task"]
            var created: JSONObject = ["at": .string("2026-11-21T09:\(10 + minute):00Z")]
            created["by"] = author.map { .string($0.description) }
            members["created"] = .object(created)
            reader.putMembers(.comment, .test(number), members: members)
        }
        add(20, ["text": ["late"]], by: Self.ben, at: 5, about: Self.task)
        add(21, ["text": ["early"]], by: Self.mia, at: 1, about: Self.task)
        add(22, ["text": ["gone"], "deleted": "2026-11-21T09:30:00Z"], by: Self.mia, at: 1, about: Self.task)
        add(23, ["text": ["elsewhere"]], by: Self.mia, at: 1, about: Self.photo)
        add(24, ["reaction": "🎉"], by: Self.mia, at: 1, about: Self.task)
        add(25, ["reaction": "👍"], by: Self.ben, at: 3, about: Self.task)
        add(26, ["reaction": "👍"], by: Self.mia, at: 2, about: Self.task)
        add(27, ["reaction": "👍"], by: nil, at: 4, about: Self.task)
        add(28, ["reaction": "👍", "text": ["both"]], by: Self.ben, at: 6, about: Self.task)
        let found = try SubjectComments.all(about: [Self.task, Self.pin], reading: reader)
        let comments = try #require(found[Self.task])
        #expect(comments.comments.map(\.name) == ["early", "late", "both"])
        #expect(comments.reactions.map(\.emoji) == ["👍", "🎉"])
        let directory = try FamilyDirectory(reading: reader)
        #expect(comments.reactions[0].members(in: directory) == [Self.mia, Self.ben])
        #expect(comments.reactions.map { $0.count(in: directory) } == [3, 1])
        #expect(found[Self.pin]?.isEmpty == true && found[Self.photo] == nil)
        let finder = try CommentFinder(reading: reader)
        #expect(finder.comments(about: Self.task, isTrash: true).map(\.name) == ["gone"])
        #expect(finder.comments(about: nil, isTrash: false).first?.name == "both")
        #expect(try finder.comment(["earl"]).id == .test(21))
        #expect(try finder.comment(["gone"], isTrash: true).id == .test(22))
        #expect(throws: ReplicaError.self) { try finder.comment(["👍"]) }
        #expect(try SubjectNames(of: finder.comments, reading: reader).name(of: .task, Self.task) == "Mow")
    }
}
