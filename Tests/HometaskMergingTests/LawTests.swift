// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import Testing

@testable import HometaskMerging

@Suite("Laws, over every history of a tiny domain")
struct LawTests {
    @Test(
        "Joins are commutative, associative, idempotent and monotonic, and bytes round-trip", arguments: TinyDomain.all)
    func laws(_ domain: TinyDomain) {
        let (laboratory, histories) = domain.explore(Engine())
        for (law, found) in laboratory.violations {
            Issue.record("\(domain.name): \(law) broken \(found.count) times, first: \(found[0])")
        }
        let counts = Laboratory.Law.allCases.map { "\($0) \(laboratory.checks[$0] ?? 0)" }.joined(separator: ", ")
        print("\(domain.name): \(histories) histories, \(laboratory.documents.count) documents; checks: \(counts)")
        #expect(histories > (TinyDomain.isQuick ? 50 : 200))
        #expect(Laboratory.Law.allCases.allSatisfy { laboratory.checks[$0] ?? 0 > (TinyDomain.isQuick ? 40 : 80) })
    }
}

@Suite("The suite detects mistakes")
struct MistakeTests {
    @Test("Each known mistake breaks a law in a tiny domain", arguments: Engine.Mistake.allCases)
    func isCaught(_ mistake: Engine.Mistake) {
        for domain in TinyDomain.all {
            let (laboratory, histories) = domain.explore(Engine(mistake: mistake), stopsEarly: true)
            let laws = laboratory.violations.keys.map(\.rawValue).filter { $0 != "roundTrip" }.sorted()
            if laws.isEmpty { continue }
            print("\(mistake): \(domain.name), within \(histories) histories, breaks \(laws.joined(separator: ", "))")
            return
        }
        Issue.record("nothing catches \(mistake)")
    }
}
