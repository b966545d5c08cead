// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A sample of the scripts under `Tests/Faults`.
@Suite("Faults at system calls", .waits, .enabled(if: Tracing.isPossible))
struct FaultScriptTests {
    @Test(
        "A kill or a disk failure at any call needs no manual repair",
        arguments: [("kills.py", "add,sync"), ("kills.py", "leave"), ("failing_disk.py", "add,sync")])
    func slice(script: String, commands: String) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Faults").path
        let seed = "\(SeededGenerator.runSeed)"
        let sample = "\(5 * SeededGenerator.runs(1))"
        let done = try Tool("python3").run([
            "\(folder)/\(script)", "--binary", Program.path, "--commands", commands, "--sample", sample, "--seed", seed,
        ])
        #expect(done.status == 0, "\(done.output)\(SeededGenerator.note)")
        #expect(done.output.contains("\n\(sample) "), "\(done.output)")
    }
}
