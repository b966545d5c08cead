// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica
import Testing

@Suite("Merged members")
struct MergedMemberTests {
    @Test("A chain of merged members resolves to the one that remains")
    func chain() throws {
        let ids = (1...6).map { DocumentID.test($0) }
        let reader = MemoryReader()
        for (place, id) in ids.enumerated() {
            var members: JSONObject = ["name": .string("Mia \(place)")]
            if place > 0 { members["mergedInto"] = .string(ids[place - 1].description) }
            reader.putMembers(.member, id, members: members)
        }
        reader.putMembers(.member, .test(7), members: ["name": "Ben"])
        let directory = try FamilyDirectory(reading: reader)
        for id in ids {
            #expect(directory.current(id) == ids[0])
            #expect(directory.everyID(of: id) == Set(ids))
            #expect(directory.name(of: id) == "Mia 0")
        }
        #expect(directory.everyID(of: .test(7)) == [.test(7)])
        #expect(directory.activeMembers.map(\.name) == ["Ben", "Mia 0"])
    }

    private func transaction(over reader: MemoryReader) throws -> Transaction {
        let author = Author(actor: try #require(ActorID("d4k2m9")), time: Timestamp(seconds: 1_795_000_000))
        return Transaction(over: reader, by: author, for: nil)
    }

    @Test("A member cannot be merged into one who left or was merged")
    func intoOneWhoLeft() throws {
        let reader = MemoryReader()
        reader.putMembers(.member, .test(1), members: ["name": "Mia"])
        reader.putMembers(.member, .test(2), members: ["name": "Ben", "removed": true])
        reader.putMembers(
            .member, .test(3), members: ["name": "Zoë", "mergedInto": .string(DocumentID.test(4).description)])
        reader.putMembers(.member, .test(4), members: ["name": "Zoe"])
        for gone in [2, 3] {
            let transaction = try transaction(over: reader)
            let error = #expect(throws: ReplicaError.self) {
                try transaction.members.merge(keeping: .test(gone), .test(1))
            }
            #expect(error?.message.contains("is no longer a member") == true)
            #expect(transaction.staged.isEmpty)
        }
        // The merge may be reversed: a merged member can replace the one that remained.
        let turned = try transaction(over: reader)
        try turned.members.merge(keeping: .test(3), .test(4))
        #expect(try FamilyDirectory(reading: turned).current(.test(4)) == .test(3))
    }

    @Test("A contested category is left for people to settle, even if one of the two categories was merged")
    func contestedCategory() throws {
        let category = { (number: Int) in JSON.string(DocumentID.test(number).description) }
        let reader = MemoryReader()
        reader.putMembers(.category, .test(1), members: ["name": "House"])
        reader.putMembers(
            .category, .test(2),
            members: ["name": "Home", "mergedInto": category(1), "deleted": "2026-11-20T10:00:00Z"])
        reader.putMembers(.category, .test(3), members: ["name": "Garden"])
        func edited(_ task: Document, _ number: Int, by actor: String, at seconds: Int64) throws -> Document {
            var task = task
            let author = Author(actor: try #require(ActorID(actor)), time: Timestamp(seconds: seconds))
            task.writeValue(category(number), to: "category", rule: .register, by: author)
            return task
        }
        let task = Document(id: .test(10), kind: .task)
        let moved = try edited(task, 2, by: "b000", at: 200)
        let contested = Document.join(moved, try edited(task, 3, by: "c000", at: 100))
        #expect(contested["category"] == category(2) && contested.conflicts.count == 1)
        for (document, shown) in [(moved, 1), (contested, 2)] {
            reader.putDocument(document)
            let transaction = try transaction(over: reader)
            let path = try Transaction.path(of: .task, .test(10))
            _ = try transaction.mergeSettling.settle(changed: [path])
            let settled = try #require(try transaction.document(at: path))
            #expect(settled["category"] == category(shown))
            #expect(settled.conflicts == document.conflicts)
        }
    }
}
