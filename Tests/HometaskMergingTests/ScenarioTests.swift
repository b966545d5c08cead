// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import Testing

@testable import HometaskMerging

/// The single-document scenarios of `Scenarios.md`, by the same numbers.
@Suite("Scenarios of merging")
struct ScenarioTests {
    private let mia = Person.mia
    private let ben = Person.ben
    private let eva = Person.eva

    private func titled(_ title: JSON?, _ task: Document, by author: Author) -> Document {
        task.edited { $0.writeValue(title, to: "title", rule: .register, by: author) }
    }

    private func described(_ lines: [String], _ task: Document, by author: Author) -> Document {
        task.edited { $0.writeValue(.array(lines.map { .string($0) }), to: "description", rule: .text, by: author) }
    }

    /// Whether `conflicts` reports a deletion, though the document is not in the trash.
    private func isMarkedDeleted(_ task: Document) -> Bool {
        let object = (try? DocumentFile(reading: task.encoded()))?.members
        return object?["conflicts"]?["deleted"] != nil
    }

    @Test("Scenario 1: different fields")
    func scenario1() throws {
        let start = Document.task()
        let joined = try scenarioJoin(
            titled("Oat milk", start, by: mia),
            start.edited { $0.writeValue(["date": "2025-11-27"], to: "due", rule: .register, by: ben) })
        #expect(joined["title"] == "Oat milk")
        #expect(joined["due"] == ["date": "2025-11-27"])
        #expect(joined.conflicts.isEmpty)
    }

    @Test("Scenario 2: the same title from both")
    func scenario2() throws {
        let start = Document.task()
        let joined = try scenarioJoin(titled("Tea", start, by: mia), titled("Tea", start, by: ben))
        #expect(joined["title"] == "Tea")
        #expect(joined.conflicts.isEmpty)
    }

    @Test("Scenario 3: the same title from both, and one overwritten elsewhere")
    func scenario3() throws {
        let start = Document.task()
        let bens = titled("Tea", start, by: ben)
        let both = try scenarioJoin(titled("Tea", start, by: mia), bens)
        let joined = try scenarioJoin(both, titled("Coffee", bens, by: ben.later(60)))
        #expect(joined["title"] == "Coffee")
        #expect(joined.open("title") == ["Coffee", "Tea"])
    }

    @Test("Scenario 4: different titles")
    func scenario4() throws {
        let start = Document.task()
        let joined = try scenarioJoin(titled("Oat milk", start, by: mia), titled("Soy milk", start, by: ben.later(60)))
        #expect(joined["title"] == "Soy milk")
        #expect(joined.open("title") == ["Soy milk", "Oat milk"])
    }

    @Test("Scenario 5: three titles")
    func scenario5() throws {
        let start = Document.task()
        let joined = try scenarioJoin(
            titled("One", start, by: mia), titled("Two", start, by: ben), titled("Three", start, by: eva))
        #expect(Set(joined.open("title")) == ["One", "Two", "Three"])
    }

    @Test("Scenario 6: a criss-cross edited again on both sides")
    func scenario6() throws {
        let start = Document.task()
        let both = try scenarioJoin(titled("One", start, by: mia), titled("Two", start, by: ben))
        let joined = try scenarioJoin(titled("Three", both, by: mia.later(60)), titled("Four", both, by: ben.later(90)))
        #expect(joined.open("title") == ["Four", "Three"])
    }

    @Test("Scenario 7: settled here, edited there")
    func scenario7() throws {
        let contested = Document.contested()
        let settled = titled("Buy soy milk", contested, by: eva)
        let again = titled("Buy rice milk", contested, by: mia.later(60))
        let joined = try scenarioJoin(settled, again)
        #expect(Set(joined.open("title")) == ["Buy soy milk", "Buy rice milk"])
    }

    @Test("Scenario 8: settled alike")
    func scenario8() throws {
        let contested = Document.contested()
        let joined = try scenarioJoin(
            titled("Buy soy milk", contested, by: mia.later(60)), titled("Buy soy milk", contested, by: ben.later(60)))
        #expect(joined["title"] == "Buy soy milk")
        #expect(joined.conflicts.isEmpty)
    }

