// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import Testing

@Suite("A search by full scan")
struct SearchListTests {
    private func search(
        _ text: String, _ reader: MemoryReader, kinds: [DocumentKind] = SearchDocument.kinds, isOpenOnly: Bool = false,
        isTrash: Bool = false, limit: Int = 100
    ) throws -> SearchList {
        try SearchList(
            SearchRequest(
                try SearchQuery(text), kinds: Set(kinds), isOpenOnly: isOpenOnly, isTrash: isTrash, limit: limit),
            reading: reader)
    }

    /// The numbers of the test ids found.
    private func found(_ text: String, _ reader: MemoryReader) throws -> [Int] {
        try search(text, reader).hits.compactMap { hit in (0..<100).first { DocumentID.test($0) == hit.document.id } }
    }

    private func reader(titles: [String]) -> MemoryReader {
        let reader = MemoryReader()
        for (number, title) in titles.enumerated() {
            reader.putMembers(.task, .test(number), members: ["title": .string(title)])
        }
        return reader
    }

    @Test("finds documents that contain every word, each as the prefix of a word anywhere")
    func words() throws {
        let reader = reader(titles: ["Café Müller", "Cafeteria", "Decaf", "Café closed"])
        reader.putMembers(
            .task, .test(4),
            members: [
                "title": "Breakfast", "items": [["text": "Rolls"]],
                "description": ["from the", "café round the corner"],
            ])
        #expect(try found("cafe", reader) == [0, 3, 1, 4])
        #expect(try found("CAF mull", reader) == [0])
        #expect(try found("roll caf", reader) == [4])
        #expect(try found("muell", reader) == [])
        #expect(try found("the cafe", reader) == [4])
    }

    @Test("finds phrases of adjacent words, the last one as a prefix unless the quote is closed")
    func phrases() throws {
        let reader = reader(titles: ["Oat milk", "Milk, oats", "Oat and milk", "Oat milkshake"])
        reader.putMembers(.task, .test(4), members: ["title": "Shop", "items": [["text": "oat"], ["text": "milk"]]])
        reader.putMembers(
            .task, .test(5),
            members: ["title": "Wrapped", "description": ["a line that ends in oat", "milk is there"]])
        #expect(try found("\"oat milk\"", reader) == [0, 5])
        #expect(try found("\"oat mil", reader) == [0, 3, 5])
        #expect(try found("oat-milk", reader) == [0, 3, 5])
        #expect(try found("\"milk\" oat", reader) == [0, 2, 1, 4, 5])
        #expect(try found("oat milk", reader).count == 6)
    }

    @Test("shows the best line of a very long text, in one pass")
    func longText() throws {
        let reader = MemoryReader()
        let lines = [JSON](repeating: "a", count: 100_000) + ["an a and a b"] + [JSON](repeating: "b", count: 10)
        reader.putMembers(.note, .test(0), members: ["title": "Long", "text": .array(lines)])
        let hit = try #require(try search("a b", reader).hits.first)
        #expect(hit.passage?.text == "an a and a b")
        #expect(hit.passage?.ranges == [0..<2, 3..<4, 5..<8, 9..<10, 11..<12])
    }

    @Test("ranks titles before items before texts and whole words before prefixes, by the worst match")
    func ranks() throws {
        let reader = reader(titles: ["Waterfall", "Water"])
        reader.putMembers(.task, .test(2), members: ["title": "A", "items": [["text": "watering"]]])
        reader.putMembers(.task, .test(3), members: ["title": "B", "items": [["text": "water"]]])
        reader.putMembers(.task, .test(4), members: ["title": "C", "description": ["waters"]])
        reader.putMembers(.task, .test(5), members: ["title": "D", "description": ["water"]])
        reader.putMembers(.task, .test(6), members: ["title": "Water A", "description": ["zebra"]])
        #expect(try found("water", reader) == [1, 6, 0, 3, 2, 5, 4])
        #expect(try search("water", reader).hits.map(\.rank.value) == [0, 0, 1, 2, 3, 4, 5])
        #expect(try search("water zeb", reader).hits.map(\.rank.value) == [5])
    }

