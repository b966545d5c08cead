// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import Testing

@testable import HometaskMerging

@Suite("The format's documentation page")
struct MergeFormatTests {
    private let page: String

    init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let url = root.appendingPathComponent("Sources/HometaskMerging/HometaskMerging.docc/MergeFormat.md")
        page = try String(contentsOf: url, encoding: .utf8)
    }

    /// The JSON blocks under a tag line.
    private func examples(_ tag: String) -> [[UInt8]] {
        page.components(separatedBy: "<!-- \(tag)").dropFirst().compactMap {
            let parts = $0.components(separatedBy: "```json\n")
            return parts.count < 2 ? nil : Array((parts[1].components(separatedBy: "\n```")[0] + "\n").utf8)
        }
    }

    @Test("Its canonical examples round-trip byte for byte")
    func canonical() throws {
        let examples = examples("canonical")
        #expect(examples.count == 18)
        for example in examples {
            let text = String(decoding: try Document(decoding: example).encoded(), as: UTF8.self)
            #expect(text == String(decoding: example, as: UTF8.self))
        }
    }

    @Test("Its table of items that stay in a new order matches the program")
    func stays() throws {
        let section = try #require(page.components(separatedBy: "| old | new | stay |").last)
        let rows = section.components(separatedBy: "\n\n")[0].split(separator: "\n").dropFirst()
        #expect(rows.count == 6)
        for row in rows {
            let cells = row.components(separatedBy: "|").map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
            }
            let old = Array(cells[1])
            let staying = ItemOrder.staying(cells[2].compactMap { old.firstIndex(of: $0) })
            #expect(String(cells[2].enumerated().filter { staying.contains($0.offset) }.map(\.element)) == cells[3])
        }
    }

    @Test("Its examples of seals match the program")
    func seals() throws {
        let (parent, file) = (try #require(examples("canonical seal-parent").first), examples("seal-file")[0])
        let before = Version(try Document(decoding: parent))
        let edited = try Version(
            file, after: [before], commit: "0f1e2d3c4b5a69788796a5b4c3d2e1f001234567", at: Self.seconds(22))
        #expect(Self.text(edited.meaning?.bytes) == Self.text(examples("canonical seal-meaning").first))
        let reverted = try Version(
            parent, after: [edited], commit: "ffeeddccbbaa99887766554433221100ffeeddcc", at: Self.seconds(23))
        #expect(Self.text(reverted.meaning?.bytes) == Self.text(examples("canonical seal-reverted").first))
        #expect(try Version(parent, after: [before, edited]).document == edited.document)
        var settled = try Document(decoding: parent)
        let eva = Author(actor: try #require(ActorID("de5v0a")), time: Timestamp(seconds: Self.seconds(23)))
        settled.writeValue("Buy tea", to: "title", rule: .register, by: eva)
        #expect(Self.text(settled.encoded()) == Self.text(examples("canonical seal-settled").first))
        let reopened = try Version(
            parent, after: [Version(settled)], commit: "00112233445566778899aabbccddeeff00112233",
            at: Self.seconds(24))
        #expect(Self.text(reopened.meaning?.bytes) == Self.text(examples("canonical seal-reopened").first))
    }

    /// A document by three people, two of whom never knew of the third.
    private func completed() throws -> Document {
        var base = Document(id: Copy.id, kind: .task)
        base.writeValue(["at": "2025-11-20T18:00:00Z"], to: "completion", rule: .latest, by: Person.mia)
        let copies: [(JSON?, Author)] = [
            (["at": "2025-11-21T08:00:00Z"], Person.mia), (["at": "2025-11-21T09:00:00Z"], Person.ben),
            (nil, Person.eva),
        ]
        return copies.reduce(base) { joined, copy in
            Document.join(joined, base.edited { $0.writeValue(copy.0, to: "completion", rule: .latest, by: copy.1) })
        }
    }

    @Test("Its example of a completion matches the program")
    func latest() throws {
        #expect(Self.text(try completed().encoded()) == Self.text(examples("canonical latest").first))
    }

    @Test("Its example of two lines of one actor matches the program's join")
    func forks() throws {
        var base = Document(id: Copy.id, kind: .task)
        base.writeValue("Buy milk", to: "title", rule: .register, by: Person.mia)
        let left = base.edited {
            $0.writeValue("Buy oat milk", to: "title", rule: .register, by: Person.mia)
            $0.insertItem(["text": "bread"], into: "items", by: Person.mia)
            $0.delete(by: Person.ben)
        }
        let right = base.edited {
            $0.insertItem(["text": "eggs"], into: "items", by: Person.mia.later(60))
            $0.writeValue("Buy soy milk", to: "title", rule: .register, by: Person.mia.later(60))
        }
        let joined = Document.join(left, right, parting: [Person.mia.actor], since: base)
        for (name, document) in [("base", base), ("left", left), ("right", right), ("joined", joined)] {
            #expect(Self.text(document.encoded()) == Self.text(examples("canonical fork-\(name)").first), "\(name)")
        }
        #expect(Document.join(right, left, parting: [Person.mia.actor], since: base) == joined)
        let late = Document.join(joined, left)
        #expect(late.fields == joined.fields && late.seen == joined.seen && !late.isDeleted)
    }

    @Test("Its example of an item from before two lines parted matches the program's join")
    func itemOfFork() throws {
        let base = Document(id: Copy.id, kind: .task)
        let bread = base.edited { $0.insertItem(["text": "bread"], into: "items", by: Person.mia) }
        let shared = bread.edited { $0.writeItem("d4k2m9.1", ["text": "rye bread"], in: "items", by: Person.ben) }
        let left = shared.edited { $0.writeValue("Shop", to: "title", rule: .register, by: Person.mia) }
        let right = shared.edited { $0.writeValue("Bakery", to: "title", rule: .register, by: Person.mia.later(60)) }
        let joined = Document.join(left, right, parting: [Person.mia.actor], since: base)
        for (name, document) in [("left", left), ("right", right), ("joined", joined)] {
            let example = examples("canonical fork-item-\(name)").first
            #expect(Self.text(document.encoded()) == Self.text(example), "\(name)")
        }
        #expect(Document.join(right, left, parting: [Person.mia.actor], since: base) == joined)
    }

    @Test("Its example of edited bytes is read as documented")
    func edited() throws {
        let edited = try #require(examples("edited -->").first)
        #expect(!Document.isCanonical(edited))
        let read = Self.text(try Document(decoding: edited).encoded())
        #expect(read == Self.text(examples("canonical edited-read").first))
    }

    private static func seconds(_ day: Int) -> Int64 {
        Timestamp(rfc3339: "2025-11-\(day)T08:00:00Z")?.seconds ?? 0
    }

    private static func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

    @Test("Its example of a later version is refused, with the advice to update")
    func refused() {
        let examples = examples("refused")
        #expect(examples.count == 1)
        for example in examples {
            #expect(throws: DocumentError.unsupported(rule: "counter")) { try Document(decoding: example) }
        }
    }

    @Test("Its table of places and its order of positions match the program")
    func positions() throws {
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains(" a1.5 | `") }
        #expect(rows.count == 17)
        for row in rows {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
            let place = Position.between(Position(cells[0]), Position(cells[1]), dot: try #require(Dot(cells[2])))
            #expect(place.description == cells[3], "\(row)")
        }
        let sentence = try #require(page.components(separatedBy: "In ascending order: ").last)
        let order = sentence.components(separatedBy: "\n\n")[0].split(separator: "`").compactMap { Position($0) }
        #expect(order.count == 20 && order == order.sorted())
    }

    @Test("Its table of line diffs matches the program")
    func lineDiffs() throws {
        let section = try #require(page.components(separatedBy: "| old | new | steps |").last)
        let rows = section.components(separatedBy: "\n\n")[0].split(separator: "\n").dropFirst()
        #expect(rows.count == 7)
        for row in rows {
            let cells = row.components(separatedBy: "|").map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
            }
            #expect(LineDiffTests.steps(cells[1], cells[2]) == cells[3])
        }
    }

    @Test("Its table of rules matches the program")
    func rules() {
        for (kind, rules) in FormatRules.rules {
            let row = page.split(separator: "\n").first { $0.hasPrefix("| \(kind) |") } ?? ""
            for (field, rule) in rules {
                #expect(row.contains("`\(field)`") && row.contains(rule.rawValue), "\(kind): \(field)")
            }
        }
    }
}
