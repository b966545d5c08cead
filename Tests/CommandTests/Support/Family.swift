// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestSupport
import Testing

/// A family in a temporary folder: Mia, Ben and Zoë, Mia's device, and a remote.
///
/// Creating a family, its hub and devices starts programs, which takes a second. Tests get cached copies, as long as
/// nothing is written between the steps.
struct Family {
    let root: TemporaryFolder
    /// Mia's device, on which the family was created.
    let device: Device
    /// The bare repository that devices sync with; created by `hub()`.
    var hubPath: String { root.path + "/hub.git" }
    /// The origin of this copy.
    private let source: Source

    /// Creates a family.
    ///
    /// - Parameters:
    ///   - members: the members' names; the first member owns the device.
    ///   - isBare: whether the device's repository has no working tree.
    ///   - isAnother: whether the family differs from the test's first family with these members.
    init(members: [String] = ["Mia", "Ben", "Zoë"], isBare: Bool = false, isAnother: Bool = false) throws {
        try self.init(in: TemporaryFolder(), members: members, isBare: isBare, isAnother: isAnother)
    }

    private init(in root: TemporaryFolder, members: [String], isBare: Bool, isAnother: Bool) throws {
        self.root = root
        device = try Device("phone", in: root)
        if isAnother {
            try Self.found(members: members, isBare: isBare, on: device)
            source = Source()
        } else {
            let name = "\(members)\(isBare ? " bare" : "")"
            try FamilyCopies.copy(["phone/family"], to: root, named: name) {
                try Self.found(members: members, isBare: isBare, on: Device("phone", in: $0))
            }
            source = Source(name: name, state: try FolderState(device.folder)) {
                try Family(in: $0, members: members, isBare: isBare, isAnother: false)
            }
        }
    }

    /// Copies a family with its hub and further devices in one step.
    ///
    /// - Parameters:
    ///   - name: the name of the cached original.
    ///   - others: the further devices.
    ///   - make: creates the original in an empty folder.
    private init(
        named name: String, with others: [String] = [],
        making make: @escaping @Sendable (TemporaryFolder) throws -> Family
    ) throws {
        root = try TemporaryFolder()
        try FamilyCopies.copy(["phone/family", "hub.git"] + others, to: root, named: name) { _ = try make($0) }
        device = try Device("phone", in: root)
        source = Source(name: name, state: try FolderState(root.path + "/hub.git"), make: make)
    }

    /// Creates a family with its hub, as a single copy.
    ///
    /// - Parameter commands: run on the first device before the hub is created.
    static func withHub(
        members: [String] = ["Mia", "Ben", "Zoë"], prepared commands: [[String]] = []
    ) throws -> Family {
        try Family(named: "\(members), \(commands), with its hub") {
            let family = try Family(in: $0, members: members, isBare: false, isAnother: false)
            if !commands.isEmpty { try family.prepare(commands) }
            try family.hub()
            return family
        }
    }

    /// Creates a family with its hub and a further device that has joined, as a single copy.
    ///
    /// - Parameters:
    ///   - commands: run on the first device before the hub is created.
    ///   - name: the name of the further device.
    ///   - member: the further device's owner.
    static func pair(
        members: [String] = ["Mia", "Ben", "Zoë"], prepared commands: [[String]] = [], with name: String = "laptop",
        as member: String = "Ben"
    ) throws -> (family: Family, device: Device) {
        let family = try Family(named: "\(members), \(commands), with \(name) of \(member)", with: [name]) {
            let family = try Family(in: $0, members: members, isBare: false, isAnother: false)
            if !commands.isEmpty { try family.prepare(commands) }
            try family.hub()
            _ = try family.join(name, as: member)
            return family
        }
        return (family, try Device(name, in: family.root))
    }

    private static func found(members: [String], isBare: Bool, on device: Device) throws {
        let kind = isBare ? ["--bare"] : []
        try device.run(
            ["init", device.folder, "--name", "Berg", "--email", "berg@example.org", "--zone", "Europe/Amsterdam"]
                + ["--device", "phone", "--me", members[0]] + kind
        ).expect()
        for member in members.dropFirst() { try device.run("member", "add", member).expect() }
    }