    @Test("breaks ties by open before done, then newer before older, then by id")
    func order() throws {
        let reader = MemoryReader()
        func add(_ number: Int, _ created: String?, isDone: Bool = false) {
            var members: JSONObject = ["title": "Same"]
            if let created { members["created"] = ["at": .string(created)] }
            if isDone { members["completion"] = ["at": "2026-01-01T00:00:00Z"] }
            reader.putMembers(.task, .test(number), members: members)
        }
        add(1, "2026-11-01T00:00:00Z", isDone: true)
        add(2, "2026-10-01T00:00:00Z")
        add(3, "2026-11-01T00:00:00Z")
        add(4, nil)
        add(5, "2026-11-01T00:00:00Z")
        add(6, "1960-11-01T00:00:00Z")
        add(7, "2026-12-01T00:00:00Z", isDone: true)
        #expect(try found("same", reader) == [3, 5, 2, 4, 6, 7, 1])
        #expect(try search("same", reader, isOpenOnly: true).hits.count == 5)
        #expect(try search("same", reader, limit: 2).hits.map(\.document.id) == [.test(3), .test(5)])
        #expect(try search("same", reader, limit: 2).count == 7)
    }

    @Test("covers tasks, notes, pins and photos, and excludes the trash or searches it alone")
    func kinds() throws {
        let reader = reader(titles: ["School bag"])
        reader.putMembers(.note, .test(1), members: ["text": ["The school rings twice"]])
        reader.putMembers(
            .note, .test(2), members: ["title": "School", "text": ["x"], "deleted": "2026-01-01T00:00:00Z"])
        reader.putMembers(.pin, .test(3), members: ["name": "School"])
        reader.putMembers(.pin, .test(4), members: ["name": "Home", "address": "1 School Lane", "labels": ["shop"]])
        reader.putMembers(
            .photo, .test(5), members: ["caption": "The new school", "sha256": "00", "camera": "Acme Snap"])
        #expect(try found("snap", reader) == [5])
        #expect(try search("school", reader, kinds: [.photo]).hits.map(\.document.id) == [.test(5)])
        #expect(try found("school", reader) == [0, 3, 5, 1, 4])
        #expect(try search("school", reader, kinds: [.pin]).hits.map(\.document.id) == [.test(3), .test(4)])
        #expect(try search("shop", reader).hits.map(\.document.id) == [.test(4)])
        #expect(try search("school", reader, isTrash: true).hits.map(\.document.id) == [.test(2)])
    }

    @Test("covers comments but not reactions, and hunts but not clues, which players are to find")
    func commentsAndHunts() throws {
        let reader = MemoryReader()
        reader.putMembers(.comment, .test(1), members: ["text": ["Bring the ladder", "and a rope"]])
        reader.putMembers(.comment, .test(2), members: ["reaction": "🪜"])
        reader.putMembers(
            .hunt, .test(3),
            members: [
                "title": "The ladder", "text": ["Climb with care"],
                "clues": [
                    ["id": "a", "text": ["under the rope"]],
                    ["id": "b", "sealed": ["by": "a", "data": "726f7065"], "text": ["secret"]],
                ],
            ])
        #expect(try found("ladder", reader) == [3, 1])
        #expect(try found("rope", reader) == [1])
        #expect(try search("rope", reader).hits.map { $0.passage?.text } == ["and a rope"])
        #expect(try found("climb ladder", reader) == [3])
        #expect(try found("secret", reader) == [] && found("🪜", reader) == [])
        #expect(try search("rope", reader, kinds: [.comment]).hits.map(\.document.id) == [.test(1)])
    }

    @Test("reports the matches' ranges, in the title and in the line shown")
    func passages() throws {
        let reader = MemoryReader()
        reader.putMembers(
            .task, .test(1),
            members: [
                "title": "Buy cafe\u{301} au lait", "items": [["text": "Milk"], ["text": "Oat milk, cold"]],
                "description": ["Not here", "cold ümlaut 🌲"],
            ])
        let hit = try #require(try search("cafe la cold oat", reader).hits.first)
        #expect(hit.title?.ranges == [4..<9, 13..<17])
        #expect(hit.passage?.field == .items && hit.passage?.text == "Oat milk, cold")
        #expect(hit.passage?.ranges == [0..<3, 10..<14])
        let other = try #require(try search("umlaut", reader).hits.first)
        #expect(
            other.passage?.field == .text && other.passage?.text == "cold ümlaut 🌲" && other.passage?.ranges == [5..<11]
        )
        #expect(try search("buy", reader).hits.first?.passage == nil)
    }

    @Test("refuses a query without words, or with far too many")
    func refusals() throws {
        for text in ["", "  ", "\"\"", "+ - …"] {
            #expect(throws: ReplicaError.self) { try SearchQuery(text) }
        }
        #expect(throws: ReplicaError.self) { try SearchQuery((0..<33).map { "w\($0)" }.joined(separator: " ")) }
        #expect(try SearchQuery(Array(repeating: "word", count: 99).joined(separator: " ")).terms.count == 1)
        #expect(try SearchQuery("+garden \"").terms.count == 1)
    }
}
