// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Hostile histories")
struct HostileHistoryTests {
    /// A slice of `Tests/Faults/hostile_remotes.py`, which says what must hold after each.
    @Test("Whatever git takes into a remote, nothing of it is run, obeyed or lost")
    func slice() throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Faults/hostile_remotes.py").path
        let device = try Device("phone", in: TemporaryFolder())
        let seed = SeededGenerator.runSeed % 100_000
        try RunningProgram(
            "python3", [script, "--program", Program.path, "--cases", "4", "--seed", "\(seed)"],
            environment: device.environment, folder: device.home, input: ""
        ).finish().expect(stdout: "4 hostile histories, 0 failures")
    }
}
