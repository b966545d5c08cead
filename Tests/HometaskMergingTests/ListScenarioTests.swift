// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import Testing

@testable import HometaskMerging

/// The join of copies, checked to be independent of order and repetition, and to round-trip.
func scenarioJoin(_ copies: Document...) throws -> Document {
    let joined = copies.dropFirst().reduce(copies[0]) { Document.join($0, $1) }
    for first in copies.indices {
        let order = Array(copies[first...] + copies[..<first])
        for sequence in [order, order.reversed(), order + order] {
            let other = sequence.dropFirst().reduce(sequence[0]) { Document.join($1, $0) }
            #expect(other.encoded() == joined.encoded())
        }
    }
    #expect(try Document(decoding: joined.encoded()) == joined)
    return joined
}

/// The checklist scenarios of `Scenarios.md`, by the same numbers.
@Suite("Scenarios of merging checklists")
struct ListScenarioTests {
    private let mia = Person.mia
    private let ben = Person.ben
    private let eva = Person.eva

    /// A task with a checklist of the items `milk`, `bread` and `eggs`.
    private func shopping() -> Document {
        Document.task().edited { task in
            for name in ["milk", "bread", "eggs"] {
                task.insertItem(["done": false, "text": .string(name)], into: "items", id: name, by: mia)
            }
        }
    }

    private func texts(_ task: Document) -> [String] {
        (task["items"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
    }

    private func item(_ id: String, _ task: Document) -> JSON? {
        task["items"]?.arrayValue?.first { $0["id"] == .string(id) }
    }

    @Test("Scenario 26: an item moved here and renamed there")
    func scenario26() throws {
        let start = shopping()
        let joined = try scenarioJoin(
            start.edited { $0.moveItem("eggs", to: .first, in: "items", by: mia) },
            start.edited { $0.writeItem("eggs", ["text": "six eggs"], in: "items", by: ben) })
        #expect(texts(joined) == ["six eggs", "milk", "bread"])
        #expect(joined.conflicts.isEmpty)
    }

    @Test("Scenario 27: both move the same item")
    func scenario27() throws {
        let start = shopping()
        let joined = try scenarioJoin(
            start.edited { $0.moveItem("bread", to: .first, in: "items", by: mia) },
            start.edited { $0.moveItem("bread", to: .last, in: "items", by: ben.later(60)) })
        #expect(texts(joined) == ["milk", "eggs", "bread"])
        #expect(joined.conflicts.isEmpty)
    }

    @Test("Scenario 28: three items each into one gap")
    func scenario28() throws {
        let start = shopping()
        let copies = [(mia, "m"), (ben, "b"), (eva, "e")].map { author, name in
            start.edited { task in
                var last = "milk"
                for number in 1...3 {
                    let text = JSON.string("\(name)\(number)")
                    last = task.insertItem(["text": text], into: "items", at: .after(last), by: author) ?? last
                }
            }
        }
        let joined = texts(try scenarioJoin(copies[0], copies[1], copies[2])).joined(separator: " ")
        for name in ["m", "b", "e"] { #expect(joined.contains("\(name)1 \(name)2 \(name)3"), "\(joined)") }
        #expect(joined.hasPrefix("milk ") && joined.hasSuffix(" bread eggs"))
    }

    @Test("Scenario 29: an item removed here and ticked there")
    func scenario29() throws {
        let start = shopping()
        let joined = try scenarioJoin(
            start.edited { $0.removeItem("bread", from: "items", by: mia) },
            start.edited { $0.writeItem("bread", ["done": true], in: "items", by: ben) })
        #expect(item("bread", joined) == ["done": true, "id": "bread", "text": "bread"])
    }

    @Test("Scenario 30: an item removed here and moved there")
    func scenario30() throws {
        let start = shopping()
        let joined = try scenarioJoin(
            start.edited { $0.removeItem("bread", from: "items", by: mia) },
            start.edited { $0.moveItem("bread", to: .first, in: "items", by: ben) })
        #expect(texts(joined) == ["milk", "eggs"])
    }

    @Test("Scenario 31: both tick it, both rename it")
    func scenario31() throws {
        let start = shopping()
        let ticked = try scenarioJoin(
            start.edited { $0.writeItem("milk", ["done": true], in: "items", by: mia) },
            start.edited { $0.writeItem("milk", ["done": true], in: "items", by: ben) })
        #expect(item("milk", ticked)?["done"] == true)
        #expect(ticked.conflicts.isEmpty)
        let renamed = try scenarioJoin(
            start.edited { $0.writeItem("milk", ["text": "oat milk"], in: "items", by: mia) },
            start.edited { $0.writeItem("milk", ["text": "soy milk"], in: "items", by: ben.later(60)) })
        #expect(item("milk", renamed)?["text"] == "soy milk")
        #expect(renamed.conflicts.count == 1)
        #expect(renamed.open("items") == ["soy milk", "oat milk"])
    }

    @Test("Scenario 32: an item renamed, ticked and removed by three")
    func scenario32() throws {
        let start = shopping()
        let joined = try scenarioJoin(
            start.edited { $0.writeItem("milk", ["text": "oat milk"], in: "items", by: mia) },
            start.edited { $0.writeItem("milk", ["done": true], in: "items", by: ben) },
            start.edited { $0.removeItem("milk", from: "items", by: eva) })
        #expect(item("milk", joined) == ["done": true, "id": "milk", "text": "oat milk"])
    }

    @Test("Scenario 33: one item made on two devices")
    func scenario33() throws {
        let start = Document.task()
        let copies = [mia, ben].map { author in
            start.edited { $0.insertItem(["done": false, "text": "tea"], into: "items", id: "tea", by: author) }
        }
        let joined = try scenarioJoin(copies[0], copies[1])
        #expect(joined["items"] == [["done": false, "id": "tea", "text": "tea"]])
        #expect(joined.conflicts.isEmpty)
    }
}
