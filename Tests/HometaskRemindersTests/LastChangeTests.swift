// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import TestSupport
import Testing

@testable import HometaskMerging
@testable import HometaskReminders

@Suite("The last change that affects a task's reminders")
struct LastChangeTests {
    private let reader = MemoryReader()

    private func author(_ time: Int64) throws -> Author {
        Author(actor: try #require(ActorID("d4k2m9")), time: Timestamp(seconds: time))
    }

    /// A task created at time 1, with later changes.
    private func put(_ number: Int, after others: [Int] = [], change: (inout Document) throws -> Void = { _ in })
        throws
    {
        var document = Document(id: .test(number), kind: .task)
        document.writeValue("Bins", to: "title", rule: .register, by: try author(1))
        for other in others {
            document.insert(DocumentID.test(other).description, into: "after", by: try author(1))
        }
        try change(&document)
        reader.putDocument(document)
    }

    private func lastChange(_ number: Int) throws -> Int64? { try reader.lastChange(of: .test(number))?.seconds }

    @Test("The last change is the task's own last change, even if it cleared a field")
    func own() throws {
        try put(1) { $0.writeValue("All bins", to: "title", rule: .register, by: try author(7)) }
        try put(2) {
            $0.writeValue(["at": "2026-11-21T09:00:00Z"], to: "wait", rule: .register, by: try author(3))
            $0.writeValue(nil, to: "wait", rule: .register, by: try author(5))
        }
        #expect(try [1, 2, 3].map { try lastChange($0) } == [7, 5, nil])
    }

    @Test("The last change may be the completion or deletion of a dependency")
    func before() throws {
        try put(1) {
            $0.writeValue(["at": "2026-11-21T09:00:00Z"], to: "completion", rule: .register, by: try author(6))
        }
        try put(2) { $0.delete(by: try author(9)) }
        try put(3, after: [1])
        try put(4, after: [1, 2])
        #expect(try lastChange(3) == 6 && lastChange(4) == 9)
    }

    @Test("The last change may be the closing of a dependency cycle, by any of its tasks")
    func ring() throws {
        try put(1, after: [2])
        try put(2, after: [3])
        try put(3) { $0.insert(DocumentID.test(1).description, into: "after", by: try author(8)) }
        #expect(try [1, 2, 3].map { try lastChange($0) } == [8, 8, 8])
    }

    @Test("Other changes of other tasks do not count")
    func others() throws {
        try put(1, after: [2])
        try put(2, after: [3]) { $0.insert(DocumentID.test(1).description, into: "after", by: try author(2)) }
        try put(3) {
            $0.writeValue(["at": "2026-11-21T09:00:00Z"], to: "completion", rule: .register, by: try author(6))
            $0.writeValue("Windows", to: "title", rule: .register, by: try author(8))
        }
        try put(4, after: [3])
        try put(5, after: [4])
        #expect(try [1, 2, 4, 5].map { try lastChange($0) } == [2, 6, 6, 1])
    }
}
