// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Unreadable files and full disks; at length in `Tests/Faults/failing_disk.py`.
@Suite("Failing disks", .waits, .enabled(if: Tracing.isPossible))
struct FailingDiskTests {
    let family: Family
    let phone: Device

    init() throws {
        family = try Family.withHub(prepared: [["add", "Take out the bins"]])
        phone = family.device
    }

    /// Runs a command with injected failures of system calls on a file.
    private func run(
        _ words: [String], failing calls: String = "openat,read,pread64", of path: String, with error: String = "EIO",
        on device: Device? = nil, input: String = ""
    ) throws -> Outcome {
        let device = device ?? phone
        let inject = ["-P", path, "-e", "trace=\(calls)", "-e", "inject=\(calls):error=\(error)"]
        let isThere = FileManager.default.fileExists(atPath: device.folder)
        return try RunningProgram(
            "strace", ["-f", "-qq", "-o", "/dev/null"] + inject + [Program.path] + words,
            environment: device.environment, folder: isThere ? device.folder : device.home, input: input
        ).finish()
    }

    @Test("On a full disk, none of the tasks from standard input is added, and the error says so")
    func manyTasks() throws {
        let before = try phone.head()
        let lock = phone.folder + "/.git/refs/heads/main.lock"
        let titles = (1...30).map { "Task \($0)\n" }.joined()
        try run(["add", "--stdin"], failing: "openat", of: lock, with: "ENOSPC", input: titles).expect(
            status: 74, stdout: .empty, stderr: ["the disk is full", "none of the tasks was added"])
        #expect(try phone.head() == before)
        #expect(try phone.titles() == ["Take out the bins"])
        try phone.run(["add", "--stdin"], input: titles).expectQuietly("Added 30 tasks.")
    }

    @Test("A change whose branch update fails is not made later, unless the error says so", arguments: [false, true])
    func branch(isKept: Bool) throws {
        try phone.run("add", "First").expect()
        let taken = isKept ? ["-e", "inject=truncate:error=EIO"] : []
        // The second rename replaces the branch.
        let inject = ["-e", "trace=rename,truncate", "-e", "inject=rename:error=ENOSPC:when=2+"] + taken
        let outcome = try RunningProgram(
            "strace", ["-f", "-qq", "-o", "/dev/null"] + inject + [Program.path, "add", "Second"],
            environment: phone.environment, folder: phone.folder, input: ""
        ).finish()
        outcome.expect(
            status: 74, stdout: .empty, stderr: isKept ? "the next command makes it" : .lacks("next command"))
        try phone.run("edit", "First", "--points", "1").expect()
        #expect(try phone.titles().contains("Second") == isKept)
        try phone.expectClean()
    }

    /// The loose-object file of a revision in a repository.
    private func file(of name: String, in gitDirectory: String) throws -> String {
        let id = try phone.git("--git-dir", gitDirectory, "rev-parse", name).stdout.trimmingCharacters(in: .newlines)
        return "\(gitDirectory)/objects/\(id.prefix(2))/\(id.dropFirst(2))"
    }

    @Test(
        "An unreadable file of the store is named, and not reported as damage",
        arguments: [["list"], ["log"], ["add", "More"]], ["object", "pack", "index", "branch", "HEAD"])
    func store(words: [String], kind: String) throws {
        let git = phone.folder + "/.git"
        if kind == "pack" || kind == "index" { try phone.git("repack", "-a", "-d", "-q").expect() }
        let ending = kind == "pack" ? ".pack" : ".idx"
        let path =
            switch kind {
            case "object": try file(of: "HEAD", in: git)
            case "branch": git + "/refs/heads/main"
            case "HEAD": git + "/HEAD"
            default: git + "/objects/pack/" + (try packFile(ending))
            }
        let before = try phone.head()
        try run(words, of: path).expect(status: 74, stdout: .empty, stderr: [.contains(path), "Input/output error"])
        let after = try phone.head()
        #expect(FileManager.default.fileExists(atPath: path) && after == before)
        try phone.run(words).expect()
    }

