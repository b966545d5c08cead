// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport
import Testing

@testable import HometaskMerging

/// All histories of a few actors over a few operations, up to a depth: at each step one actor applies one operation, or
/// joins another's copy. Histories that differ only in the order of independent steps are visited once.
struct TinyDomain {
    let name: String
    let actors: [String]
    let operations: [Operation]
    let depth: Int
    /// Each actor's clock, which never moves.
    let clocks: [Int64]
    /// The first actor's operations before the copy that all actors start from.
    var prelude: [Operation] = []

    private struct World: Hashable {
        var copies: [Copy]
        var log = EventLog()
        var versions: Set<Int> = []
    }

    /// Visits every history, and returns the laws checked and broken. If asked, stops early at the first broken law
    /// other than the round trip, which reveals little about joins.
    func explore(_ engine: Engine, stopsEarly: Bool = false) -> (Laboratory, histories: Int) {
        var laboratory = Laboratory(engine)
        var start = World(copies: actors.map { _ in Copy() })
        var first = start.copies[0]
        for operation in prelude { _ = operation.apply(&first, &start.log, actor: actors[0], time: 5, engine: engine) }
        start.copies = actors.map { _ in first }
        start.versions = [laboratory.number(of: start.copies[0].document)]
        var worlds: Set<World> = [start]
        var histories = 1
        for _ in 0..<depth {
            var next: Set<World> = []
            for world in worlds {
                step(world, in: &laboratory, into: &next)
                if stopsEarly, laboratory.violations.keys.contains(where: { $0 != .roundTrip }) {
                    return (laboratory, histories)
                }
            }
            worlds = next
            histories += next.count
        }
        return (laboratory, histories)
    }

    private func step(_ world: World, in laboratory: inout Laboratory, into next: inout Set<World>) {
        for (place, actor) in actors.enumerated() {
            for operation in operations {
                var changed = world
                let result = operation.apply(
                    &changed.copies[place], &changed.log, actor: actor, time: clocks[place], engine: laboratory.engine)
                laboratory.note(.oracle, result != nil, text: "whether \(operation) changes anything is in doubt")
                if result == true { finish(&changed, at: place, in: &laboratory, into: &next) }
            }
            for other in actors.indices where other != place {
                guard !world.copies[other].known.isSubset(of: world.copies[place].known) else { continue }
                var changed = world
                changed.copies[place].join(world.copies[other], laboratory.engine)
                finish(&changed, at: place, in: &laboratory, into: &next)
            }
        }
    }

    private func finish(
        _ world: inout World, at place: Int, in laboratory: inout Laboratory, into next: inout Set<World>
    ) {
        let number = laboratory.number(of: world.copies[place].document)
        let before = world.versions.sorted()
        world.versions.insert(number)
        guard next.insert(world).inserted else { return }
        laboratory.check(number, with: before)
        let differences = world.copies[place].differences(from: world.log)
        laboratory.note(.oracle, differences.isEmpty, text: differences.joined(separator: "; "))
    }
}

extension TinyDomain {
    static let register: [Operation] = [
        .write("one", to: "title", .register), .write("two", to: "title", .register),
        .write(nil, to: "title", .register),
    ]
    static let latest: [Operation] = [
        .write("one", to: "completion", .latest), .write("two", to: "completion", .latest),
        .write(nil, to: "completion", .latest),
    ]
    static let set: [Operation] = [
        .insert("a", "tags"), .insert("b", "tags"), .remove("a", "tags"), .remove("b", "tags"),
    ]
    static let text: [Operation] = [
        .addLines(["line"], behind: 0, "description"), .addLines(["line"], behind: 1, "description"),
        .editLine(0, "description"), .cutLine(0, "description"),
    ]
    static let twins: [Operation] = [
        .addTwin("line", behind: 0, "description"), .addTwin("line", behind: 1, "description"),
        .addTwin("other", behind: 0, "description"),
    ]
    static let list: [Operation] = [
        .addItem("new", id: nil, behind: 1, "items"), .writeItem(0, "done", "yes", "items"), .removeItem(0, "items"),
        .moveItem(0, to: 1, "items"),
    ]
    static let sharedItem: [Operation] = [
        .addItem("one", id: "i", behind: 0, "items"), .writeItem(0, "done", "yes", "items"),
        .writeItem(0, "text", "two", "items"), .removeItem(0, "items"),
    ]
    static let deletion: [Operation] = [
        .delete, .restore, .write("one", to: "title", .register), .writeWeakly("one", to: "position"),
    ]

    /// Whether HOMETASK_TEST_RUNS limits the suite to the quick subset.
    static let isQuick = SeededGenerator.runs(60) < 300

    /// The domains of the suite: for each kind of place two actors with equal clocks; then, at a lower depth, two
    /// actors with one clock ahead, and three actors.
    static let all: [TinyDomain] = [
        ("list", list, 4, 3), ("shared item", sharedItem, 5, 4), ("twin lines", twins, 5, 4),
        ("register", register, 5, 4), ("latest", latest, 5, 4), ("set", set, 6, 4), ("text", text, 5, 4),
        ("deletion", deletion, 5, 4),
    ].flatMap { name, operations, deepest, shallowest in
        // The quick subset is one step shallower where that still covers enough.
        let less = isQuick && ["text", "list", "deletion", "set"].contains(name) ? 1 : 0
        let (deep, shallow) = (deepest - less, shallowest - less)
        let prelude: [Operation] =
            name == "list" ? ["i", "j"].map { .addItem($0, id: $0, behind: 0, "items") } : []
        return [
            TinyDomain(
                name: "\(name), two actors", actors: ["da", "db"], operations: operations, depth: deep, clocks: [5, 5],
                prelude: prelude),
            TinyDomain(
                name: "\(name), one clock ahead", actors: ["da", "db"], operations: operations, depth: deep - 1,
                clocks: [9, 5], prelude: prelude),
            TinyDomain(
                name: "\(name), three actors", actors: ["da", "db", "dc"], operations: operations, depth: shallow,
                clocks: [5, 5, 5], prelude: prelude),
        ]
    }
}

extension TinyDomain: CustomTestStringConvertible {
    var testDescription: String { name }
}