    @Test("Scenario 9: settled differently")
    func scenario9() throws {
        let contested = Document.contested()
        let joined = try scenarioJoin(
            titled("A", contested, by: mia.later(60)), titled("B", contested, by: ben.later(60)))
        #expect(Set(joined.open("title")) == ["A", "B"])
    }

    @Test("Scenario 10: cleared here, changed there")
    func scenario10() throws {
        let start = Document.task().edited {
            $0.writeValue(["date": "2025-11-27"], to: "due", rule: .register, by: mia)
        }
        let joined = try scenarioJoin(
            start.edited { $0.writeValue(nil, to: "due", rule: .register, by: mia) },
            start.edited { $0.writeValue(["date": "2025-11-28"], to: "due", rule: .register, by: ben.later(60)) })
        #expect(joined["due"] == ["date": "2025-11-28"])
        #expect(joined.open("due") == [["date": "2025-11-28"], .null])
    }

    @Test("Scenario 11: a device dated 2099")
    func scenario11() throws {
        let future = Author(actor: ben.actor, time: Timestamp(seconds: 4_070_908_800))
        let start = Document.task()
        let joined = try scenarioJoin(titled("Today", start, by: mia), titled("2099", start, by: future))
        #expect(joined["title"] == "2099")
        let later = titled("Again", joined, by: mia.later(60))
        #expect(try scenarioJoin(later, joined)["title"] == "Again")
        #expect(try scenarioJoin(later, joined).conflicts.isEmpty)
    }

    @Test("Scenario 12: a device dated 2099 that is later corrected")
    func scenario12() throws {
        let future = Author(actor: ben.actor, time: Timestamp(seconds: 4_070_908_800))
        let wrong = titled("2099", .task(), by: future)
        let right = titled("Today", wrong, by: ben)
        let joined = try scenarioJoin(wrong, right)
        #expect(joined["title"] == "Today")
        #expect(joined.conflicts.isEmpty)
    }

    @Test("A typed value is shown, however far behind the clock, and the unreplaced value stays open beside it")
    func clockBehind() throws {
        let start = Document.task()
        // The remaining value is from the future, by an actor that sorts before or after the current writer.
        for (one, other) in [(mia, ben), (ben, mia)] {
            let ahead = Author(actor: other.actor, time: Timestamp(seconds: one.time.seconds + 1000))
            let contested = try scenarioJoin(
                titled("Ahead", start, by: ahead), titled("Later still", start, by: eva.later(2000)))
            #expect(contested["title"] == "Later still")
            let typed = contested.edited { task in
                let write = FieldWrite(field: "title", rule: .register, extent: .shown, author: one)
                _ = write.putValue("Typed", into: &task)
            }
            #expect(typed["title"] == "Typed")
            #expect(typed.open("title") == ["Typed", "Ahead"])
            #expect(try scenarioJoin(typed, contested)["title"] == "Typed")
        }
    }

    @Test("Scenario 13: an old copy")
    func scenario13() throws {
        let start = Document.task()
        var here = start
        for turn in 1...20 { here = titled(.string("Turn \(turn)"), here, by: turn % 2 == 0 ? mia : ben) }
        let old = start.edited { task in
            task.writeValue(["work"], to: "tags", rule: .set, by: eva)
            task.writeValue("Old", to: "title", rule: .register, by: eva)
        }
        let joined = try scenarioJoin(here, old)
        #expect(joined["tags"] == ["work"])
        #expect(Set(joined.open("title")) == ["Turn 20", "Old"])
    }

    private func completed(_ task: Document, photo: JSON, by author: Author) -> Document {
        task.edited {
            $0.writeValue(
                ["at": .string(author.time.rfc3339), "photo": photo], to: "completion", rule: .latest, by: author)
        }
    }

    @Test("Scenario 14: both tick it off")
    func scenario14() throws {
        let start = Document.task()
        let joined = try scenarioJoin(
            completed(start, photo: "p1", by: mia), completed(start, photo: "p2", by: ben.later(60)))
        #expect(joined["completion"]?["photo"] == "p2")
        #expect(joined.conflicts.isEmpty)
        let text = String(decoding: joined.encoded(), as: UTF8.self)
        #expect(text.contains("\"p1\"") && text.contains("\"p2\""))
    }

