// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlatform

/// A real sshd on the loopback interface, with its own keys and settings.
public final class SSHServer: Sendable {
    private let folder: String
    /// The port the server listens on.
    public let port: Int

    /// Whether OpenSSH's server is installed.
    public static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/sbin/sshd")

    /// Starts a server, and waits until it responds.
    ///
    /// - Parameter folder: the folder for its files.
    public init(in folder: String) throws {
        let folder = folder + "/ssh"
        self.folder = folder
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["host", "user", "stranger"] {
            let made = try Tool("ssh-keygen").run(["-q", "-t", "ed25519", "-N", "", "-f", "\(folder)/\(name)"])
            guard made.status == 0 else { throw POSIXError(.EIO) }
        }
        try? FileManager.default.createDirectory(atPath: "/run/sshd", withIntermediateDirectories: true)
        // A port may be taken by another test's server, or by the local end of a connection.
        let ports = (0..<10).map { _ in Int.random(in: 10_000..<32_000) }
        guard let free = try ports.first(where: { try Self.starts(at: $0, in: folder) }) else {
            throw POSIXError(.ECONNREFUSED)
        }
        port = free
        for (name, key) in [("known", "host"), ("changed", "stranger")] {
            try write("[127.0.0.1]:\(port) \(String(contentsOfFile: file(key + ".pub"), encoding: .utf8))", to: name)
        }
        try write("", to: "unknown")
    }

    /// Starts sshd on a port; false if it does not respond there.
    private static func starts(at port: Int, in folder: String) throws -> Bool {
        let settings = """
            ListenAddress 127.0.0.1
            Port \(port)
            HostKey \(folder)/host
            AuthorizedKeysFile \(folder)/user.pub
            PidFile \(folder)/pid
            SetEnv HOME=\(folder)
            LogLevel VERBOSE
            StrictModes no
            UsePAM no
            PasswordAuthentication no
            KbdInteractiveAuthentication no
            PermitRootLogin yes

            """
        try Data(settings.utf8).write(to: URL(fileURLWithPath: folder + "/settings"))
        // sshd daemonises itself: Foundation's Process waits for ever for a program that, like sshd, closes descriptors
        // it did not open.
        let started = try Tool("/usr/sbin/sshd").run(["-f", folder + "/settings", "-E", folder + "/log"])
        guard started.status == 0 else { return false }
        for _ in 0..<400 {
            if FileManager.default.fileExists(atPath: folder + "/pid") { return true }
            let log = (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? ""
            if log.contains("Cannot bind any address") { return false }
            usleep(25_000)
        }
        return false
    }

    deinit {
        let text = try? String(contentsOfFile: file("pid"), encoding: .utf8)
        if let pid = text.flatMap({ Int32($0.dropLast()) }), pid > 1 { kill(pid, SIGTERM) }
    }

    /// The command for git (`GIT_SSH_COMMAND`), limited to the server's files.
    ///
    /// - Parameters:
    ///   - key: the key to use: `user`, or `stranger`, which is unknown to the server.
    ///   - known: the known-hosts file: `known`, `unknown`, or `changed`.
    public func command(key: String = "user", known: String = "known") -> String {
        "ssh -F none -i \(file(key)) -o IdentitiesOnly=yes -o IdentityAgent=none -o UserKnownHostsFile=\(file(known)) "
            + "-o GlobalKnownHostsFile=/dev/null -o StrictHostKeyChecking=yes"
    }

    /// The address of a repository on this machine.
    ///
    /// - Parameter port: a different port; nil for the server's port.
    public func address(_ path: String, port: Int? = nil) -> String {
        "ssh://\(NSUserName())@127.0.0.1:\(port ?? self.port)\(path)"
    }

    /// The number of authenticated connections so far.
    public var connections: Int {
        let log = (try? String(contentsOfFile: file("log"), encoding: .utf8)) ?? ""
        return log.split(whereSeparator: \.isNewline).filter { $0.contains("Accepted publickey") }.count
    }

    private func file(_ name: String) -> String { folder + "/" + name }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    }
}
