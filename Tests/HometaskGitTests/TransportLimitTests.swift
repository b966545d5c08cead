// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskGit
import TestSupport
import Testing

/// The limits of a remote's silence, memory and disk space, and the leftovers when a limit is exceeded.
@Suite("Limits of an exchange", .waits)
struct TransportLimitTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private var local: String { sandbox.path + "/r" }
    private let tracking = "+refs/heads/*:refs/remotes/origin/*"

    /// The installed git with a shell script in place of ssh.
    private func git(ssh script: String) throws -> InstalledGit {
        try sandbox.writeProgram("#!/bin/sh\n\(script)\n", to: "ssh")
        var environment = sandbox.environment
        environment["GIT_SSH_COMMAND"] = sandbox.path + "/ssh"
        return try InstalledGit.find(environment: environment)
    }

    /// The installed git with a server behind ssh that sends a given kind of pack.
    private func git(sending kind: String) throws -> InstalledGit {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try git(ssh: "exec python3 '\(tests.path)/CommandTests/Support/pack_server.py' \(kind)")
    }

    private func failure(_ action: () async throws -> Void) async -> TransportError? {
        do {
            try await action()
            return nil
        } catch { return error as? TransportError }
    }

    /// Everything in the object store.
    private func store() -> [String] {
        (FileManager.default.enumerator(atPath: local + "/objects") ?? .init()).compactMap { $0 as? String }.sorted()
    }

    @Test("A silent remote times out, and the processes started for it are ended")
    func silent() async throws {
        var git = try git(ssh: "trap '' TERM; echo $$ > \(sandbox.path)/pid; sleep 1000 & wait; sleep 1000")
        git.timeout = 1
        // On a busy machine a program may need more than a second to start.
        for _ in 0..<60 {
            let error = await failure { _ = try await git.listRemote("ssh://host/x", of: nil) }
            #expect(error?.kind == .stalled && error?.lines == ["no data came for a second"])
            guard let text = try? String(contentsOfFile: sandbox.path + "/pid", encoding: .utf8) else { continue }
            guard let pid = Int32(text.dropLast()) else { continue }
            #expect(kill(pid, 0) != 0 || isZombie(pid))
            return
        }
        Issue.record("no program began")
    }

    private func isZombie(_ pid: Int32) -> Bool {
        let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
        return text?.contains(") Z ") ?? true
    }

    @Test("A slow remote that is never silent for long does not time out")
    func slow() async throws {
        let id = String(repeating: "1", count: 40)
        let line = "003d\(id) refs/heads/main"
        let bytes = line.map { "'\($0)'" }.joined(separator: " ")
        var git = try git(
            ssh: "for c in \(bytes); do printf %s \"$c\"; sleep 0.07; done; printf '\\n'; printf 0000; cat > /dev/null")
        git.timeout = 2
        #expect(try await git.listRemote("ssh://host/x", of: nil).references.map(\.name) == ["refs/heads/main"])
    }

    @Test("Two hundred bytes that decompress to gigabytes are refused, and leave nothing")
    func bomb() async throws {
        _ = try Repository.create(at: local, bare: true)
        let before = store()
        let git = try git(sending: "bomb")
        let error = await failure {
            _ = try await git.fetch(into: local, from: "ssh://host/x", refspecs: [tracking], progress: nil)
        }
        #expect(error?.kind == .overLimit, "\(String(describing: error))")
        #expect(store() == before)
        #expect(try Repository.open(at: local).references.all(under: "refs/").isEmpty)
    }

    @Test("An endless pack is aborted at the limit, and leaves nothing")
    func flood() async throws {
        _ = try Repository.create(at: local, bare: true)
        let before = store()
        var git = try git(sending: "flood")
        git.limits.fileBytes = 1 << 20
        let error = await failure {
            _ = try await git.fetch(into: local, from: "ssh://host/x", refspecs: [tracking], progress: nil)
        }
        #expect(error?.kind == .overLimit && error?.lines.contains { $0.contains("1 MiB") } == true)
        #expect(store() == before)
    }

    @Test("Endless work is aborted at the limit")
    func endlessWork() async throws {
        _ = try Repository.create(at: local, bare: true)
        try sandbox.writeProgram("#!/bin/sh\nwhile :; do :; done\n", to: "bin/git-remote-endless")
        var environment = sandbox.environment
        environment["PATH"] = sandbox.path + "/bin:" + (environment["PATH"] ?? "")
        var git = try InstalledGit.find(environment: environment)
        git.limits.seconds = 1
        let error = await failure {
            _ = try await git.fetch(into: local, from: "endless::x", refspecs: [tracking], progress: nil)
        }
        #expect(error?.kind == .overLimit, "\(String(describing: error))")
    }

    @Test("Fetched objects are stored as one pack, and nothing else is left")
    func admitted() async throws {
        let hub = try Repository.create(at: sandbox.path + "/hub", bare: true)
        let commit = try hub.commit("one")
        try sandbox.git("update-ref", "refs/heads/main", commit.description, at: "hub")
        let repository = try Repository.create(at: local, bare: true)
        let git = try InstalledGit.find(environment: sandbox.environment)
        let outcome = try await git.fetch(
            into: local, from: sandbox.path + "/hub", refspecs: [tracking], progress: nil)
        #expect(outcome.updates.map(\.new) == [commit])
        let kinds = store().filter { $0.hasPrefix("pack/") }.map { $0.suffix(5) }
        #expect(kinds.filter { $0 == ".pack" }.count == 1 && !kinds.contains { $0 == ".keep" })
        #expect(!store().contains { $0.contains("incoming") || $0.contains("tmp") })
        #expect(try sandbox.git("fsck", "--strict", at: "r") == "")
        try repository.refresh()
        #expect(try repository.commits.read(commit).message == "one\n")
    }

    @Test("Leftovers of killed programs are removed if old and not open, and nothing else is")
    func leftovers() async throws {
        let repository = try Repository.create(at: local, bare: true)
        let commit = try repository.commit("one")
        let objects = local + "/objects/"
        let folder = commit.description.prefix(2)
        let dead = [
            "pack/tmp_pack_a1b2c3", "pack/tmp_idx_x", "tmp_object_git2_y", "\(folder)/tmp_obj_z", "pack/.tmp-77-pack-a",
        ]
        let open = "pack/tmp_pack_open"
        let spared = ["pack/tmp_pack_young", open, "tmp_hometask_mark", "pack/pack-1.keep"]
        for name in dead + spared { try sandbox.write("x", to: "r/objects/\(name)") }
        for name in dead + [open, "tmp_hometask_mark", "pack/pack-1.keep"] { try age(objects + name) }
        let holder = try #require(FileHandle(forReadingAtPath: objects + open))
        try sandbox.write("x", to: "r/objects/hometask-incoming-1/objects/pack/tmp_pack_1")
        try age(objects + "hometask-incoming-1")
        let count = repository.packs.leftoverCount()
        #expect(count == dead.count + 1)
        let removed = repository.packs.removeLeftovers()
        #expect(removed == dead.count)
        let files = FileManager.default
        for name in dead + ["hometask-incoming-1"] { #expect(!files.fileExists(atPath: objects + name), "\(name)") }
        for name in spared { #expect(files.fileExists(atPath: objects + name), "\(name)") }
        #expect(try repository.commits.read(commit).message == "one\n")
        try holder.close()
    }

    private func age(_ path: String) throws {
        let old = Date(timeIntervalSinceNow: -4000)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
    }
}
