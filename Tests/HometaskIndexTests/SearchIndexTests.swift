// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGitReplica
import HometaskIndex
import HometaskMerging
import HometaskQueries
import HometaskReplica
import HometaskTime
import TestSupport
import Testing

@Suite("Searching the index")
struct SearchIndexTests {
    private func search(
        _ text: String, _ world: IndexWorld, limit: Int = 20
    ) async throws -> (found: SearchList?, expected: SearchList) {
        let request = SearchRequest(try SearchQuery(text), limit: limit)
        let folder = world.folder.path + "/home/hometask"
        return try await world.replica.read { reader in
            let found = try FamilyIndex(in: folder).search(request, zone: .utc, reading: reader)
            return (found, try SearchList(request, reading: reader))
        }
    }

    private func add(_ titles: [(DocumentID, String)], to world: IndexWorld) async throws {
        _ = try await world.replica.write(command: nil) { transaction in
            for (id, title) in titles { _ = try transaction.create(.task, id: id, fields: ["title": .string(title)]) }
        }
    }

    @Test("The table splits text into words exactly like a full scan of the documents, for all characters")
    func codePoints() async throws {
        let world = try await IndexWorld(seed: 3)
        var random = SeededGenerator()
        // Scalars of every kind, between two letters and at the start and end of a word.
        let ranges: [ClosedRange<UInt32>] = [
            0x21...0x7E, 0xA0...0x24F, 0x250...0x7FF, 0x800...0x1FFF, 0x2000...0x30FF, 0x3100...0xFFFF,
            0x10000...0x2FFFF,
        ]
        let numbers = ranges.flatMap { range in
            (0..<min(SeededGenerator.runs(12), 30)).map { _ in UInt32.random(in: range, using: &random) }
        }
        let scalars = numbers.compactMap { Unicode.Scalar($0) }
            .filter { $0.properties.generalCategory != .control && $0.properties.generalCategory != .unassigned }
        let titles = scalars.map { (DocumentID.random(using: &random), "a\($0)b \($0)c d\($0)") }
        try await add(titles, to: world)
        var count = 0
        for scalar in scalars {
            for text in ["\(scalar)", "a\(scalar)b", "\"a\(scalar)b \(scalar)c\""] {
                guard (try? SearchQuery(text)) != nil else { continue }
                let (found, expected) = try await search(text, world)
                let note = "U+\(String(scalar.value, radix: 16)) in ‘\(text)’, \(random.note)"
                #expect(found?.hits == expected.hits && found?.count == expected.count, "\(note)")
                count += expected.hits.count
            }
        }
        #expect(count > scalars.count, "\(random.note)")
    }

    @Test("A document with the latest possible time and the lowest id is found")
    func lastOfAll() async throws {
        let world = try await IndexWorld(seed: 5)
        let id = try #require(DocumentID("00000000-0000-0000-0000-000000000000"))
        _ = try await world.replica.write(command: nil) {
            _ = try $0.create(.task, id: id, fields: ["title": "Late", "created": ["at": "9999-12-31T23:59:59Z"]])
        }
        let (found, expected) = try await search("late", world)
        #expect(found?.hits == expected.hits)
        #expect(expected.hits.map(\.document.id) == [id])
        let (all, _) = try await search("late", world, limit: .max)
        #expect(all?.count == 1)
    }

    @Test("Documents with a common id prefix are distinguished; if too many share one, a full scan is used")
    func sharers() async throws {
        let world = try await IndexWorld(seed: 4)
        var random = SeededGenerator()
        let ids = (0..<17).compactMap { _ in
            DocumentID("abcdef" + DocumentID.random(using: &random).description.dropFirst(6))
        }
        try await add(ids.prefix(16).map { ($0, "Same word") }, to: world)
        for limit in [1, 5, 15, 16, 20] {
            let (found, expected) = try await search("sam", world, limit: limit)
            #expect(found?.hits == expected.hits, "\(random.note)")
            #expect(expected.hits.map(\.document.id) == Array(ids.prefix(16).sorted().prefix(limit)))
        }
        try await add([(ids[16], "Same word")], to: world)
        let (found, expected) = try await search("sam", world)
        #expect(found == nil)
        #expect(expected.count == 17)
    }

    @Test("Hits beyond the limit are counted, up to a maximum")
    func counting() async throws {
        let world = try await IndexWorld(seed: 5)
        var random = SeededGenerator()
        try await add((0..<1100).map { (DocumentID.random(using: &random), "Word \($0)") }, to: world)
        let (found, expected) = try await search("w", world, limit: 20)
        #expect(found?.hits == expected.hits)
        #expect(found?.countText == "more than 1019" && expected.countText == "more than 1019")
        let (all, _) = try await search("w", world, limit: 101)
        #expect(all?.countText == "1100")
    }

    @Test("A changed document is found only by its new words")
    func updating() async throws {
        let world = try await IndexWorld(seed: 6)
        var random = SeededGenerator()
        let id = DocumentID.random(using: &random)
        try await add([(id, "Café in the harbour")], to: world)
        #expect(try await search("cafe harb", world).found?.count == 1)
        let path = try #require(DocumentPath(kind: .task, id: id))
        for title in ["Tea in the harbour", "Tea", "Café"] {
            _ = try await world.replica.write(command: nil) { try $0.writeFields(["title": .string(title)], to: path) }
            for text in ["cafe", "harb", "tea"] {
                let (found, expected) = try await search(text, world)
                #expect(found?.hits == expected.hits && found?.count == expected.count, "\(text) in \(title)")
            }
        }
    }
}
