// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The guide to plugin fields, run as a script.
@Suite("The guide to plugin fields")
struct FieldGuideTests {
    /// The guide's commands, as one script.
    private static func script() throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = root.appendingPathComponent("Sources/HometaskCommands/HometaskCommands.docc/Fields.md")
        let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n```sh\n").dropFirst()
        return blocks.map { $0.components(separatedBy: "\n```")[0] + "\n" }.joined()
    }

    @Test("The guide's commands make a working plugin")
    func typed() throws {
        let device = try Family().device
        let programs = device.home + "/bin"
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: programs + "/hometask", withDestinationPath: Program.path)
        let path = "\(programs):\(device.environment["PATH"] ?? "")"
        let script = try Self.script()
        #expect(script.contains("plugin.json") && script.contains("--set"))
        let outcome = try RunningProgram(
            "sh", ["-e", "-c", script], environment: device.with(["PATH": path]).environment, folder: device.folder,
            input: ""
        ).finish()
        outcome.expect()
        #expect(!outcome.stderr.contains("error"), "\(outcome)")
        for word in ["Loudness", "Drill holes", "Saved the view ‘noisy’: 1 task", "Power", "230"] {
            #expect(outcome.stdout.contains(word), "\(word) is missing: \(outcome)")
        }
        try device.run("show", "Drill").expectQuietly(["Loudness", "6", "saw"])
        try device.expectClean()
    }
}
