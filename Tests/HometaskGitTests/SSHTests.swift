// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import HometaskGit

@Suite("Exchanges over ssh", .waits, .enabled(if: SSHServer.isInstalled)) struct SSHTests {
    private let sandbox: Sandbox
    private let server: SSHServer
    private let hub: String

    init() throws {
        sandbox = try Sandbox()
        server = try SSHServer(in: sandbox.path)
        hub = sandbox.path + "/hub"
        _ = try Repository.create(at: hub, bare: true)
    }

    /// The installed git with an ssh confined to the sandbox.
    ///
    /// - Parameter command: the ssh command; the server's own by default.
    private func git(_ command: String? = nil) throws -> InstalledGit {
        var environment = sandbox.environment
        environment["GIT_SSH_COMMAND"] = command ?? server.command()
        return try InstalledGit.find(environment: environment)
    }

    private func push(_ commit: ObjectID, from local: String, over git: InstalledGit, port: Int? = nil) async throws
        -> [PushResult.Outcome]
    {
        try await git.push(
            from: local, to: server.address(hub, port: port),
            updates: [PushUpdate(commit: commit, reference: "refs/heads/main")], progress: nil
        ).map(\.outcome)
    }

    @Test("Over ssh, commits are pushed, fetched and rejected, and failures are classified", arguments: [false, true])
    func exchange(sharing: Bool) async throws {
        let other = sandbox.path + "/other"
        _ = try Repository.create(at: other, bare: true)
        let local = sandbox.path + "/r"
        let repository = try Repository.create(at: local, bare: true)
        let one = try repository.commit("one")
        let two = try repository.commit("two", parents: [one])
        let rival = try repository.commit("rival", parents: [one])
        func git(_ command: String? = nil) throws -> InstalledGit {
            let git = try self.git(command)
            return sharing ? git.sharingConnections() : git
        }
        do {
            let git = try git()
            #expect(try await push(one, from: local, over: git) == [.created])
            #expect(try await push(two, from: local, over: git) == [.updated])
            #expect(try await push(rival, from: local, over: git) == [.rejected(.nonFastForward)])
            let outcome = try await git.fetch(
                into: other, from: server.address(hub), refspecs: ["+refs/heads/*:refs/remotes/origin/*"],
                progress: nil)
            #expect(outcome.updates.map(\.new) == [two])
            #expect(try await git.listRemote(server.address(hub), of: nil).references.map(\.id) == [two])
            await fails(git, at: server.address(sandbox.path + "/home"), with: .notARepository)
            await fails(git, at: "ssh://127.0.0.1:1/x", with: .unreachable)
        }
        #expect(server.connections == (sharing ? 1 : 6))

        let address = server.address(hub)
        await fails(try git(server.command(key: "stranger")), at: address, with: .authentication)
        await fails(try git(server.command(known: "unknown")), at: address, with: .hostKey)
        await fails(try git(server.command(known: "changed")), at: address, with: .hostKeyChanged)
    }

    private func fails(_ git: InstalledGit, at address: String, with kind: TransportError.Kind) async {
        do {
            _ = try await git.listRemote(address, of: nil)
            Issue.record("no error: \(kind)")
        } catch { #expect(error.kind == kind, "\(error)") }
    }

    @Test("A shared connection is closed after its last use, and leaves no socket behind")
    func closed() async throws {
        var git: InstalledGit? = try self.git().sharingConnections()
        _ = try await git?.listRemote(server.address(hub), of: nil)
        let keepers = try ProcessFamily.processes(of: #require(git?.sharing))
        #expect(keepers.count == 1)
        let words = ProcessFile.read("/proc/\(try #require(keepers.first).id)/cmdline").split(
            separator: UInt8(ascii: " "))
        let socket = String(decoding: try #require(words.dropFirst().first), as: UTF8.self)
        #expect(FileManager.default.fileExists(atPath: socket))
        git = nil
        // ssh acknowledges its exit before it removes its socket.
        for keeper in keepers {
            while kill(keeper.id, 0) == 0, ProcessFile.read("/proc/\(keeper.id)/cmdline") != [] { usleep(1000) }
        }
        #expect(!FileManager.default.fileExists(atPath: socket))
    }

    @Test("After a broken shared connection, the next run reconnects")
    func brokenOff() async throws {
        let local = sandbox.path + "/r"
        let repository = try Repository.create(at: local, bare: true)
        let one = try repository.commit("one")
        let git = try self.git().sharingConnections()
        let sharing = try #require(git.sharing)
        #expect(try await push(one, from: local, over: git) == [.created])
        let keepers = ProcessFamily.processes(of: sharing)
        #expect(keepers.count == 1)
        for keeper in keepers { kill(keeper.id, SIGKILL) }
        while ProcessFamily.processes(of: sharing).contains(where: { keepers.map(\.id).contains($0.id) }) {
            usleep(1000)
        }
        #expect(try await push(repository.commit("two", parents: [one]), from: local, over: git) == [.updated])
        #expect(server.connections == 2)
    }

    @Test("A push over a shared connection times out only if the connection stops sending")
    func slow() async throws {
        let local = sandbox.path + "/r"
        let repository = try Repository.create(at: local, bare: true)
        let one = try repository.commit("one")
        var generator = SeededGenerator(seed: 7)
        let bytes = (0..<3_000_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        try Data(bytes).write(to: URL(fileURLWithPath: sandbox.path + "/photo"))
        let photo = try sandbox.git("hash-object", "-w", "../photo", at: "r")
        let tree = try sandbox.git("mktree", at: "r", input: "100644 blob \(photo)\tphoto\n")
        let commit = try sandbox.git("commit-tree", "-m", "large", "-p", "\(one)", tree, at: "r")
        let large = try #require(ObjectID(hex: commit))
        for (rate, arrives) in [(400_000, true), (0, false)] {
            let line = try SlowLine(to: server.port, bytesPerSecond: rate, in: sandbox.path)
            let known = server.command().replacingOccurrences(
                of: "StrictHostKeyChecking=yes", with: "StrictHostKeyChecking=no")
            var git = try git(known)
            git.timeout = 3
            let sharing = git.sharingConnections()
            // Each push goes to a new hub.
            try? FileManager.default.removeItem(atPath: hub)
            _ = try Repository.create(at: hub, bare: true)
            #expect(try await push(one, from: local, over: sharing, port: line.port) == [.created])
            line.slowDown()
            do {
                #expect(try await push(large, from: local, over: sharing, port: line.port) == [.updated])
                #expect(arrives)
            } catch let error as TransportError {
                #expect(error.kind == .stalled && !arrives, "\(error)")
            }
        }
    }

    @Test("Connections are not shared if the user's settings differ or no socket can be created")
    func leftAlone() throws {
        let address = server.address(hub)
        func command(_ variables: [String: String]) -> String? {
            SSHSharing(environment: sandbox.environment.merging(variables) { $1 })?.command(
                for: address, git: "/usr/bin/git", repository: nil)
        }
        #expect(
            command(["GIT_SSH_COMMAND": server.command()])?.hasPrefix(
                server.command() + " -o ControlMaster=auto -o ControlPath=/") == true)
        for variables in [
            ["GIT_SSH": "/usr/bin/ssh"], ["GIT_SSH_VARIANT": "plink"],
            ["GIT_SSH_COMMAND": "ssh -F none -o ControlPath=/tmp/own-%C"],
            ["GIT_SSH_COMMAND": "ssh -F none -o ControlMaster=auto"],
            ["GIT_SSH_COMMAND": "ssh -F none -o ProxyJump=gate"], ["GIT_SSH_COMMAND": "ssh -F none -o ProxyCommand=nc"],
            ["GIT_SSH_COMMAND": "ssh --no-such-option"], ["GIT_SSH_COMMAND": "/nowhere/ssh"],
        ] {
            #expect(command(variables) == nil, "\(variables)")
        }
        try sandbox.write("Host 127.0.0.1\n  ControlPath ~/.ssh/own-%C\n", to: "settings")
        #expect(command(["GIT_SSH_COMMAND": "ssh -F \(sandbox.path)/settings"]) == nil)
        // git itself is asked for the setting, wherever the user configured it.
        let setting = [
            "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.sshCommand", "GIT_CONFIG_VALUE_0": "ssh -F none -4",
        ]
        #expect(command(setting)?.hasPrefix("ssh -F none -4 -o Control") == true)
        let sharing = try #require(SSHSharing(environment: sandbox.environment))
        #expect(sharing.command(for: "/srv/millers.git", git: "/usr/bin/git", repository: nil) == nil)
        sharing.giveUp()
        #expect(sharing.command(for: address, git: "/usr/bin/git", repository: nil) == nil)
    }
}

@Suite("Shareable ssh connections") struct SSHHostTests {
    @Test(
        "Options are appended only to a plain command of OpenSSH's client",
        arguments: [
            ("ssh", true), ("/usr/bin/ssh", true), ("ssh -i /home/mia/key -o IdentitiesOnly=yes", true),
            ("./ssh", false), ("/home/mia/bin/ssh", false), ("plink", false), ("sshpass -e ssh", false),
            ("my-ssh", false), ("'ssh' -v", false),
            ("ssh; true", false), ("ssh $OPTIONS", false), ("ssh -v 2>log", false), ("ssh -v # loud", false),
            ("", false),
        ])
    func commands(command: String, isPlain: Bool) { #expect(SSHSharing.isPlain(command) == isPlain) }

    @Test(
        "The host and port of an address",
        arguments: [
            ("ssh://git@example.org/millers.git", ["git@example.org"]),
            ("ssh://example.org:2222/x", ["-p", "2222", "example.org"]),
            ("git@example.org:millers.git", ["git@example.org"]), ("nas:/srv/millers.git", ["nas"]),
            ("git+ssh://example.org/x", ["example.org"]), ("https://example.org/x", nil), ("/srv/millers.git", nil),
            ("file:///srv/x", nil), ("ssh://-oProxyCommand=x/y", nil), ("ssh://[::1]:22/x", nil), ("ssh://a:b/x", nil),
            ("ssh://host;true/x", nil), ("ssh:///x", nil),
        ] as [(String, [String]?)])
    func hosts(address: String, words: [String]?) { #expect(SSHHost(address)?.words == words) }
}

/// A connection to a server that can be throttled.
private final class SlowLine {
    let port: Int
    private let process = Process()
    private let input = Pipe()
    private let rate: Int

    init(to target: Int, bytesPerSecond rate: Int, in folder: String) throws {
        self.rate = rate
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/slow_line.py"
        let output = Pipe()
        process.executableURL = Tool("python3").url
        process.arguments = [script, "\(target)"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data([0x0A]) {
            line += byte
        }
        port = try #require(Int(String(decoding: line, as: UTF8.self)))
    }

    deinit {
        // Closing standard input is not enough: a process started at the same time may also hold it open.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    func slowDown() { input.fileHandleForWriting.write(Data("\(rate)\n".utf8)) }
}