    private func packFile(_ ending: String) throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: phone.folder + "/.git/objects/pack")
        return try #require(names.first { $0.hasSuffix(ending) })
    }

    @Test("A status that cannot read the base of a hand edit shows the rest, and fails")
    func status() throws {
        let task = try phone.onlyFile(in: "tasks")
        let name = "HEAD:" + task.dropFirst(phone.folder.count + 1)
        let path = try file(of: name, in: phone.folder + "/.git")
        let text = try String(contentsOfFile: task, encoding: .utf8)
        try text.replacingOccurrences(of: "Take out the bins", with: "Bins").write(
            toFile: task, atomically: true, encoding: .utf8)
        try run(["status"], of: path).expect(
            status: 74, stdout: .anything, stderr: [.contains(path), "Input/output error"])
    }

    @Test("An unreadable object of the hub is reported as a fault of the hub's disk", arguments: [["sync"], ["pull"]])
    func hub(words: [String]) throws {
        let tablet = try family.join("tablet", as: "Ben")
        try tablet.run("add", "Feed the cat").expect()
        try tablet.run("sync").expect()
        // Git opens the object by a path relative to the hub.
        let path = try file(of: "main", in: family.hubPath)
        let relative = "." + path.dropFirst(family.hubPath.count)
        try run(words, of: relative).expect(
            status: 74, stdout: .empty, stderr: ["the disk of the remote", .contains(family.hubPath)])
        try phone.run("sync").expect(stdout: "Received")
    }

    @Test("A push that the remote accepted succeeds, whatever git reports afterwards")
    func push() throws {
        let bin = try family.root.folder("bin")
        let script = """
            #!/bin/sh
            PATH="${PATH#*:}"
            git "$@" || exit
            case " $* " in *" push "*) echo 'fatal: unable to read the sideband' >&2; exit 128;; esac
            """
        try ProgramFile.write(script, to: bin + "/git")
        try phone.run("add", "Feed the cat").expect()
        try phone.with(["PATH": bin + ":" + (phone.environment["PATH"] ?? "")]).run("sync").expect(stdout: "Sent")
        let sent = try phone.git("ls-remote", family.hubPath, "main").stdout
        #expect(sent.hasPrefix(try phone.head()))
    }

    /// A command's flushes and renames, in order: `flush PATH`, `rename FROM TO`.
    private func flushes(_ words: String..., at time: String = Device.morning) throws -> [String] {
        let log = family.root.path + "/flushes"
        let calls = "fsync,fdatasync,syncfs,rename,renameat,renameat2"
        try RunningProgram(
            "strace", ["-f", "-y", "-qq", "-o", log, "-e", "trace=\(calls)", Program.path] + words,
            environment: phone.at(time).environment, folder: phone.folder, input: ""
        ).finish().expect()
        return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").compactMap { line in
            if let rename = line.firstMatch(of: #/rename\w*\([^"]*"([^"]+)"[^"]*"([^"]+)"/#) {
                return "rename \(rename.1) \(rename.2)"
            }
            return line.firstMatch(of: #/sync(?:fs)?\(\d+<([^>]+)>/#).map { "flush \($0.1)" }
        }
    }

    @Test("The record of sent reminders is flushed: the content before the rename, then the folder")
    func flushedFile() throws {
        try phone.run("remind").expectQuietly(.empty)
        try phone.run("add", "Bins", "due:2026-11-21 18:00").expect()
        let flushes = try flushes("remind", at: "2026-11-21T17:00:00Z")
        let folder = phone.folder + "/.git/hometask"
        let name = folder + "/local-reminders"
        let written = try #require(flushes.firstIndex { $0.hasPrefix("rename ") && $0.hasSuffix(" " + name) })
        let draft = flushes[written].split(separator: " ")[1]
        #expect(flushes[..<written].contains("flush \(draft)"), "\(flushes)")
        #expect(flushes[(written + 1)...].contains("flush \(folder)"), "\(flushes)")
    }

    @Test("A shared file is flushed: the content before the rename, then the folder")
    func flushedDraft() throws {
        let path = phone.home + "/bins.txt"
        let flushes = try flushes("task", "share", "1", "-o", path)
        let written = try #require(flushes.firstIndex { $0.hasPrefix("rename ") && $0.hasSuffix(" " + path) })
        let draft = flushes[written].split(separator: " ")[1]
        #expect(flushes[..<written].contains("flush \(draft)"), "\(flushes)")
        #expect(flushes[(written + 1)...].contains("flush \(phone.home)"), "\(flushes)")
    }

    @Test("A change is flushed before it is reported, and so is the folder if the change creates the journal")
    func flushedChange() throws {
        let folder = phone.folder + "/.git/hometask"
        try FileManager.default.removeItem(atPath: folder + "/commits")
        let first = try flushes("add", "First").filter { $0.hasPrefix("flush \(folder)") }
        #expect(first.prefix(2) == ["flush \(folder)/commits", "flush \(folder)"])
        #expect(try flushes("add", "Second").contains("flush \(folder)/commits"))
    }

    @Test("Changes sent to a hub in a folder are flushed to its disk", arguments: [false, true])
    func flushedHub(isOnDisk: Bool) throws {
        // Only some file systems guarantee that flushing a folder includes names created earlier.
        let disk = try TemporaryFolder(onDisk: isOnDisk)
        let hub = isOnDisk ? disk.path + "/hub.git" : family.hubPath
        if isOnDisk {
            try phone.git("init", "--quiet", "--bare", hub).expect()
            try phone.run("remote", "set", "origin", hub).expect()
        }
        try phone.run("add", "Feed the cat").expect()
        let flushes = try flushes("sync")
        #expect(flushes.contains { $0.hasPrefix("flush \(hub)/objects/") }, "\(flushes)")
        #expect(flushes.contains("flush \(hub)/refs/heads") || flushes.contains("flush \(hub)"), "\(flushes)")
    }

    @Test("A sync flushes the reference to the received commit, and then the reference's folder")
    func flushedReference() throws {
        let tablet = try family.join("tablet", as: "Ben")
        try tablet.run("add", "Feed the cat").expect()
        try tablet.run("sync").expect()
        let flushes = try flushes("sync")
        let folder = phone.folder + "/.git/refs/remotes/origin"
        let written = try #require(flushes.firstIndex(of: "flush \(folder)/main"), "\(flushes)")
        #expect(flushes[(written + 1)...].contains("flush \(folder)"), "\(flushes)")
    }

    @Test("A branch that git has packed is flushed with packed-refs")
    func flushedPackedReferences() throws {
        try phone.git("pack-refs", "--all").expect()
        #expect(try flushes("upkeep").contains("flush \(phone.folder)/.git/packed-refs"))
    }

    @Test("A change whose flush fails is never applied", arguments: ["fdatasync", "fsync"])
    func failedFlush(call: String) throws {
        let folder = phone.folder + "/.git/hometask"
        if call == "fsync" { try FileManager.default.removeItem(atPath: folder + "/commits") }
        let path = call == "fsync" ? folder : folder + "/commits"
        try phone.expectUnchanged {
            try run(["add", "More"], failing: call, of: path).expect(status: 74, stderr: "Input/output error")
        }
        try phone.run("add", "Feed the cat").expect()
        #expect(try phone.titles().sorted() == ["Feed the cat", "Take out the bins"])
    }

    @Test("init and join succeed even if the finished family cannot be read back", arguments: ["init", "join"])
    func founding(command: String) throws {
        let tablet = try Device("tablet", in: family.root)
        let words =
            command == "init"
            ? ["init", tablet.folder, "--name", "Tal", "--zone", "UTC", "--me", "Ann"]
            : ["join", family.hubPath, tablet.folder, "--as", "Ben"]
        // The family is built in another folder and moved here last.
        try run(words, of: tablet.folder + "/.git/HEAD", on: tablet).expect(
            stdout: .contains(command == "init" ? "Created the family" : "Joined the family"),
            stderr: ["cannot be read now", "Input/output error"])
        try tablet.run("add", "Something").expect()
    }

    @Test(
        "A full hub is reported as full, and the push succeeds once there is space",
        .enabled(if: Mount.isPossible))
    func fullHub() throws {
        let mount = try Mount(at: family.root.path + "/stick", size: "1m")
        let hub = mount.path + "/hub.git"
        try phone.git("init", "--quiet", "--bare", hub).expect()
        try phone.run("remote", "set", "origin", hub).expect()
        try phone.run("sync").expect()
        try phone.run("add", "Feed the cat").expect()
        let ballast = URL(fileURLWithPath: mount.path + "/ballast")
        #expect(throws: (any Error).self) { try Data(count: 2 << 20).write(to: ballast) }
        try phone.run("sync").expect(
            status: 74, stdout: .empty, stderr: [.contains("the disk of the remote ‘origin’ (\(hub))"), "full"])
        try Data().write(to: ballast)
        try phone.run("sync").expect(stdout: "Sent")
    }
}
