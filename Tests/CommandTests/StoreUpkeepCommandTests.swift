// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("The upkeep command and background upkeep", .waits)
struct StoreUpkeepCommandTests {
    let family: Family
    var device: Device { family.device }

    init() throws { family = try Family() }

    private var journalSize: Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: device.folder + "/.git/hometask/commits")
        return attributes?[.size] as? Int ?? 0
    }

    private var hasBegun: Bool {
        FileManager.default.fileExists(atPath: device.folder + "/.git/hometask/upkeep-lock")
    }

    /// Whether background upkeep is running. It is started before the command ends.
    private func isUnderWay() throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").contains { process in
            let line = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
            let words = line?.split(separator: "\0") ?? []
            return words.contains("--background") && words.contains { $0.hasPrefix(device.folder) }
        }
    }

    /// Makes a task large and edits it until the journal exceeds its limit.
    private func writeMuch() throws {
        try device.run("add", "Bins").expect()
        let path = device.folder + "/" + (try #require(try device.git("ls-files", "tasks").expect().lines.first))
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let words = String(repeating: "The lid has to be shut. ", count: 15_000)
        let start = try #require(text.firstIndex(of: "{"))
        try "{ \"of-a-plugin\": \"\(words)\",\(text[text.index(after: start)...])"
            .write(toFile: path, atomically: true, encoding: .utf8)
        for points in ["1", "2", "3"] { try device.run("edit", "Bins", "--points", points).expect() }
    }

    @Test("upkeep reports the number of packed objects, or that there is nothing to pack")
    func byHand() throws {
        try device.run("add", "Bins").expect()
        try device.run("upkeep").expectQuietly("objects packed.")
        try device.run("upkeep").expectQuietly("Nothing to pack.")
        #expect(try device.git("count-objects").expect().stdout.hasPrefix("0 objects"))
        try device.expectClean()
    }

    @Test("Enough changes silently start background upkeep")
    func background() throws {
        try writeMuch()
        #expect(Waiting.until(within: 120) { hasBegun && journalSize <= 1 << 20 })
        #expect(try Waiting.until(within: 120) { try !isUnderWay() })
        try device.git("fsck", "--strict").expect()
        try device.run("list", "points:3").expect(stdout: "Bins")
        try device.expectClean()
    }

    @Test("With the setting upkeep at manual, upkeep never starts automatically")
    func manual() throws {
        try device.run("config", "set", "upkeep", "sometimes").expect(status: 64, stderr: "auto or manual")
        try device.run("config", "set", "upkeep", "manual").expect()
        try writeMuch()
        #expect(try !isUnderWay())
        // As invoked by a server.
        try device.run("upkeep", "--background").expect(stdout: .empty)
        #expect(!hasBegun)
        #expect(journalSize > 1 << 20)
        try device.run("upkeep").expect()
        #expect(journalSize == 0)
    }
}
