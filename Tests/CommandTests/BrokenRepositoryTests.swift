// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Broken repositories")
struct BrokenRepositoryTests {
    private static let commands: [[String]] = [
        ["member", "add", "Noor"], ["config", "set", "--family", "units", "metric"], ["category", "add", "Pets"],
        ["list"],
        ["me", "Ben"], ["conflicts"], ["doctor"], ["leave", "--yes"],
    ]

    private func expect(
        _ device: Device, _ commands: [[String]], status: Int32, stderr: TextExpectation,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for command in commands {
            try device.run(command)
                .expect(
                    status: status, stdout: .empty, stderr: .all([stderr, "hint: "]), sourceLocation: sourceLocation)
        }
    }

    @Test("Without a repository, every command suggests hometask init")
    func none() throws {
        let device = try Device("phone", in: TemporaryFolder())
        try expect(device, Self.commands, status: 78, stderr: ["no family repository here", "hometask init"])
        try device.run("-C", "nowhere", "list").expect(status: 78, stderr: ["no family repository in", "hint: "])
    }

    @Test("Another project's git repository is left alone", arguments: [true, false])
    func foreign(_ hasCommit: Bool) throws {
        let device = try Device("phone", in: TemporaryFolder())
        try FileManager.default.createDirectory(atPath: device.folder, withIntermediateDirectories: true)
        try device.git("init", "-q").expect()
        try "hello".write(toFile: device.folder + "/README", atomically: true, encoding: .utf8)
        if hasCommit {
            try device.git("add", "-A").expect()
            try device.git("commit", "-qm", "Hello").expect()
        }
        let before = try device.git("status", "--porcelain").stdout
        try expect(device, Self.commands, status: 76, stderr: "is not a family")
        #expect(try device.git("status", "--porcelain").stdout == before)
        #expect(FileManager.default.fileExists(atPath: device.folder + "/README"))
    }

    /// The state of another project's repository.
    enum OtherProject: CaseIterable {
        case committed, empty, detached, bare, withinAnother
    }

    @Test(
        "The default family is used inside another project's git repository",
        arguments: OtherProject.allCases)
    func passedBy(_ kind: OtherProject) throws {
        let family = try Family()
        try family.device.run("config", "set", "default-family", family.device.folder).expect()
        let project = try Device("project", in: family.root)
        try FileManager.default.createDirectory(atPath: project.folder + "/src/deep", withIntermediateDirectories: true)
        try project.git("init", "-q", kind == .bare ? "--bare" : "--initial-branch=trunk").expect()
        if kind != .empty, kind != .bare {
            try project.git("commit", "-q", "--allow-empty", "-m", "Hello").expect()
        }
        if kind == .detached { try project.git("checkout", "-q", "--detach").expect() }
        if kind == .withinAnother { try project.git("init", "-q", "src").expect() }
        var here = family.device
        here.folder = project.folder + (kind == .bare ? "" : "/src/deep")
        let before = try project.git("log", "--oneline", "--all").stdout
        try here.run("add", "Bins").expectQuietly("Added 1: Bins")
        try family.device.run("list").expectQuietly("Bins")
        // A repository named explicitly is not passed over.
        try here.run("list", "-C", project.folder).expect(
            status: 76, stdout: .empty, stderr: ["is not a family", "hint: "])
        try here.with(["HOMETASK_DIR": project.folder]).run("list").expect(
            status: 76, stdout: .empty, stderr: "is not a family")
        #expect(try project.git("log", "--oneline", "--all").stdout == before)
        #expect(!FileManager.default.fileExists(atPath: project.folder + "/family.json"))
    }

    @Test("A family above another project's git repository takes precedence over the default one")
    func familyAbove() throws {
        let family = try Family()
        let other = try Family(isAnother: true)
        try family.device.run("config", "set", "default-family", other.device.folder).expect()
        var here = family.device
        here.folder += "/project"
        try FileManager.default.createDirectory(atPath: here.folder, withIntermediateDirectories: true)
        try here.git("init", "-q", here.folder).expect()
        try here.run("add", "Bins").expectQuietly("Added 1: Bins")
        try family.device.run("list").expectQuietly("Bins")
    }

    @Test("A damaged HEAD is reported, and not repaired automatically")
    func damagedHead() throws {
        let device = try Family().device
        try "nonsense\n".write(toFile: device.folder + "/.git/HEAD", atomically: true, encoding: .utf8)
        for command in Self.commands {
            let outcome = try device.run(command)
            #expect(outcome.status == 65, "\(outcome)")
            #expect(outcome.stderr.contains("hint: "), "\(outcome)")
        }
        #expect(try String(contentsOfFile: device.folder + "/.git/HEAD", encoding: .utf8) == "nonsense\n")
        #expect(FileManager.default.fileExists(atPath: device.folder + "/family.json"))
    }

