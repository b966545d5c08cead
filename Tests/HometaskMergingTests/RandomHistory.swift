// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport

@testable import HometaskMerging

/// A random history of one document on two to six replicas that exchange it in a star, in a ring or on a stick, with
/// clocks that jump by up to fifty years in either direction.
struct RandomHistory {
    enum Topology: CaseIterable {
        case star, ring, stick
    }

    /// The places being edited: with few kinds, edits collide more often than with all kinds.
    enum Subject: CaseIterable {
        case everything, register, text, list
    }

    /// Lines that a single command inserted between two others.
    struct Run {
        let lines: [EventLog.EventID]
        let left: EventLog.EventID?
        let right: EventLog.EventID?
        let known: Set<EventLog.EventID>
    }

    private(set) var copies: [Copy]
    private(set) var log = EventLog()
    private(set) var runs: [Run] = []
    private(set) var differences: [String] = []
    private(set) var writes = 0
    /// Intermediate versions of the copies.
    private(set) var versions: [Document] = []
    private var stick = Copy()
    private var clocks: [Int64]
    private let topology: Topology
    private let engine: Engine
    private let subject: Subject
    private var generator: SeededGenerator

    init(seed: UInt64, steps: Int, about subject: Subject = .everything, engine: Engine = Engine()) {
        generator = SeededGenerator(seed: seed)
        self.engine = engine
        self.subject = subject
        let count = Int.random(in: 2...6, using: &generator)
        copies = (0..<count).map { _ in Copy() }
        clocks = (0..<count).map { _ in 1_700_000_000 }
        topology = Topology.allCases[Int.random(in: 0..<3, using: &generator)]
        for _ in 0..<steps { step() }
        exchangeEverything()
    }

    private mutating func step() {
        let place = Int.random(in: 0..<copies.count, using: &generator)
        let before = copies[place].document
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<6: write(on: place)
        case 6..<9: exchange(place)
        default:
            let jump = Int64.random(in: -1_577_000_000...1_577_000_000, using: &generator)
            clocks[place] = Bool.random(using: &generator) ? 1_700_000_000 : clocks[place] + jump
        }
        let document = copies[place].document
        if document == before { return }
        if (try? Document(decoding: document.encoded())) != document { differences.append("does not come back") }
        versions.append(document)
    }

    private mutating func exchange(_ place: Int) {
        switch topology {
        case .star where place > 0: exchange(place, 0)
        case .star: break
        case .ring: exchange(place, (place + 1) % copies.count)
        case .stick:
            stick.join(copies[place], engine)
            copies[place].join(stick, engine)
        }
        differences += copies[place].differences(from: log)
    }

    private mutating func exchange(_ left: Int, _ right: Int) {
        copies[left].join(copies[right], engine)
        copies[right].join(copies[left], engine)
    }

    private mutating func write(on place: Int) {
        let operation = operation(copies[place].document)
        clocks[place] += Int64.random(in: 0...2, using: &generator)
        let actor = "d\(place)"
        let before = copies[place]
        let first = log.next(actor)
        let changed = operation.apply(&copies[place], &log, actor: actor, time: clocks[place], engine: engine)
        if changed == nil { differences.append("whether \(operation) changes anything is in doubt") }
        if changed == true { writes += 1 }
        if case .addLines(let names, let index, let field) = operation {
            let ids = names.indices.map { EventLog.EventID(actor: actor, index: first.index + $0) }
            runs.append(
                Run(
                    lines: ids, left: line(at: index - 1, in: field, of: before),
                    right: line(at: index, in: field, of: before),
                    known: before.known))
        }
    }

    private mutating func operation(_ document: Document) -> Operation {
        let value = ["one", "two", "three"][Int.random(in: 0..<3, using: &generator)]
        let lines = document["description"]?.arrayValue?.count ?? 0
        let items = document["items"]?.arrayValue?.count ?? 0
        let index = Int.random(in: 0...items, using: &generator)
        let kinds =
            switch subject {
            case .everything: 0..<33
            case .register: 0..<5
            case .text: 11..<18
            case .list: 20..<32
            }
        switch Int.random(in: kinds, using: &generator) {
        case 32:
            let twins = document["extensions/org.example/notes"]?.arrayValue?.count ?? 0
            let index = Int.random(in: 0...twins, using: &generator)
            return .addTwin(value, behind: index, "extensions/org.example/notes")
        case 20..<23: return .addItem(value, id: nil, behind: index, "items")
        case 23: return .addItem(value, id: "shared", behind: index, "items")
        case 24, 25: return .writeItem(index, "done", Bool.random(using: &generator) ? "yes" : nil, "items")
        case 26: return .writeItem(index, "text", value, "items")
        case 27, 30, 31: return .moveItem(index, to: Int.random(in: 0...items, using: &generator), "items")
        case 28, 29: return .removeItem(index, "items")
        case 0..<3: return .write(value, to: "title", .register)
        case 3: return .write(nil, to: "title", .register)
        case 4: return .write(value, to: "extensions/org.example/points", .register)
        case 5, 6: return .write(value, to: "completion", .latest)
        case 7: return .write(nil, to: "completion", .latest)
        case 8, 9: return .insert(value, "tags")
        case 10: return .remove(value, "tags")
        case 11..<15:
            let names = Array(["x", "y", "z"].prefix(Int.random(in: 1...3, using: &generator)))
            return .addLines(names, behind: Int.random(in: 0...lines, using: &generator), "description")
        case 15, 16: return .editLine(Int.random(in: 0...lines, using: &generator), "description")
        case 17: return .cutLine(Int.random(in: 0...lines, using: &generator), "description")
        case 18: return Bool.random(using: &generator) ? .delete : .restore
        default: return .writeWeakly(value, to: "position")
        }
    }

    /// Random exchanges until every copy knows everything, each by its own route.
    private mutating func exchangeEverything() {
        let all = (copies + [stick]).reduce(into: Set<EventLog.EventID>()) { $0.formUnion($1.known) }
        var parts = copies + [stick]
        while parts.contains(where: { $0.known != all }) {
            let (left, right) = (
                Int.random(in: 0..<parts.count, using: &generator), Int.random(in: 0..<parts.count, using: &generator)
            )
            parts[left].join(parts[right], engine)
        }
        copies = parts
    }

    func line(at index: Int, in field: String, of copy: Copy) -> EventLog.EventID? {
        guard
            case .line(let id, _) = Operation.line(
                at: index, in: field, of: copy.document, knowing: copy.known, log: log)
        else { return nil }
        return id
    }
}

