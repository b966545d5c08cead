// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlatform
import TestSupport
import Testing

@Suite("Killed init and join", .waits)
struct KilledFoundingTests {
    let family: Family

    init() throws {
        family = try Family.withHub()
    }

    /// Waits for the git processes that a killed command started in a device's home to end.
    private func waitForChildren(of device: Device) throws {
        for _ in 0..<2400 {
            if try Tool("pgrep").run(["-f", device.home]).status != 0 { return }
            usleep(50_000)
        }
    }

    @Test(
        "A killed command can be repeated, whenever it was killed",
        arguments: [["init"], ["init", "--bare"], ["join"], ["join", "--bare"]], [false, true])
    func again(words: [String], folderExists: Bool) throws {
        var random = SeededGenerator()
        let device = try Device("tablet", in: family.root)
        let rest =
            words[0] == "init"
            ? [device.folder, "--name", "Tal", "--zone", "UTC", "--me", "Ann", "--starter", "chores"]
            : [family.hubPath, device.folder, "--as", "Ben", "--device", "tablet"]
        for round in 0..<(3 * SeededGenerator.runs(1)) {
            try? FileManager.default.removeItem(atPath: device.folder)
            if folderExists {
                try FileManager.default.createDirectory(atPath: device.folder, withIntermediateDirectories: true)
            }
            let note = Comment(rawValue: "\(random.note), round \(round)")
            let program = try RunningProgram(
                Program.path, words + rest, environment: device.environment, folder: device.home, input: "")
            usleep(UInt32.random(in: 0...250_000, using: &random))
            program.signal(SIGKILL)
            _ = try program.finish()
            try waitForChildren(of: device)
            if try device.run("status").status != 0 {
                let second = try RunningProgram(
                    Program.path, words + rest, environment: device.environment, folder: device.home, input: ""
                ).finish()
                #expect(second.status == 0, "\(note): \(second)")
            }
            try device.run("me").expect(stdout: .contains(words[0] == "init" ? "Ann" : "Ben"))
            try device.run("add", "Something").expect()
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: device.home).filter { $0.contains("hometask-new") }
                    == [], note)
            if words.count == 1 { try device.expectClean() }
        }
    }
}