    /// Copies the hub and devices in their current state to another folder.
    ///
    /// - Returns: the copied devices, in order.
    func twin(of devices: [Device]) throws -> [Device] {
        let root = try TemporaryFolder()
        try FamilyCopies.copy(["hub.git"] + devices.map(\.name), from: self.root, to: root)
        return try devices.map { device in
            let copy = try Device(device.name, in: root)
            try #require(copy.git("remote", "get-url", "origin").lines == [root.path + "/hub.git"])
            return copy
        }
    }

    /// Runs commands, which must succeed, on the first device before the family has a hub.
    func prepare(_ commands: [[String]]) throws {
        let family = "phone/family"
        let step = Step(name: "\(commands)", items: [family], reads: family, leaves: family) {
            for words in commands { try $0.device.run(words).expect() }
        }
        try source.take(step, in: self) { try $0.prepare(commands) }
    }

    /// Creates the hub, pushes the family, and adds the remote to the first device.
    func hub() throws {
        let hub = Step(name: "hub", items: ["phone/family", "hub.git"], reads: "phone/family", leaves: "hub.git") {
            try $0.makeHub()
        }
        try source.take(hub, in: self) { try $0.hub() }
    }

    private func makeHub() throws {
        // No sample hooks, which every copy would include, and no automatic gc after each push.
        try RunningProgram(
            "git", ["init", "--quiet", "--bare", "--template=", hubPath], environment: device.environment,
            folder: root.path, input: ""
        ).finish().expect()
        try FileManager.default.createDirectory(atPath: hubPath + "/hooks", withIntermediateDirectories: true)
        let config = try String(contentsOfFile: hubPath + "/config", encoding: .utf8)
        try (config + "[receive]\n\tautogc = false\n").write(
            toFile: hubPath + "/config", atomically: true, encoding: .utf8)
        try device.run("remote", "add", "origin", hubPath).expect()
        try device.run("sync").expect()
    }

    /// Returns a further device that has joined from the hub.
    func join(_ name: String, as member: String) throws -> Device {
        let device = try Device(name, in: root)
        let join = Step(name: "\(name) of \(member)", items: ["hub.git", name], reads: "hub.git", leaves: "hub.git") {
            let device = try Device(name, in: $0.root)
            try device.run("join", $0.hubPath, device.folder, "--as", member, "--device", name).expect()
        }
        try source.take(join, in: self) { _ = try $0.join(name, as: member) }
        return device
    }
}

/// A setup step in a family's folder that starts programs.
private struct Step: Sendable {
    let name: String
    /// The paths that the step changes.
    let items: [String]
    /// The path whose state the step depends on.
    let reads: String
    /// The path whose state the next step depends on.
    let leaves: String
    let run: @Sendable (Family) throws -> Void
}

/// The cached original of a family's copy, with the state after copying: a folder changed since is not copied.
private final class Source: Sendable {
    private struct Known {
        var name: String
        var state: FolderState
        var make: @Sendable (TemporaryFolder) throws -> Family
    }

    private let known: Mutex<Known?>

    /// Creates the source of a family that is not a copy.
    init() { known = Mutex(nil) }

    /// Creates the source of a family that is a copy.
    ///
    /// - Parameters:
    ///   - state: the state of the folder that the next step depends on.
    ///   - make: creates another copy in an empty folder.
    init(name: String, state: FolderState, make: @escaping @Sendable (TemporaryFolder) throws -> Family) {
        known = Mutex(Known(name: name, state: state, make: make))
    }

    /// Runs a step, or copies the step's result if the folder that the step depends on is unchanged.
    ///
    /// - Parameter again: runs the step in another copy.
    func take(_ step: Step, in family: Family, again: @escaping @Sendable (Family) throws -> Void) throws {
        let path = family.root.path + "/"
        guard let last = known.withLock({ $0 }), try FolderState(path + step.reads) == last.state else {
            known.withLock { $0 = nil }
            return try step.run(family)
        }
        let name = "\(last.name), \(step.name)"
        try FamilyCopies.copy(step.items, to: family.root, named: name) { try step.run(last.make($0)) }
        let state = try FolderState(path + step.leaves)
        known.withLock {
            $0 = Known(name: name, state: state) {
                let family = try last.make($0)
                try again(family)
                return family
            }
        }
    }
}
