// SPDX-License-Identifier: Apache-2.0
import Foundation
import HometaskGit
import Testing

/// A real sshd on the loopback, with keys and settings of its own.
private final class Server {
    let sandbox: Sandbox
    let port: Int

    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/sbin/sshd")

    init(_ sandbox: Sandbox) throws {
        self.sandbox = sandbox
        port = Int.random(in: 20_000..<60_000)
        for name in ["host", "user", "stranger"] {
            let made = try sandbox.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", sandbox.path + "/" + name])
            guard made.status == 0 else { throw POSIXError(.EIO) }
        }
        let key = try String(contentsOfFile: sandbox.path + "/user.pub", encoding: .utf8)
        try sandbox.write(key, to: "authorized")
        try sandbox.write(
            """
            ListenAddress 127.0.0.1
            Port \(port)
            HostKey \(sandbox.path)/host
            AuthorizedKeysFile \(sandbox.path)/authorized
            PidFile \(sandbox.path)/sshd.pid
            StrictModes no
            UsePAM no
            PasswordAuthentication no
            KbdInteractiveAuthentication no
            PermitRootLogin yes

            """, to: "sshd_config")
        try? FileManager.default.createDirectory(atPath: "/run/sshd", withIntermediateDirectories: true)
        // It goes into the background by itself: Foundation's Process waits for good for a program that, like sshd,
        // closes descriptors it did not open.
        let started = try sandbox.run(["/usr/sbin/sshd", "-f", sandbox.path + "/sshd_config"])
        guard started.status == 0 else { throw POSIXError(.EIO) }
        let host = try String(contentsOfFile: sandbox.path + "/host.pub", encoding: .utf8)
        try sandbox.write("[127.0.0.1]:\(port) \(host)", to: "known")
    }

    deinit {
        let text = try? String(contentsOfFile: sandbox.path + "/sshd.pid", encoding: .utf8)
        if let pid = text.flatMap({ Int32($0.dropLast()) }), pid > 1 { kill(pid, SIGTERM) }
    }

    func waitUntilReady() async throws {
        for _ in 0..<400 {
            if try sandbox.run(["ssh-keyscan", "-p", "\(port)", "127.0.0.1"]).output.contains("ssh-ed25519") { return }
            try await Task.sleep(for: .milliseconds(25))
        }
        throw POSIXError(.ECONNREFUSED)
    }

    /// The installed git with an ssh that uses only what is in the sandbox.
    func git(key: String = "user", known: String = "known") throws -> InstalledGit {
        var environment = sandbox.environment
        environment["GIT_SSH_COMMAND"] =
            "ssh -F none -i \(sandbox.path)/\(key) -o IdentitiesOnly=yes -o IdentityAgent=none "
            + "-o UserKnownHostsFile=\(sandbox.path)/\(known) -o GlobalKnownHostsFile=/dev/null "
            + "-o StrictHostKeyChecking=yes"
        return try InstalledGit.find(environment: environment)
    }

    func address(_ path: String) -> String { "ssh://\(NSUserName())@127.0.0.1:\(port)\(path)" }
}

@Suite(.enabled(if: Server.isInstalled)) struct SSHTests {
    @Test("Over ssh, commits are pushed, fetched and rejected, and failures have kinds")
    func exchange() async throws {
        let sandbox = try Sandbox()
        let server = try Server(sandbox)
        try await server.waitUntilReady()
        let git = try server.git()
        let hub = server.address(sandbox.path + "/hub")
        let (local, other) = (sandbox.path + "/r", sandbox.path + "/other")
        _ = try Repository.create(at: sandbox.path + "/hub", bare: true)
        _ = try Repository.create(at: other, bare: true)
        let repository = try Repository.create(at: local, bare: true)
        let one = try repository.commit("one")
        let two = try repository.commit("two", parents: [one])
        let rival = try repository.commit("rival", parents: [one])
        let push = { (commit: ObjectID) in
            try await git.push(
                from: local, to: hub, updates: [PushUpdate(commit: commit, reference: "refs/heads/main")],
                progress: nil
            ).map(\.outcome)
        }
        #expect(try await push(one) == [.created])
        #expect(try await push(two) == [.updated])
        #expect(try await push(rival) == [.rejected(.nonFastForward)])
        let outcome = try await git.fetch(
            into: other, from: hub, refspecs: ["+refs/heads/*:refs/remotes/origin/*"], progress: nil)
        #expect(outcome.updates.map(\.new) == [two])
        #expect(try await git.listRemote(hub, of: nil).references.map(\.id) == [two])

        try sandbox.write("", to: "unknown")
        let stranger = try String(contentsOfFile: sandbox.path + "/stranger.pub", encoding: .utf8)
        try sandbox.write("[127.0.0.1]:\(server.port) \(stranger)", to: "changed")
        let cases: [(InstalledGit, String, TransportError.Kind)] = [
            (try server.git(key: "stranger"), hub, .authentication), (try server.git(known: "unknown"), hub, .hostKey),
            (try server.git(known: "changed"), hub, .hostKeyChanged),
            (git, server.address(sandbox.path + "/home"), .notARepository),
            (git, "ssh://127.0.0.1:1/x", .unreachable),
        ]
        for (git, address, kind) in cases {
            do {
                _ = try await git.listRemote(address, of: nil)
                Issue.record("no error: \(kind)")
            } catch { #expect(error.kind == kind, "\(error)") }
        }
    }
}
