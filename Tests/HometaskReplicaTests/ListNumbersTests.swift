// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskQueries
import TestSupport
import Testing

@Suite("The numbers of lists")
struct ListNumbersTests {
    @Test("Numbers are assigned, kept and freed as in a simple array of slots")
    func slots() {
        var random = SeededGenerator()
        // Some ids share a prefix.
        let tasks = (0..<40).map { number in
            let id = DocumentID.random(using: &random)
            return number % 4 == 0 ? DocumentID("abcdef01" + id.description.dropFirst(8)) ?? id : id
        }
        var numbers = ListNumbers(nil)
        var slots: [DocumentID?] = []
        for _ in 0..<400 {
            let shown = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                tasks[Int.random(in: tasks.indices, using: &random)]
            }
            let freed = (0..<Int.random(in: 0...3, using: &random)).map { _ in Int.random(in: 0...41, using: &random) }
            let before = slots
            for number in freed where slots.indices.contains(number - 1) {
                if let id = slots[number - 1], !shown.contains(id) { slots[number - 1] = nil }
            }
            for task in shown where !slots.contains(task) {
                if let free = slots.firstIndex(of: nil) { slots[free] = task } else { slots.append(task) }
            }
            while let last = slots.last, last == nil { slots.removeLast() }
            let hasChanged = numbers.assign(shown, freeing: freed)
            #expect(hasChanged || before == slots, "\(random.note)")
            #expect((1..<slots.count + 1).map { numbers.id(of: $0) } == slots, "\(random.note)")
            #expect(numbers.count == slots.count, "\(random.note)")
            #expect(Set(numbers.numbers(of: shown).keys) == Set(shown), "\(random.note)")
            #expect(numbers.numbers.allSatisfy { slots[$0.value - 1] == $0.key }, "\(random.note)")
            #expect(ListNumbers(numbers.bytes).numbers == numbers.numbers, "\(random.note)")
        }
    }

    @Test("Damaged numbers are dropped")
    func damage() {
        #expect(ListNumbers(Array("no numbers".utf8)).numbers.isEmpty)
        var numbers = ListNumbers(Array(repeating: 0xFF, count: 74))
        #expect(numbers.numbers.isEmpty)
        let task = DocumentID(randomBytes: (1, 2))
        let hasChanged = numbers.assign([task])
        #expect(hasChanged)
        #expect(numbers.numbers == [task: 3])
    }
}