extension RandomHistory {
    /// Faults in the final state: copies that differ, values neither shown nor listed, lines out of order.
    var faults: [String] {
        var found = differences
        let documents = Set(copies.map(\.document))
        if documents.count > 1 { found.append("the copies differ") }
        if Set(documents.map { $0.encoded() }).count > 1 { found.append("the bytes differ") }
        found += copies[0].differences(from: log)
        for field in ["title", "extensions/org.example/points"] { found += unlisted(field) }
        return found + disorder(order())
    }

    /// Faults in a register's conflict, which must list every value not superseded, greatest first.
    private func unlisted(_ field: String) -> [String] {
        var expected: [String] = []
        for value in log.values(.field(field), copies[0].known) where !expected.contains(value) {
            expected.append(value)
        }
        let conflict = copies[0].document.conflicts.first { $0.field == FieldName(field) }
        let listed = conflict?.candidates.map(\.value.compactText) ?? []
        return listed == (expected.count > 1 ? expected : []) ? [] : ["\(field) lists \(listed) of \(expected)"]
    }

    private func order() -> [EventLog.EventID: Int] {
        var order: [EventLog.EventID: Int] = [:]
        for index in (copies[0].document["description"]?.arrayValue ?? []).indices {
            if let id = line(at: index, in: "description", of: copies[0]) { order[id] = index }
        }
        return order
    }

    /// Checks that runs keep their order and place, and that concurrent runs in one gap do not interleave.
    private func disorder(_ order: [EventLog.EventID: Int]) -> [String] {
        var found: [String] = []
        for run in runs {
            let chain = ([run.left].compactMap { $0 } + run.lines + [run.right].compactMap { $0 })
                .compactMap { order[$0] }
            if chain != chain.sorted() { found.append("a run stands at \(chain)") }
        }
        for (place, one) in runs.enumerated() {
            for other in runs[(place + 1)...] where one.left == other.left && one.right == other.right {
                let apart = other.known.isDisjoint(with: one.lines) && one.known.isDisjoint(with: other.lines)
                let (left, right) = (one.lines.compactMap { order[$0] }, other.lines.compactMap { order[$0] })
                guard apart, let a = left.first, let b = left.last, let c = right.first, let d = right.last
                else { continue }
                if !(b < c || d < a) { found.append("runs mingle: \(left) and \(right)") }
            }
        }
        return found
    }
}
