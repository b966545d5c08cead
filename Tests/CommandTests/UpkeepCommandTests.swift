// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Demo and doctor")
struct UpkeepCommandTests {
    @Test("demo merges both edits into one task, with the same tree on both devices")
    func demo() throws {
        let device = try Device("phone", in: TemporaryFolder())
        let place = device.home + "/demo"
        let outcome = try device.run("demo", "--keep", place).expectQuietly([
            "Offline, both edit the same task", "Take out bins and boxes", "Thursday: glass", "Mia", "quick",
            "Description", "+quick", "Conflict", "due: ",
            "the data is the same, byte for byte", .contains(place),
        ])
        // For writes in the same second the tie-break is by actor, and actors are random.
        #expect(outcome.stdout.contains("by Anna on phone") != outcome.stdout.contains("by Mia on laptop"))
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

    @Test("doctor finds no problem in a new family")
    func doctor() throws {
        let device = try Family().device
        try device.run("doctor").expectQuietly("No problems")
        #expect(try device.run("doctor", "--json").objects().allSatisfy { $0["severity"] as? String != "problem" })
    }
}
