// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskReplica
import TestSupport
import Testing

@Suite("The numbers of lists")
struct ListNumbersTests {
    @Test("A number is given to one task as it would be given to several")
    func giving() {
        var random = SeededGenerator()
        let tasks = (0..<40).map { _ in DocumentID.random(using: &random) }
        var (one, several) = (ListNumbers(nil), ListNumbers(nil))
        for _ in 0..<300 {
            if Int.random(in: 0..<4, using: &random) == 0 {
                // Tasks are done, and their numbers free.
                let kept = Set(tasks.filter { _ in Bool.random(using: &random) })
                _ = one.assign([], keeping: { kept.contains($0) })
                _ = several.assign([], keeping: { kept.contains($0) })
            }
            let task = tasks[Int.random(in: tasks.indices, using: &random)]
            let before = one.numbers
            let given = one.give(task)
            let changed = several.assign([task], keeping: { _ in true })
            #expect(given.number == several.number(of: task), "\(random.note)")
            #expect(given.isNew == changed && given.isNew == (before[task] == nil), "\(random.note)")
            #expect(one.bytes == several.bytes, "\(random.note)")
            #expect(one.id(of: given.number) == task, "\(random.note)")
        }
    }

    @Test("Numbers that were damaged are dropped")
    func damage() {
        #expect(ListNumbers(Array("no numbers".utf8)).numbers.isEmpty)
        var numbers = ListNumbers(Array(repeating: 0xFF, count: 74))
        #expect(numbers.numbers.isEmpty)
        #expect(numbers.give(DocumentID(randomBytes: (1, 2))).number == 3)
    }
}
