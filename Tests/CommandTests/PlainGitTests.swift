// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Plain git in the family's folder")
struct PlainGitTests {
    /// A device on whose PATH git finds the merge driver.
    private func withDriver(_ device: Device) -> Device {
        let folder = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path
        return device.with(["PATH": "\(folder):\(device.environment["PATH"] ?? "")"])
    }

    @Test("git pull needs no arguments and merges concurrent edits; git push sends the merge")
    func pull() throws {
        let family = try Family()
        let phone = withDriver(family.device)
        try phone.run("add", "Bins").expect()
        try family.hub()
        let laptop = withDriver(try family.join("laptop", as: "Ben"))
        try laptop.run("sync").expect()
        for (device, other, day) in [(phone, laptop, "24 Dec"), (laptop, phone, "25 Dec")] {
            try device.run("edit", "Bins", "--tag", device.name).expect()
            try other.run("edit", "Bins", "--due", day).expect()
            try other.run("sync").expect()
            try device.git("pull", "--no-edit").expect()
            try device.git("push").expect()
            try other.git("pull").expect()
            for device in [phone, laptop] { try device.expectClean() }
            try other.run("show", "Bins").expectQuietly(["+\(device.name)", .contains(day)])
        }
    }

    @Test("Removing a remote also unsets it as the upstream; an existing pull.rebase setting is kept")
    func upstream() throws {
        let device = try Family().device
        try device.git("config", "pull.rebase", "true").expect()
        try device.run("remote", "add", "origin", "/hub.git").expect()
        try device.run("remote", "add", "other", "/other.git").expect()
        try device.git("config", "branch.main.remote").expect(stdout: .exactly("origin\n"))
        try device.git("config", "branch.main.merge").expect(stdout: .exactly("refs/heads/main\n"))
        try device.git("config", "branch.main.rebase").expect(status: 1)
        try device.run("remote", "remove", "other").expect()
        try device.git("config", "branch.main.remote").expect(stdout: .exactly("origin\n"))
        try device.run("remote", "remove", "origin").expect()
        try device.git("config", "branch.main.remote").expect(status: 1)
    }
}
