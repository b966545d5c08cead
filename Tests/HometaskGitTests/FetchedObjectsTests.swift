// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import HometaskGit

@Suite("Objects transferred by a fetch") struct FetchedObjectsTests {
    private let sandbox: Sandbox
    private let git: InstalledGit
    private let hub: String
    private let local: String
    private let trace: String
    private let tracking = "+refs/heads/main:refs/remotes/origin/main"

    init() throws {
        sandbox = try Sandbox()
        (hub, local, trace) = (sandbox.path + "/hub", sandbox.path + "/r", sandbox.path + "/trace")
        for folder in [hub, local] { _ = try Repository.create(at: folder, bare: true) }
        let path = sandbox.environment["PATH"] ?? ""
        try sandbox.writeProgram(
            "#!/bin/sh\nPATH='\(path)' GIT_TRACE_PACKET='\(trace)' exec git \"$@\"\n", to: "bin/git")
        var environment = sandbox.environment
        environment["PATH"] = sandbox.path + "/bin:" + path
        git = try InstalledGit.find(environment: environment)
    }

    /// Adds commits to a reference of the hub.
    @discardableResult
    private func extend(_ name: String, by count: Int = 1, text: String = "c") throws -> ObjectID {
        let repository = try Repository.open(at: hub)
        var tip = try repository.references.target(of: name)
        for number in 0..<count {
            tip = try repository.commit(
                "\(text)\(number) \(name)", parents: tip.map { [$0] } ?? [], seconds: 1_700_000_000 + Int64(number))
        }
        let id = try #require(tip)
        try sandbox.git("update-ref", name, id.description, at: "hub")
        return id
    }

    /// Fetches, and returns the number of objects that the remote sent.
    private func fetched(
        _ refspecs: [String], from remote: String? = nil, sharing: [String]? = [], over git: InstalledGit? = nil
    ) async throws -> Int {
        let sent = Mutex(0)
        _ = try await (git ?? self.git).fetch(
            into: local, from: remote ?? hub, refspecs: refspecs, sharing: sharing
        ) { step in
            if step.phase == "Receiving objects" { sent.withLock { $0 = max($0, step.total) } }
        }
        return sent.withLock { $0 }
    }

    /// The commits that git has offered since the last call.
    private func offered() throws -> [String] {
        let lines = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
        try FileManager.default.removeItem(atPath: trace)
        return lines.compactMap { line in
            line.range(of: "fetch> have ").map { String(line[$0.upperBound...]) }
        }
    }

    @Test("A fetch of one change on top of 300 commits transfers only that change", arguments: ["", "file://"])
    func one(scheme: String) async throws {
        try extend("refs/heads/main", by: 300)
        #expect(try await fetched([tracking], from: scheme + hub) == 900)
        try extend("refs/heads/main", text: "new")
        #expect(try await fetched([tracking], from: scheme + hub) == 3)
    }

    @Test("A fetch of one change over ssh transfers only that change", .waits, .enabled(if: SSHServer.isInstalled))
    func ssh() async throws {
        let server = try SSHServer(in: sandbox.path)
        var environment = sandbox.environment
        environment["GIT_SSH_COMMAND"] = server.command()
        let git = try InstalledGit.find(environment: environment)
        try extend("refs/heads/main", by: 100)
        #expect(try await fetched([tracking], from: server.address(hub), over: git) == 300)
        try extend("refs/heads/main", text: "new")
        #expect(try await fetched([tracking], from: server.address(hub), over: git) == 3)
    }

    @Test("Commits of another remote are not transferred again if the named branch contains them")
    func sharing() async throws {
        let old = try extend("refs/heads/main", by: 100)
        #expect(try await fetched(["+refs/heads/main:refs/remotes/other/main"]) == 300)
        let own = try Repository.open(at: local).commit("own", parents: [old])
        try sandbox.git("update-ref", "refs/heads/main", own.description, at: "r")
        try extend("refs/heads/main", text: "new")
        #expect(try await fetched([tracking], sharing: ["refs/heads/main"]) == 3)
    }

    @Test("Only the named branch and the moved references are offered, whatever their names")
    func undisclosed() async throws {
        try extend("refs/heads/main", by: 3)
        _ = try await fetched([tracking])
        let repository = try Repository.open(at: local)
        let secret = try repository.commit("secret")
        let name = "refs/heads/$(touch${IFS}ran);&'--upload-pack=ran"
        try sandbox.write("\(secret)\n", to: "r/" + name)
        try sandbox.write("\(secret)\n", to: "r/refs/heads/secret")
        try sandbox.write("garbage", to: "r/refs/heads/torn")
        try extend("refs/heads/main", text: "new")
        _ = try offered()
        #expect(try await fetched([tracking], sharing: ["refs/heads/torn", "refs/heads/none"]) == 3)
        #expect(try !offered().contains(secret.description))
        try extend("refs/heads/main", text: "newer")
        #expect(try await fetched([tracking], sharing: [name]) == 3)
        #expect(try offered().contains(secret.description))
        #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.path).contains("ran") == false)
    }

    @Test("Of many references, only the changed ones are transferred, and only their earlier commits are offered")
    func many() async throws {
        for number in 0..<150 { try extend("refs/hometask/thumbs/a/\(number)", by: 2) }
        let refspec = "+refs/hometask/thumbs/*:refs/hometask/remotes/origin/thumbs/*"
        #expect(try await fetched([refspec]) == 900)
        for name in ["a/3", "b/1"] { try extend("refs/hometask/thumbs/\(name)", text: "new") }
        #expect(try await fetched([refspec]) == 6)
        for name in ["a/3", "b/1"] { try extend("refs/hometask/thumbs/\(name)", text: "newer") }
        _ = try offered()
        let moved = ["a/3", "b/1"].map { "+refs/hometask/thumbs/\($0):refs/hometask/remotes/origin/thumbs/\($0)" }
        #expect(try await fetched(moved) == 6)
        #expect(try offered().count <= 6)
    }

    @Test("A store that lacks objects of its references receives everything")
    func damaged() async throws {
        let old = try extend("refs/heads/main", by: 20)
        _ = try await fetched([tracking])
        for name in try FileManager.default.contentsOfDirectory(atPath: local + "/objects/pack") {
            try FileManager.default.removeItem(atPath: local + "/objects/pack/" + name)
        }
        // The commit alone, without its tree and its parent.
        let commit = try sandbox.git("cat-file", "commit", old.description, at: "hub")
        let copy = try sandbox.git("hash-object", "-t", "commit", "-w", "--stdin", at: "r", input: commit + "\n")
        #expect(copy == old.description)
        try extend("refs/heads/main", text: "new")
        #expect(try await fetched([tracking]) == 63)
        try sandbox.git("fsck", "--strict", at: "r")
    }

    @Test("A fetch that shares nothing receives everything")
    func all() async throws {
        try extend("refs/heads/main", by: 20)
        _ = try await fetched([tracking])
        try extend("refs/heads/main", text: "new")
        #expect(try await fetched([tracking], sharing: nil) == 63)
    }
}
