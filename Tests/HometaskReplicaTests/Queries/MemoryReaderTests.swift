// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import TestSupport
import Testing

@Suite struct MemoryReaderTests {
    private static let selections: [Set<ExactString>] = [
        ["id", "title"], ["id", "tags", "title"], ["completion", "id"],
    ]

    @Test("A reader with cached tasks reads the same as a new reader, whatever has changed in between")
    func readAgain() throws {
        var random = SeededGenerator()
        for _ in 0..<SeededGenerator.runs(20) {
            let reader = MemoryReader()
            for step in 0..<60 {
                change(reader, step, using: &random)
                guard Bool.random(using: &random) else { continue }
                let members = random.pick(Self.selections)
                let fresh = try tasks(of: MemoryReader(reader.documents), members)
                #expect(try tasks(of: reader, members) == fresh, Comment(rawValue: random.note))
                let texts = fresh.map(\.path.text)
                #expect(texts == texts.sorted(), Comment(rawValue: random.note))
            }
        }
    }

    /// Adds or changes a task or another document, removes a document, or damages one.
    private func change(_ reader: MemoryReader, _ step: Int, using random: inout SeededGenerator) {
        let id = DocumentID.test(Int.random(in: 1...8, using: &random) << 20)
        guard let path = DocumentPath(kind: .task, id: id) else { return }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: reader.putFile(nil, at: path)
        case 1: reader.putFile(Array("{\"id\": \"".utf8), at: path)
        case 2: reader.putFile(JSONObject().canonicalBytes(), at: path)
        case 3: reader.putMembers(.pin, id, members: ["name": .string("Pin \(step)")])
        default:
            reader.putMembers(
                .task, id, members: ["tags": ["garden", .string("\(step)")], "title": .string("Task \(step)")])
        }
    }

    private struct Contents: Equatable {
        let path: DocumentPath
        let task: TaskRecord?
    }

    private func tasks(of reader: MemoryReader, _ members: Set<ExactString>) throws -> [Contents] {
        var found: [Contents] = []
        try reader.forEachTask(selecting: members) { path, task in
            found.append(Contents(path: path, task: task))
            return true
        }
        return found
    }

    @Test("Reading tasks stops on request")
    func stopping() throws {
        let reader = MemoryReader()
        for number in 1...3 { reader.putMembers(.task, .test(number), members: ["title": "Bins"]) }
        for _ in 0..<2 {
            var count = 0
            try reader.forEachTask(selecting: ["id", "title"]) { _, _ in
                count += 1
                return count < 2
            }
            #expect(count == 2)
        }
    }
}
