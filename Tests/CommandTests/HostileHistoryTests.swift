// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Hostile histories")
struct HostileHistoryTests {
    /// A sample of `Tests/Faults/hostile_remotes.py`, which says what must hold after each case.
    @Test("Nothing that git accepts into a remote is run, obeyed or lost")
    func slice() throws {
        // In the second run, a remote's link has the same content as the member's own file.
        for (seed, cases) in [(SeededGenerator.runSeed % 100_000, 4), (74_670, 1)] { try run(cases, from: seed) }
    }

    private func run(_ cases: Int, from seed: UInt64) throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Faults/hostile_remotes.py").path
        let device = try Device("phone", in: TemporaryFolder())
        try RunningProgram(
            "python3", [script, "--program", Program.path, "--cases", "\(cases)", "--seed", "\(seed)"],
            environment: device.environment, folder: device.home, input: ""
        ).finish().expect(stdout: "\(cases) hostile histories, 0 failures")
    }
}
