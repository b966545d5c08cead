// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import HometaskMerging

@Suite("Random histories")
struct RandomHistoryTests {
    @Test("All replicas end with one document, in which every value is shown, superseded or listed")
    func convergence() {
        let runs = SeededGenerator.runs(60)
        var (writes, events, conflicts, mingling) = (0, 0, 0, 0)
        for run in 0..<runs {
            let history = RandomHistory(seed: SeededGenerator.runSeed &+ UInt64(run), steps: 40)
            let faults = history.faults
            #expect(faults.isEmpty, "\(SeededGenerator.note), history \(run): \(faults.prefix(3))")
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

    @Test(
        "Random histories see the mistakes that histories of this length can show",
        arguments: Engine.Mistake.allCases.filter {
            ![.collapsesEqualSiblings, .losesWhatSnapshotsSay, .revivesWhatWasMoved].contains($0)
        })
    func mistakes(_ mistake: Engine.Mistake) {
        let caught = (0..<200).first { run in
            !RandomHistory(seed: UInt64(run), steps: 40, engine: Engine(mistake: mistake)).faults.isEmpty
        }
        #expect(caught != nil)
        print("\(mistake): first seen in history \(caught ?? -1)")
    }
}
