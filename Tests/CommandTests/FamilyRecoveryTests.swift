// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `family.json` marks a repository as a family's. Removing it with git loses nothing: it is in the history.
@Suite("A family whose family.json was removed")
struct FamilyRecoveryTests {
    /// Ways to remove the file.
    enum Removal: String, CaseIterable {
        case removal, revert, forged
    }

    private func takeAway(_ removal: Removal, _ hub: HostileHub, on device: Device) throws {
        switch removal {
        case .removal:
            try device.git("rm", "-q", "family.json").expect()
            try device.git("commit", "-qm", "Away").expect()
        case .revert:
            let founding = try device.git("rev-list", "--max-parents=0", "HEAD").lines[0]
            // Later changes conflict with the revert; the conflict is resolved as a user might.
            _ = try device.git("revert", "--no-commit", founding)
            for path in try device.git("diff", "--name-only", "--diff-filter=U").lines {
                try device.git("checkout", "-q", "HEAD", "--", path).expect()
            }
            try device.git("rm", "-q", "--ignore-unmatch", "-f", "family.json").expect()
            try device.git("commit", "-qm", "Revert the founding").expect()
        case .forged:
            try device.run("sync").expect()
            let head = try device.head()
            try hub.forge(hub.tree(of: head, without: ["family.json"]), on: [head])
            try device.git("pull", "-q", "--ff-only", "origin", "main").expect()
        }
        #expect(!FileManager.default.fileExists(atPath: device.folder + "/family.json"))
    }

    @Test("Clones work with a note, joining is possible, and doctor restores the file", arguments: Removal.allCases)
    func removed(_ removal: Removal) throws {
        let hub = try HostileHub(tasks: ["One"])
        let phone = hub.family.device
        let laptop = try hub.family.join("laptop", as: "Ben")
        try takeAway(removal, hub, on: laptop)
        let note: TextExpectation = ["note: family.json was removed", "'hometask doctor --repair'"]
        try laptop.run("list").expect(stdout: "One", stderr: note)
        try laptop.run("config", "get", "zone").expect(stdout: "Europe/Amsterdam", stderr: note)
        try laptop.run("doctor").expect(status: 1, stdout: ["family:", "--repair"], stderr: note)
        // Plain git pushes the removal.
        try laptop.git("push", "-q", "origin", "HEAD:main").expect()
        let tablet = try hub.family.join("tablet", as: "Zoë")
        try tablet.run("list").expect(stdout: "One", stderr: note)
        try tablet.run("add", "Two").expect(stderr: note)
        try phone.run("sync", "--restore-removed").expect()
        try tablet.run("sync").expect()
        try laptop.run("doctor", "--repair").expect(stdout: "family.json was restored")
        for device in [laptop, tablet, phone, laptop, tablet, phone] {
            try device.run("sync", "--restore-removed").expect()
        }
        for device in [laptop, tablet, phone] {
            #expect(try device.head() == phone.head())
            try device.run("list").expectQuietly(["One", "Two"])
            try device.expectClean()
            try device.run("doctor").expect(stdout: .lacks("family:"))
            #expect(try device.run("config", "get", "zone").stdout == "Europe/Amsterdam\n")
        }
    }

    @Test("Devices that have the file revert a forged removal")
    func forged() throws {
        let hub = try HostileHub(tasks: ["One"])
        let phone = hub.family.device
        try hub.forge(hub.tree(of: hub.honest, without: ["family.json"]))
        try phone.run("sync").expect(stdout: "Left alone: family.json")
        try phone.run("list").expectQuietly("One")
        try hub.git(["cat-file", "-e", "main:family.json"])
    }
}
