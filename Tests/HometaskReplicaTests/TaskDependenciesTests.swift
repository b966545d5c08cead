// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import TestSupport
import Testing

@Suite("Task dependencies")
struct TaskDependenciesTests {
    private func dependencies(_ after: [Int: Set<Int>]) -> TaskDependencies {
        let pairs = after.map { (DocumentID.test($0), Set($1.map { DocumentID.test($0) })) }
        return TaskDependencies(Dictionary(uniqueKeysWithValues: pairs))
    }

    @Test("cycles are found, and block only tasks outside them")
    func rings() {
        let found = dependencies([1: [2], 2: [3], 3: [1], 4: [3], 5: [5], 6: [7]])
        #expect(found.rings == [[1, 2, 3].map { .test($0) }, [.test(5)]])
        #expect([1, 2, 3, 5].allSatisfy { !found.isBlocked(.test($0)) })
        #expect(found.blockers == [.test(4): [.test(3)], .test(6): [.test(7)]])
        #expect(found.isBlocking(.test(3)) && found.isBlocking(.test(7)) && !found.isBlocking(.test(1)))
    }

    @Test("only existing, open tasks block a task")
    func done() throws {
        let reader = MemoryReader()
        let ids = { (numbers: [Int]) in JSON.array(numbers.map { .string(DocumentID.test($0).description) }) }
        let completion: JSON = ["at": "2026-11-21T09:00:00Z"]
        reader.putMembers(.task, .test(1), members: ["title": "Done", "completion": completion])
        reader.putMembers(.task, .test(2), members: ["title": "Deleted", "deleted": "2026-11-21T09:00:00Z"])
        reader.putMembers(.task, .test(3), members: ["title": "Open"])
        reader.putMembers(
            .task, .test(4), members: ["title": "After what is done, deleted or gone", "after": ids([1, 2, 9])])
        reader.putMembers(.task, .test(5), members: ["title": "After one that is open, too", "after": ids([1, 3, 4])])
        reader.putMembers(
            .task, .test(6), members: ["title": "Done itself", "after": ids([3]), "completion": completion])
        var tasks: [TaskRecord] = []
        try reader.forEachMembers(of: .task) { _, members in tasks += [TaskRecord(members)].compactMap { $0 } }
        #expect(tasks.count == 6)
        for found in [try TaskDependencies(reading: reader), try TaskDependencies(of: tasks, reading: reader)] {
            #expect(found.blockers == [.test(5): [.test(3), .test(4)]])
            #expect(found.blocking == [.test(3), .test(4)] && found.rings.isEmpty)
        }
    }

    @Test("a dependency chain of any length is handled")
    func chain() {
        let length = 20_000
        var after = Dictionary(uniqueKeysWithValues: (1..<length).map { ($0, Set([$0 + 1])) })
        #expect(dependencies(after).blockers.count == length - 1)
        after[length] = [1]
        #expect(dependencies(after).rings.map(\.count) == [length])
        #expect(dependencies(after).blockers.isEmpty)
    }

    @Test("cycles are the sets of mutually reachable tasks, in any dependency graph")
    func reachability() {
        var generator = SeededGenerator()
        for _ in 0..<SeededGenerator.runs(300) {
            let count = Int.random(in: 1...7, using: &generator)
            var after: [Int: Set<Int>] = [:]
            for _ in 0..<Int.random(in: 0...10, using: &generator) {
                after[.random(in: 1...count, using: &generator), default: []]
                    .insert(.random(in: 1...count, using: &generator))
            }
            func reach(_ start: Int) -> Set<Int> {
                var found: Set<Int> = []
                var rest = [start]
                while let next = rest.popLast() {
                    for other in after[next] ?? [] where found.insert(other).inserted { rest.append(other) }
                }
                return found
            }
            var expected: Set<[Int]> = []
            for node in 1...count where reach(node).contains(node) {
                expected.insert((1...count).filter { reach(node).contains($0) && reach($0).contains(node) })
            }
            let found = dependencies(after)
            #expect(Set(found.rings) == Set(expected.map { $0.map { .test($0) } }), "\(after), \(generator.note)")
            for (node, others) in after {
                let blockers = others.filter { !reach($0).contains(node) }.sorted().map { DocumentID.test($0) }
                #expect(found.blockers[.test(node)] ?? [] == blockers, "\(after), \(generator.note)")
            }
        }
    }
}
