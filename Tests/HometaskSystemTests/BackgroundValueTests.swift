// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskSystem
import Synchronization
import Testing

@Suite("Values computed on a thread")
struct BackgroundValueTests {
    @Test("A value is computed once, and is the same whenever it is read")
    func once() {
        let runs = Counter()
        let value = BackgroundValue {
            runs.count.add(1, ordering: .relaxed)
            return [1, 2, 3]
        }
        #expect(value.value == [1, 2, 3])
        #expect(value.value == [1, 2, 3])
        #expect(runs.count.load(ordering: .relaxed) == 1)
    }

    @Test("The thread of a value that is never read ends before the value is released")
    func abandoned() {
        let runs = Counter()
        var value: BackgroundValue<Int>? = BackgroundValue {
            usleep(50_000)
            runs.count.add(1, ordering: .relaxed)
            return 1
        }
        #expect(value != nil)
        value = nil
        #expect(runs.count.load(ordering: .relaxed) == 1)
    }

    private final class Counter: Sendable {
        let count = Atomic<Int>(0)
    }
}