    @Test("A missing object that is not in the journal is reported with its commit, and nothing is written")
    func missingObject() throws {
        let device = try Family().device
        try FileManager.default.removeItem(atPath: device.folder + "/.git/hometask/commits")
        let head = try device.head()
        let tree = try device.git("rev-parse", "HEAD^{tree}").lines[0]
        try FileManager.default.removeItem(
            atPath: "\(device.folder)/.git/objects/\(tree.prefix(2))/\(tree.dropFirst(2))")
        try expect(device, [["member", "add", "Noor"], ["list"], ["category"]], status: 65, stderr: "damaged")
        #expect(try device.head() == head)
    }

    @Test("On a detached HEAD nothing is written")
    func detached() throws {
        let device = try Family().device
        try device.git("checkout", "-q", "--detach").expect()
        for command in [["member", "add", "Noor"], ["category", "add", "Pets"]] {
            try device.expectUnchanged {
                try device.run(command).expect(
                    status: 75, stdout: .empty, stderr: ["no branch, so changes", "git switch"])
            }
        }
    }

    @Test("Nothing is written during a git merge, and status still works")
    func merging() throws {
        let device = try Family().device
        try device.git("switch", "-qc", "other").expect()
        try device.run("category", "add", "Pets").expect()
        try device.git("switch", "-q", "main").expect()
        try device.run("category", "add", "Garden").expect()
        try device.git("merge", "--no-commit", "--no-ff", "other").expect()
        try device.expectUnchanged {
            try device.run("member", "add", "Noor").expect(
                status: 75, stdout: .empty, stderr: ["in the middle", "hint: "])
        }
        try device.run("status").expect(stdout: ["Berg", "not recorded"])
    }

    @Test("A read-only folder is reported as such")
    func readOnly() throws {
        let device = try Family().device
        try Mount.withTemporaryFileSystem(below: device.home, megabytes: 16) { mount in
            // Copied by cp: a program that another test starts could inherit a descriptor of this process, and keep the
            // file system from becoming read-only.
            try mount.run("cp", "-a", device.folder, mount.path + "/family").expect()
            try mount.makeReadOnly()
            var mounted = device
            mounted.folder = mount.path + "/family"
            try expect(
                mounted, [["member", "add", "Noor"], ["category", "add", "Pets"]], status: 77, stderr: "error: ")
            try mounted.run("member").expect(stdout: "Ben")
        }
    }

    @Test("A full disk leaves nothing half-written")
    func fullDisk() throws {
        let device = try Family().device
        try Mount.withTemporaryFileSystem(below: device.home, megabytes: 2) { mount in
            var mounted = device
            mounted.folder = mount.path + "/family"
            try FileManager.default.copyItem(atPath: device.folder, toPath: mounted.folder)
            try mounted.run("status").expect()
            let head = try mounted.head()
            try mount.fill()
            try mounted.run("member", "add", "Noor").expect(
                status: 74, stdout: .empty, stderr: ["No space left", "hint: "])
            try FileManager.default.removeItem(atPath: mount.path + "/filler")
            #expect(try mounted.head() == head)
            try mounted.run("member", "add", "Noor").expect()
            try mounted.git("fsck", "--strict").expect()
        }
    }
}

/// A tmpfs for testing full and read-only disks. Mounting needs privileges; without them, the test is skipped as a
/// known issue.
private struct Mount {
    let path: String
    private let environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]

    static func withTemporaryFileSystem(below folder: String, megabytes: Int, body: (Mount) throws -> Void) throws {
        let mount = Mount(path: folder + "/mounted")
        try FileManager.default.createDirectory(atPath: mount.path, withIntermediateDirectories: true)
        let made = try mount.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", mount.path)
        guard made.status == 0 else {
            return withKnownIssue("this user may not mount a file system: \(made.stderr)") {
                Issue.record("not tried")
            }
        }
        defer { _ = try? mount.run("umount", "-l", mount.path) }
        try body(mount)
    }

    func makeReadOnly() throws {
        try run("mount", "-o", "remount,ro", path).expect()
    }

    /// Fills the file system to the last byte.
    func fill() throws {
        try run("sh", "-c", "cat /dev/zero > '\(path)/filler'").expect(status: 1)
    }

    @discardableResult
    func run(_ words: String...) throws -> Outcome {
        try RunningProgram(words[0], Array(words.dropFirst()), environment: environment, folder: "/", input: "")
            .finish()
    }
}