    @Test("Scenario 15: done against reopened")
    func scenario15() throws {
        let start = completed(.task(), photo: "p1", by: mia)
        let joined = try scenarioJoin(
            completed(start, photo: "p2", by: mia.later(60)),
            start.edited { $0.writeValue(nil, to: "completion", rule: .latest, by: ben.later(30)) })
        #expect(joined.open("completion").contains(.null))
        #expect(joined.conflicts.count == 1)
    }

    @Test("Scenario 16: done here, renamed there")
    func scenario16() throws {
        let start = Document.task()
        let joined = try scenarioJoin(completed(start, photo: "p1", by: mia), titled("New", start, by: ben))
        #expect(joined["completion"]?["photo"] == "p1")
        #expect(joined["title"] == "New")
        #expect(joined.conflicts.isEmpty)
    }

    @Test("Scenario 17: a tag each")
    func scenario17() throws {
        let start = Document.task()
        let joined = try scenarioJoin(
            start.edited { $0.insert("garden", into: "tags", by: mia) },
            start.edited { $0.insert("urgent", into: "tags", by: ben) })
        #expect(joined["tags"] == ["garden", "home", "shop", "urgent"])
    }

    @Test("Scenario 18: a tag removed here and added again there")
    func scenario18() throws {
        let start = Document.task()
        let again = start.edited { task in
            task.remove("home", from: "tags")
            task.insert("home", into: "tags", by: ben)
        }
        let joined = try scenarioJoin(start.edited { $0.remove("home", from: "tags") }, again)
        #expect(joined["tags"] == ["home", "shop"])
    }

    @Test("Scenario 19: a tag removed by both")
    func scenario19() throws {
        let removed = Document.task().edited { $0.remove("home", from: "tags") }
        #expect(try scenarioJoin(removed, removed)["tags"] == ["shop"])
    }

    @Test("Scenario 20: an old copy does not bring a tag back")
    func scenario20() throws {
        let start = Document.task()
        let removed = start.edited { $0.remove("home", from: "tags") }
        #expect(try scenarioJoin(removed, titled("Old", start, by: ben))["tags"] == ["shop"])
    }

    @Test("Scenario 21: different lines")
    func scenario21() throws {
        let start = Document.task()
        let joined = try scenarioJoin(
            described(["1", "two", "three"], start, by: mia), described(["one", "two", "3", "4"], start, by: ben))
        #expect(joined["description"] == ["1", "two", "3", "4"])
        #expect(joined.conflicts.isEmpty)
    }

    @Test("Scenario 22: the same line")
    func scenario22() throws {
        let start = Document.task()
        let joined = try scenarioJoin(
            described(["one", "2", "three"], start, by: mia),
            described(["one", "zwei", "three"], start, by: ben.later(60)))
        #expect(joined["description"] == ["one", "zwei", "three"])
        #expect(joined.open("description") == ["zwei", "2"])
    }

    @Test("Scenario 23: a line removed here and edited there")
    func scenario23() throws {
        let start = Document.task()
        let joined = try scenarioJoin(
            described(["one", "three"], start, by: mia), described(["one", "2", "three"], start, by: ben))
        #expect(joined["description"] == ["one", "2", "three"])
    }

    @Test("Scenario 24: lines appended at one place")
    func scenario24() throws {
        let start = Document.task()
        let lines = ["one", "two", "three"]
        let joined = try scenarioJoin(
            described(lines + ["m1", "m2", "m3"], start, by: mia), described(lines + ["b1", "b2"], start, by: ben),
            described(lines + ["e1", "e2"], start, by: eva))
        let found = (joined["description"]?.arrayValue ?? []).compactMap(\.stringValue).dropFirst(3)
        #expect(found.count == 7)
        for run in [["m1", "m2", "m3"], ["b1", "b2"], ["e1", "e2"]] {
            #expect(found.joined(separator: " ").contains(run.joined(separator: " ")), "\(found)")
        }
    }

