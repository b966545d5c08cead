// SPDX-License-Identifier: Apache-2.0

import HometaskQueries
import Testing

@Suite("Shared names")
struct SharedNamesTests {
    @Test("Case is ignored, and each name is requested once")
    func counted() {
        let names = (0..<5000).map { "Member \($0 % 4000)" } + ["Zoë", "ZOË", "Mia"]
        var requests = 0
        let shared = SharedNames(of: names) { name in
            requests += 1
            return name
        }
        #expect(requests == names.count)
        #expect(names.count { shared.contains($0) } == 2002)
        #expect(shared.contains("zoë") && !shared.contains("Mia") && !shared.contains("Ben"))
    }
}
