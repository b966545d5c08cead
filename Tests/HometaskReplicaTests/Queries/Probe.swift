// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import TestSupport

/// A random query: its text, and its expected result from an evaluator that shares no code with the real one.
struct Probe: Sendable {
    let text: String
    /// Whether the query mentions done tasks.
    var speaksOfDone = false
    /// Whether the query mentions waiting tasks.
    var speaksOfWaiting = false
    let holds: @Sendable (PlainTask, QueryWorld) -> Bool

    /// The numbers of the expected tasks.
    func expected(_ world: QueryWorld) -> [Int] {
        world.tasks.filter { task in
            !task.isDeleted && holds(task, world) && (speaksOfDone || task.isOpen)
                && (speaksOfWaiting || !world.isWaiting(task))
        }.map(\.number).sorted()
    }
}

extension Probe {
    static func random(depth: Int, _ world: QueryWorld, using generator: inout SeededGenerator) -> Probe {
        let kind = depth == 0 ? 9 : Int.random(in: 0..<10, using: &generator)
        if kind > 4 { return leaf(world, using: &generator) }
        if kind == 4 {
            let inner = random(depth: depth - 1, world, using: &generator)
            return Probe(
                text: "not (\(inner.text))", speaksOfDone: inner.speaksOfDone, speaksOfWaiting: inner.speaksOfWaiting,
                holds: { !inner.holds($0, $1) })
        }
        let parts = (0..<Int.random(in: 2...3, using: &generator))
            .map { _ in random(depth: depth - 1, world, using: &generator) }
        let isAny = kind < 2
        let word = isAny ? [" or ", " OR "] : [" and ", " ", "  AND "]
        let text = parts.map { "(\($0.text))" }.joined(separator: word.randomElement(using: &generator) ?? " ")
        return Probe(
            text: text, speaksOfDone: parts.contains(where: \.speaksOfDone),
            speaksOfWaiting: parts.contains(where: \.speaksOfWaiting),
            holds: { task, world in
                isAny ? parts.contains { $0.holds(task, world) } : parts.allSatisfy { $0.holds(task, world) }
            })
    }