    @Test("Scenario 25: lines appended in turns")
    func scenario25() throws {
        var task = Document(id: Copy.id, kind: .task)
        var lines: [String] = []
        for turn in 0..<100 {
            lines.append("line \(turn)")
            task = described(lines, task, by: turn % 2 == 0 ? mia : ben)
        }
        #expect(task.encoded().count < 100 * 100, "\(task.encoded().count)")
        #expect(try scenarioJoin(task, task) == task)
    }

    @Test("Scenario 34: deleted here, edited there")
    func scenario34() throws {
        let start = Document.task()
        let joined = try scenarioJoin(start.edited { $0.delete(by: mia) }, titled("New", start, by: ben))
        #expect(!joined.isDeleted)
        #expect(joined["title"] == "New")
        #expect(isMarkedDeleted(joined))
    }

    @Test("Scenario 35: deleted by both, restored by one who knows")
    func scenario35() throws {
        let start = Document.task()
        let joined = try scenarioJoin(start.edited { $0.delete(by: mia) }, start.edited { $0.delete(by: ben) })
        #expect(joined.isDeleted)
        let restored = joined.edited { $0.restore(by: eva) }
        #expect(try !scenarioJoin(restored, joined).isDeleted)
        #expect(try !isMarkedDeleted(scenarioJoin(restored, joined)))
    }

    @Test("Scenario 36: deleted here, moved there")
    func scenario36() throws {
        let start = Document.task()
        let joined = try scenarioJoin(
            start.edited { $0.delete(by: mia) },
            start.edited { $0.writeValue("b", to: "order", rule: .register, by: ben.weakly) })
        #expect(joined.isDeleted)
    }

    @Test("Scenario 37: an old copy edits after a deletion")
    func scenario37() throws {
        let start = Document.task()
        let deleted = titled("Changed", start, by: mia).edited { $0.delete(by: mia) }
        let joined = try scenarioJoin(deleted, titled("Old", start, by: ben))
        #expect(!joined.isDeleted)
        #expect(Set(joined.open("title")) == ["Changed", "Old"])
    }

    @Test("Scenario 38: restored here, deleted again there")
    func scenario38() throws {
        let deleted = Document.task().edited { $0.delete(by: mia) }
        let restored = deleted.edited { $0.restore(by: mia) }
        let again = titled("New", deleted, by: ben).edited { $0.delete(by: ben) }
        let joined = try scenarioJoin(restored, again)
        #expect(!joined.isDeleted)
        #expect(joined["title"] == "New")
        #expect(isMarkedDeleted(joined))
    }

    @Test("Scenario 39: the same id made on two devices")
    func scenario39() throws {
        let empty = Document(id: Copy.id, kind: .task)
        let joined = try scenarioJoin(titled("Mia's", empty, by: mia), titled("Ben's", empty, by: ben))
        #expect(Set(joined.open("title")) == ["Mia's", "Ben's"])
    }

    @Test("Scenario 40: a photo's caption against its removal")
    func scenario40() throws {
        let photo = Document(id: Copy.id, kind: .photo).edited {
            $0.writeValue("A cake", to: "caption", rule: .register, by: mia)
        }
        let joined = try scenarioJoin(
            photo.edited { $0.delete(by: mia) },
            photo.edited { $0.writeValue("The cake", to: "caption", rule: .register, by: ben) })
        #expect(!joined.isDeleted)
        #expect(joined["caption"] == "The cake")
    }

    @Test("Every scenario has one test, and every scenario test its prose")
    func complete() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = root.appendingPathComponent("Sources/HometaskMerging/HometaskMerging.docc/Scenarios.md")
        let prose = try String(contentsOf: page, encoding: .utf8)
        let written = prose.matches(of: #/(?m)^(\d+)\. /#).compactMap { Int($0.output.1) }
        #expect(written == Array(1...50))
        let tests = root.appendingPathComponent("Tests")
        let files = FileManager.default.enumerator(atPath: tests.path)?.compactMap { $0 as? String } ?? []
        var tested: [Int] = []
        for file in files where file.hasSuffix("Tests.swift") {
            let text = try String(contentsOf: tests.appendingPathComponent(file), encoding: .utf8)
            tested += text.matches(of: #/@Test\(\s*"Scenario (\d+): /#).compactMap { Int($0.output.1) }
        }
        #expect(tested.sorted() == written)
    }
}
