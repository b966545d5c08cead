// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging
import Testing

@testable import HometaskFamily
@testable import HometaskReplica

@Suite("Transactions")
struct TransactionTests {
    /// One task, whose file has been edited by hand.
    private final class EditedReader: DocumentReader {
        let path: DocumentPath
        let document: JSONObject
        let typed: JSONObject

        init(_ path: DocumentPath, _ document: JSONObject, typed: JSONObject) {
            (self.path, self.document, self.typed) = (path, document, typed)
            super.init()
        }

        override func bytes(at path: DocumentPath) throws(ReplicaError) -> [UInt8]? {
            path == self.path ? document.canonicalBytes() : nil
        }

        override func handEdit(at path: DocumentPath) throws(ReplicaError) -> HandEdit? {
            path == self.path ? .changed(typed) : nil
        }
    }

    private func transaction(over reader: DocumentReader) throws -> Transaction {
        let author = Author(actor: try #require(ActorID("d4k2m9")), time: Timestamp(seconds: 1_795_000_000))
        return Transaction(over: reader, by: author, for: nil)
    }

    @Test("A new document never replaces an existing document, nor one created in the same transaction")
    func createdTwice() throws {
        let reader = MemoryReader()
        reader.putMembers(.task, .test(1), members: ["title": "Mow"])
        let transaction = try transaction(over: reader)
        try transaction.create(.task, id: .test(2), fields: ["title": "Rake"])
        for id in [DocumentID.test(1), .test(2)] {
            let error = #expect(throws: ReplicaError.self) {
                try transaction.create(.task, id: id, fields: ["title": "Sow"])
            }
            #expect(error?.code == .alreadyExists)
        }
        let titles = try [1, 2].map { try transaction.document(at: Transaction.path(of: .task, .test($0)))?["title"] }
        #expect(titles == ["Mow", "Rake"])
    }

    @Test("Changed and created documents are found in the same transaction, each once")
    func staged() throws {
        let reader = MemoryReader()
        for (number, title) in [(1, "Mow"), (3, "Rake")] {
            reader.putMembers(.task, .test(number), members: ["title": .string(title)])
        }
        let transaction = try transaction(over: reader)
        try transaction.writeFields(["title": "Mow it all"], to: Transaction.path(of: .task, .test(1)))
        for number in [4, 2] {
            try transaction.create(.task, id: .test(number), fields: ["title": .string("New \(number)")])
        }
        try transaction.create(.note, id: .test(5), fields: ["text": ["No task"]])
        var titles: [String] = []
        try transaction.forEachMembers(of: .task) { _, members in titles.append(members["title"]?.stringValue ?? "") }
        #expect(titles.sorted() == ["Mow it all", "New 2", "New 4", "Rake"])
        // An enumeration that is stopped passes no further documents.
        for most in 1...4 {
            var count = 0
            try transaction.forEachDocument(of: .task) { _, _ in
                count += 1
                return count < most
            }
            #expect(count == most)
        }
    }

    @Test("A changed id in a file is refused, and nothing is read from that file")
    func changedID() throws {
        let path = try Transaction.path(of: .task, .test(1))
        let document: JSONObject = ["id": .string(DocumentID.test(1).description), "kind": "task", "title": "Mow"]
        for (id, isRefused) in [(DocumentID.test(1), false), (.test(2), true)] {
            var typed = document
            typed["id"] = .string(id.description)
            typed["title"] = "Mow it all"
            let transaction = try transaction(over: EditedReader(path, document, typed: typed))
            if isRefused {
                let error = #expect(throws: ReplicaError.self) { try transaction.handEdits.takeIn(path) }
                #expect(error?.message.contains("ids cannot be changed") == true)
                #expect(transaction.staged.isEmpty)
            } else {
                try transaction.handEdits.takeIn(path)
                #expect(try transaction.document(at: path)?["title"] == "Mow it all")
            }
        }
    }

    @Test("A name has at most a hundred characters, and no control characters")
    func names() throws {
        let checker = NameChecker(noun: "member")
        let longest = String(repeating: "é", count: 100)
        #expect(try checker.checked(longest) == longest)
        #expect(throws: ReplicaError.self) { try checker.checked(longest + "é") }
        #expect(try checker.checked(" Zoë\u{A0}🦊 ") == "Zoë\u{A0}🦊")
        for value in Array(0..<0x20) + Array(0x7F..<0xA0) {
            let name = "M" + String(try #require(Unicode.Scalar(UInt32(value)))) + "a"
            let error = #expect(throws: ReplicaError.self) { try checker.checked(name) }
            #expect(error?.message.contains("without control characters") == true)
        }
    }
}
