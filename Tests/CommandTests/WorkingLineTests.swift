// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The progress line for long-running work at a terminal.
@Suite("Long-running work", .waits)
struct WorkingLineTests {
    /// A plugin whose command runs until the line has been seen; in later runs, for longer than the line's delay.
    private static let slow = """
        #!/usr/bin/env python3
        import json, os, sys, time
        for line in sys.stdin:
            call = json.loads(line)
            if "id" not in call: continue
            result = {"protocol": 1} if call["method"] == "initialize" else {}
            if call["method"] == "command/run":
                if os.path.exists("seen"): time.sleep(2.5)
                while not os.path.exists("seen"): time.sleep(0.02)
            print(json.dumps({"jsonrpc": "2.0", "id": call["id"], "result": result}), flush=True)
        """

    private func device() throws -> Device {
        let device = try Family().device
        let folder = device.home + "/plugins"
        _ = try PluginFolder("slow", in: folder, program: Self.slow, offers: PluginFolder.command)
        let known = device.with(["HOMETASK_PLUGIN_PATH": folder])
        try known.run("plugin", "enable", "slow", "--yes").expect()
        return known
    }

    @Test("A terminal shows a progress line, removed at the end; elsewhere nothing is shown")
    func shown() throws {
        let device = try device()
        let terminal = try Terminal(device, "work")
        try terminal.waitFor("Waiting for the plugin slow … ")
        let seen = "\(device.home)/.local/state/hometask/plugins/slow/data/seen"
        #expect(FileManager.default.createFile(atPath: seen, contents: nil))
        let outcome = terminal.finish().expect()
        #expect(outcome.stdout.contains(#/Waiting for the plugin slow … \d+ s/#))
        #expect(outcome.stdout.contains("\u{1B}[K"))
        #expect(outcome.stdout.hasSuffix("\u{1B}[K"))
        try device.run("work").expect(stdout: .empty, stderr: .empty)
    }
}
