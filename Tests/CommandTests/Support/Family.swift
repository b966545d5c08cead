// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A family in a temporary folder: Mia, Ben and Zoë, a device of Mia's, and a remote to meet at.
struct Family {
    let root: TemporaryFolder
    /// The device on which the family was made; it is Mia's.
    let device: Device
    /// The bare repository that devices sync with; made by `hub()`.
    var hubPath: String { root.path + "/hub.git" }

    /// Makes a family.
    ///
    /// - Parameters:
    ///   - members: their names; the first one owns the device.
    ///   - isBare: whether the device's repository has no working tree.
    ///   - isAnother: whether it is to be another family than the test's first one of these members.
    init(members: [String] = ["Mia", "Ben", "Zoë"], isBare: Bool = false, isAnother: Bool = false) throws {
        root = try TemporaryFolder()
        device = try Device("phone", in: root)
        if isAnother {
            try Self.found(members: members, isBare: isBare, on: device)
        } else {
            try FamilyCopies.copy(to: device, named: "\(members) \(isBare)") {
                try Self.found(members: members, isBare: isBare, on: $0)
            }
        }
    }

    private static func found(members: [String], isBare: Bool, on device: Device) throws {
        let kind = isBare ? ["--bare"] : []
        try device.run(
            ["init", device.folder, "--name", "Berg", "--email", "berg@example.org", "--zone", "Europe/Amsterdam"]
                + ["--device", "phone", "--me", members[0]] + kind
        ).expect()
        for member in members.dropFirst() { try device.run("member", "add", member).expect() }
    }

    /// Makes the remote, sends the family there, and says so to the first device.
    func hub() throws {
        try RunningProgram(
            "git", ["init", "--quiet", "--bare", hubPath], environment: device.environment, folder: root.path, input: ""
        ).finish().expect()
        try device.run("remote", "add", "origin", hubPath).expect()
        try device.run("sync").expect()
    }

    /// A further device, which has joined from the remote.
    func join(_ name: String, as member: String) throws -> Device {
        let device = try Device(name, in: root)
        try device.run("join", hubPath, device.folder, "--as", member, "--device", name).expect()
        return device
    }
}
