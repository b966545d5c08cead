// SPDX-License-Identifier: Apache-2.0

import CCounting
import HometaskDocuments
import HometaskMerging

// Measures joining two copies of a document written by 1, 10 or 100 actors, and prints rows of a Markdown table.

/// One benchmarked step of a join: its median time over all rounds, and the allocations of a single round.
struct Step {
    let name: String
    let work: () -> Void

    func measured() -> String {
        for _ in 0..<50 { work() }
        let before = countedAllocations()
        work()
        let allocations = countedAllocations() - before
        let clock = ContinuousClock()
        let times = (0..<301).map { _ in clock.measure(work) }.sorted()
        let microseconds = Double(times[150].components.attoseconds) / 1e12
        return "\((microseconds * 10).rounded() / 10) | \(allocations)"
    }
}

/// A task with at least fifty edits by a number of actors, and two copies with concurrent edits.
struct Family {
    private(set) var left: Document
    private(set) var right: Document

    init?(actors count: Int) {
        guard let id = DocumentID("12345678-9abc-4def-8012-3456789abcde") else { return nil }
        let actors = (0..<count).compactMap { ActorID("d\(1000 + $0)k2m9x3v7q5") }
        var task = Document(id: id, kind: .task)
        for edit in 0..<max(50, count) {
            let time = Timestamp(seconds: 1_763_717_500 + Int64(edit) * 3600)
            let author = Author(actor: actors[edit % count], time: time)
            switch edit % 5 {
            case 0: task.writeValue(.string("Buy milk \(edit)"), to: "title", rule: .register, by: author)
            case 1: task.insert("tag \(edit)", into: "tags", by: author)
            case 2:
                let lines = (task["description"]?.arrayValue ?? []).suffix(9) + [.string("line \(edit)")]
                task.writeValue(.array(Array(lines)), to: "description", rule: .text, by: author)
            case 3:
                task.writeValue(["date": .string("2026-02-1\(edit / 5 % 10)")], to: "due", rule: .register, by: author)
            default: task.writeValue(.string("high \(edit)"), to: "priority", rule: .register, by: author)
            }
        }
        let later = Timestamp(seconds: 1_800_000_000)
        (left, right) = (task, task)
        guard let first = actors.first, let last = ActorID("dzzzzzzzzzzzzz") else { return nil }
        left.writeValue("Buy oat milk", to: "title", rule: .register, by: Author(actor: first, time: later))
        right.writeValue("Buy soy milk", to: "title", rule: .register, by: Author(actor: last, time: later))
        right.insert("more", into: "tags", by: Author(actor: last, time: later))
    }
}

for count in [1, 10, 100] {
    guard let family = Family(actors: count) else { continue }
    let (left, right) = (family.left, family.right)
    let (ours, theirs) = (left.encoded(), right.encoded())
    let joined = Document.join(left, right)
    precondition(joined.conflicts.count == 1 && joined.seen.actors.count == count + 1)
    let steps = [
        Step(name: "read") { _ = try? Document(decoding: ours) },
        Step(name: "join") { _ = Document.join(left, right) },
        Step(name: "write") { _ = joined.encoded() },
        Step(name: "all") {
            guard let left = try? Document(decoding: ours), let right = try? Document(decoding: theirs) else { return }
            _ = Document.join(left, right).encoded()
        },
    ]
    print("| \(count) | \(ours.count) | " + steps.map { $0.measured() }.joined(separator: " | ") + " |")
}
