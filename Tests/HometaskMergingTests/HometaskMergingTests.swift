// SPDX-License-Identifier: Apache-2.0
import HometaskDocuments
import Testing

@testable import HometaskMerging

@Test("Two devices that edit different fields apart end with both edits, whoever joins first")
func fieldsEditedApart() throws {
    var generator = SystemRandomNumberGenerator()
    let id = DocumentID.random(using: &generator)
    let mia = Author(actor: try #require(ActorID("dmia")), time: Timestamp(seconds: 1_700_000_000))
    let ben = Author(actor: try #require(ActorID("dben")), time: Timestamp(seconds: 1_700_000_060))
    var task = Document(id: id, kind: .task)
    task.write("Buy milk", to: "title", rule: .register, by: mia)
    task.write(["home", "shop"], to: "tags", rule: .set, by: mia)
    task.write(["one", "two", "three"], to: "description", rule: .text, by: mia)
    #expect(try Document(decoding: task.encoded()) == task)
    var (left, right) = (task, task)
    left.write("Buy oat milk", to: "title", rule: .register, by: mia)
    right.write("Buy soy milk", to: "title", rule: .register, by: ben)
    right.write(["date": "2026-11-27"], to: "due", rule: .register, by: ben)
    right.write(["one", "2", "and", "three"], to: "description", rule: .text, by: ben)
    left.write(["one", "two", "three", "four"], to: "description", rule: .text, by: mia)
    left.write(["at": "2026-11-27T00:00:00Z"], to: "completion", rule: .latest, by: mia)
    right.write(["at": "2026-11-28T00:00:00Z"], to: "completion", rule: .latest, by: ben)
    let joined = Document.join(left, right)
    #expect(joined == Document.join(right, left))
    #expect(try Document(decoding: joined.encoded()) == joined)
    #expect(joined["title"] == "Buy soy milk")
    #expect(joined["due"] == ["date": "2026-11-27"])
    #expect(joined["description"] == ["one", "2", "and", "three", "four"])
}
