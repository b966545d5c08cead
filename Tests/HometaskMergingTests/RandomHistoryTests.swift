// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import HometaskMerging

@Suite("Random histories")
struct RandomHistoryTests {
    @Test("All replicas converge on one document, in which every value is shown, superseded or listed")
    func convergence() {
        let runs = SeededGenerator.runs(60)
        var (writes, events, conflicts, mingling) = (0, 0, 0, 0)
        for run in 0..<runs {
            // Three runs in sixteen edit only a single kind of place.
            let subject = RandomHistory.Subject.allCases[run % 4 == 3 ? run / 4 % 4 : 0]
            let history = RandomHistory(seed: SeededGenerator.runSeed &+ UInt64(run), steps: 40, about: subject)
            let faults = history.faults
            #expect(faults.isEmpty, "\(SeededGenerator.note), history \(run), \(subject): \(faults.prefix(3))")
            writes += history.writes
            events += history.log.events.count
            conflicts += history.copies[0].document.conflicts.count
            mingling += history.runs.count
        }
        print(
            "\(runs) histories, \(writes) writes, \(events) events, \(conflicts) conflicts at the end, \(mingling) runs"
        )
        #expect(writes > runs * 5 && conflicts > 0 && mingling > 0)
    }

    @Test("Random histories detect every known mistake", arguments: Engine.Mistake.allCases)
    func mistakes(_ mistake: Engine.Mistake) {
        let caught = (0..<Self.enough).first { run in
            let subject = RandomHistory.Subject.allCases[run % 4]
            let engine = Engine(mistake: mistake)
            return !RandomHistory(seed: Self.seed &+ UInt64(run), steps: 40, about: subject, engine: engine).faults
                .isEmpty
        }
        #expect(caught != nil, "\(mistake) is not seen in \(Self.enough) histories from seed \(Self.seed)")
        if let caught { print("\(mistake): first seen in history \(caught), seed \(Self.seed &+ UInt64(caught))") }
    }

    private static let seed = SeededGenerator.runSeed
    /// The number of histories within which each mistake must be detected.
    private static let enough = 400
}
