// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Demonstration, doctor and completion")
struct UpkeepCommandTests {
    @Test("demo shows both edits in one task, and one tree on both devices")
    func demo() throws {
        let device = try Device("phone", in: TemporaryFolder())
        let place = device.home + "/demo"
        let outcome = try device.run("demo", "--keep", place).expectQuietly([
            "Offline, both edit the same task", "Take out bins and boxes", "Thursday: glass", "Mia", "quick",
            "due could be", "byte for byte the same data", .contains(place),
        ])
        let trees = outcome.stdout.split(whereSeparator: \.isWhitespace).filter { word in
            word.count == 40 && word.allSatisfy(\.isHexDigit)
        }
        #expect(trees.count == 2)
        #expect(trees.first == trees.last)
        var phone = device
        phone.folder = place + "/phone"
        try phone.expectClean()
        try phone.git("fsck", "--strict").expect()
        #expect(try phone.git("rev-parse", "HEAD^{tree}").lines == [String(trees[0])])
        try device.run("demo", "--keep", place).expect(status: 73, stderr: ["not an empty folder", "hint: "])
    }

    @Test("doctor finds nothing wrong with a family that was just made")
    func doctor() throws {
        let device = try Family().device
        try device.run("doctor").expectQuietly("No problems")
        #expect(try device.run("doctor", "--json").objects().allSatisfy { $0["severity"] as? String != "problem" })
    }

    @Test("Completion scripts are those of the shell that is named", arguments: ["bash", "zsh", "fish"])
    func completion(_ shell: String) throws {
        let device = try Device("phone", in: TemporaryFolder())
        try device.run("completion", shell).expectQuietly("hometask")
        try device.run("completion", "tcsh").expect(status: 64, stderr: "tcsh")
        guard FileManager.default.isExecutableFile(atPath: "/bin/\(shell)") else { return }
        let script = device.home + "/script"
        try device.run("completion", shell).stdout.write(toFile: script, atomically: true, encoding: .utf8)
        try RunningProgram(
            "/bin/\(shell)", ["-n", script], environment: device.environment, folder: device.home, input: ""
        )
        .finish().expect()
    }
}