    private static func leaf(_ world: QueryWorld, using generator: inout SeededGenerator) -> Probe {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: flags.randomElement(using: &generator) ?? flags[0]
        case 1, 6, 7: date(world, using: &generator)
        case 2: number(using: &generator)
        case 3: text(using: &generator)
        default: things.randomElement(using: &generator) ?? things[0]
        }
    }

    private static let flags = [
        Probe(text: "mine") { task, _ in task.assignees.contains(1) },
        Probe(text: "unassigned") { task, _ in task.assignees.isEmpty },
        Probe(text: "open", speaksOfDone: true) { task, _ in task.isOpen },
        Probe(text: "Done", speaksOfDone: true) { task, _ in !task.isOpen },
        Probe(text: "overdue", speaksOfDone: true) { task, world in
            task.isOpen && task.due.map { world.end($0) < world.now } ?? false
        },
        Probe(text: "waiting", speaksOfDone: true, speaksOfWaiting: true) { $1.isWaiting($0) },
        Probe(text: "blocked", speaksOfDone: true) { !$1.blockers($0).isEmpty },
        Probe(text: "blocking", speaksOfDone: true) { $1.isBlocking($0) },
        Probe(text: "ready", speaksOfDone: true, speaksOfWaiting: true) { task, world in
            task.isOpen && !world.isWaiting(task) && (world.blockers(task).isEmpty || task.isDeleted)
        },
        Probe(text: "to-approve", speaksOfDone: true) { task, _ in
            guard task.needsApproval, let done = task.done else { return false }
            return task.verdict.map { $0.of != done.at || !$0.isApproved } ?? true
        },
    ]

    private static let things = [
        Probe(text: "assignee:ben") { task, _ in task.assignees.contains(2) },
        Probe(text: "for:me") { task, _ in task.assignees.contains(1) },
        Probe(text: "@zoë") { task, _ in task.assignees.contains { $0 >= 3 } },
        Probe(text: "assignee!=mia,ben") { task, _ in task.assignees.allSatisfy { $0 >= 3 } },
        Probe(text: "assignee:none") { task, _ in task.assignees.isEmpty },
        Probe(text: "assignee:none,ben") { task, _ in task.assignees.isEmpty || task.assignees.contains(2) },
        Probe(text: "doneby:ZOË", speaksOfDone: true) { task, _ in (task.done?.by ?? 0) >= 3 },
        Probe(text: "createdby=me") { task, _ in task.created?.by == 1 },
        Probe(text: "category:gard") { task, _ in task.category == 11 },
        Probe(text: "category:house,\"far, far away\"") { task, _ in (task.category ?? 0) > 11 },
        Probe(text: "category!=any") { task, _ in task.category == nil },
        Probe(text: "+school") { task, _ in task.tags.contains("school") },
        Probe(text: "tag:school,Home") { task, _ in task.tags.contains("school") || task.tags.contains("Home") },
        Probe(text: "tag:home") { _, _ in false },
        Probe(text: "tag:\"none\"") { task, _ in task.tags.contains("none") },
        Probe(text: "tag:none") { task, _ in task.tags.isEmpty },
        Probe(text: "tags!=größe") { task, _ in !task.tags.contains("größe") },
        Probe(text: "at:school") { task, _ in task.pin == 21 },
        Probe(text: "at:none,dream") { task, _ in task.pin == nil || task.pin == 24 },
        Probe(text: "near:school<500m") { task, _ in task.pin == 21 || task.pin == 22 },
        Probe(text: "near:school<10m") { task, _ in task.pin == 21 },
        Probe(text: "near:52.46,4.89<=20km") { task, _ in [21, 22, 23].contains(task.pin) },
        Probe(text: "near:hill") { task, _ in task.pin == 23 },
        Probe(text: "proof:photo") { task, _ in task.needsPhoto },
        Probe(text: "proof!=any") { task, _ in !task.needsPhoto },
        Probe(text: "approval:adult") { task, _ in task.needsApproval },
        Probe(text: "approval:none") { task, _ in !task.needsApproval },
        Probe(text: "nag:any") { task, _ in (task.nag ?? 0) > 0 },
        Probe(text: "between:none") { task, _ in task.windowHour == nil },
        Probe(text: "has:photo") { task, _ in task.done?.hasPhoto == true || task.hasPhotoDocument },
        Probe(text: "has:note,conflict") { task, _ in task.hasNote || task.hasConflict },
        Probe(text: "has:tags") { task, _ in !task.tags.isEmpty },
        Probe(text: "has!=items") { task, _ in task.items.isEmpty },
        Probe(text: "has:after") { task, _ in !task.after.isEmpty },
        Probe(text: "has:description") { task, _ in !task.description.isEmpty },
        Probe(text: "after:none") { task, _ in task.after.isEmpty },
        Probe(text: "after:#000003e9,000003ea") { task, _ in task.after.contains { $0 == 1 || $0 == 2 } },
        Probe(text: "id:#000003") { task, _ in String(task.id.description.prefix(6)) == "000003" },
    ]

    private static let signs: [(String, @Sendable (Int64, Int64) -> Bool)] = [
        (":", { $0 == $1 }), ("=", { $0 == $1 }), ("!=", { $0 != $1 }), ("<", { $0 < $1 }), ("<=", { $0 <= $1 }),
        (">", { $0 > $1 }), (">=", { $0 >= $1 }),
    ]

    private static func number(using generator: inout SeededGenerator) -> Probe {
        let (sign, compare) = signs.randomElement(using: &generator) ?? signs[0]
        let blank = sign != ":" && Bool.random(using: &generator) ? " " : ""
        let (field, range, write, read) = numbers.randomElement(using: &generator) ?? numbers[0]
        let value = Int.random(in: range, using: &generator)
        return Probe(text: "\(field)\(blank)\(sign)\(blank)\(write(value))") { task, _ in
            guard let present = read(task) else { return sign == "!=" }
            return compare(Int64(present), Int64(value))
        }
    }

    /// The fields compared by magnitude: their range of values, the notation, and a task's value.
    private static let numbers:
        [(
            field: String, range: ClosedRange<Int>, write: @Sendable (Int) -> String,
            read: @Sendable (PlainTask) -> Int?
        )] = [
            ("priority", 1...3, { ["low", "MEDIUM", "high"][$0 - 1] }, { $0.priority }),
            ("points", -1...7, { "\($0)" }, { $0.points }),
            ("nag", 1...5, { "\($0)h" }, { $0.nag == 0 ? nil : $0.nag }),
            ("between", 4...10, { "\($0):00" }, { $0.windowHour }),
        ]

    private static func text(using generator: inout SeededGenerator) -> Probe {
        let words = ["milk", "MILK", "gard", "größe", "\"call the\"", "\"and\"", "12:30", "oat"]
        let word = words.randomElement(using: &generator) ?? words[0]
        let wanted = folded(word.replacingOccurrences(of: "\"", with: ""))
        let isIn: @Sendable (String) -> Bool = { text in folded(text).range(of: wanted, options: .literal) != nil }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return Probe(text: "title:\(word)") { task, _ in isIn(task.title) }
        case 1: return Probe(text: "item:\(word)") { task, _ in task.items.contains(where: isIn) }
        case 2: return Probe(text: "description:\(word)") { task, _ in task.description.contains(where: isIn) }
        default: return Probe(text: word) { task, _ in isIn(task.title) || task.description.contains(where: isIn) }
        }
    }
}

/// A string folded for case and accents, by Foundation.
private func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        .replacingOccurrences(of: "ß", with: "ss")
}
