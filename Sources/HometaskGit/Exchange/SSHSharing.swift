// SPDX-License-Identifier: Apache-2.0

import CProcess
import HometaskPlatform
import HometaskProcess
import HometaskSystem
import Synchronization

/// One ssh connection for all git runs of an exchange, through OpenSSH's connection sharing (ssh_config(5),
/// `ControlMaster`). Connecting takes longer than most exchanges.
///
/// The first run connects as usual, with the user's settings, keys and agents, and with all prompts of ssh. The
/// connection then stays open in the background, and the following runs use it. It is closed when this object is
/// destroyed; if this process is killed, it closes by itself ``lingering`` seconds after the other side has noticed. It
/// is subject to the limits of the run that opened it (``ChildLimits``): after five minutes of processor time the next
/// run connects again.
///
/// Every run connects on its own if another ssh program is configured, if the user's settings already share connections
/// or route them through another program, if no socket can be created, and after a run in which the remote stopped
/// responding.
final class SSHSharing: Sendable {
    /// The number of seconds without a run after which a connection closes by itself.
    private static let lingering = 15

    /// The timeout of ssh for reporting settings or closing a connection, in milliseconds.
    private static let patience = 2000

    private let environment: [String: String]
    /// The common prefix of this object's socket paths; ssh appends a digest of the user, the host and the port.
    private let prefix: String
    private let state = Mutex(State())

    private struct State {
        /// The cached commands, by address; nil for an address to which each run connects on its own.
        var commands: [String: String?] = [:]
        /// The ssh that keeps connections open; nil if none does.
        var program: String?
        var isGivenUp = false
    }

    private static let count = Atomic<Int>(0)

    /// - Parameter environment: the environment of the runs.
    /// - Returns: nil if no socket can be created, or another ssh is configured.
    init?(environment: [String: String]) {
        guard environment["GIT_SSH"] == nil, ["ssh", "auto", nil].contains(environment["GIT_SSH_VARIANT"]),
            let folder = Self.folder(environment)
        else { return nil }
        self.environment = environment
        prefix = "\(folder)/\(getpid())-\(Self.count.add(1, ordering: .relaxed).newValue)-"
        guard Self.canListen(at: prefix + "test") else { return nil }
    }

    deinit { close() }

    /// Returns the ssh command for an address (git(1), `GIT_SSH_COMMAND`); nil for git's default.
    ///
    /// - Parameters:
    ///   - git: the program, which is asked for its setting `core.sshCommand`.
    ///   - repository: the git directory; nil if there is none.
    func command(for address: String, git: String, repository: String?) -> String? {
        guard let host = SSHHost(address) else { return nil }
        return state.withLock { state in
            if state.isGivenUp { return nil }
            if let known = state.commands[address] { return known }
            let command = usualCommand(git, repository).flatMap { shared($0, host) }
            state.commands.updateValue(command, forKey: address)
            if let command { state.program = String(command.prefix { !$0.isWhitespace }) }
            return command
        }
    }

    private func shared(_ usual: String, _ host: SSHHost) -> String? {
        guard Self.isPlain(usual), !isKeptApart(usual, host) else { return nil }
        return "\(usual) -o ControlMaster=auto -o ControlPath=\(prefix)%C -o ControlPersist=\(Self.lingering)"
    }

    /// Returns the command that git runs without sharing; nil if git does not report it.
    private func usualCommand(_ git: String, _ repository: String?) -> String? {
        if let command = environment["GIT_SSH_COMMAND"] { return command }
        var environment = environment
        environment["GIT_DIR"] = repository
        var run = ProgramRun(git, ["config", "--get", "core.sshCommand"], environment: environment)
        run.patience = Self.patience
        guard let outcome = try? run.run([]) else { return nil }
        // git-config(1): 1 if there is no such setting.
        if outcome.code == 1 { return "ssh" }
        guard outcome.isSuccess else { return nil }
        return String(String(decoding: outcome.output, as: UTF8.self).prefix { $0 != "\n" })
    }

    /// Closes the connections and stops sharing, since a connection may be broken unnoticed.
    func giveUp() {
        state.withLock { $0.isGivenUp = true }
        close()
    }

    /// Returns whether a process, given by its command line (`ssh: PATH [mux]`), keeps one of the connections open.
    func isKept(by words: [UInt8]) -> Bool { words.starts(with: "ssh: \(prefix)".utf8) }

    /// Returns whether a command runs OpenSSH's client with nothing but options, so that further options can be
    /// appended.
    static func isPlain(_ command: String) -> Bool {
        let program = command.prefix { !$0.isWhitespace }
        // A program of this name elsewhere may be anything, and may not respond in time.
        guard ["ssh", "/usr/bin/ssh", "/usr/local/bin/ssh"].contains(program) else { return false }
        return !command.contains { "\\\"'`$;|&<>()#\n".contains($0) }
    }

    /// Returns whether the user's settings for a host already configure connection sharing, or route connections
    /// through another program, whose transfers could not be observed; also true if the settings cannot be read.
    private func isKeptApart(_ command: String, _ host: SSHHost) -> Bool {
        let words = ["-c", "exec \(command) -G \"$@\"", "ssh"] + host.words
        var run = ProgramRun("/bin/sh", words, environment: environment)
        run.patience = Self.patience
        guard let outcome = try? run.run([]), outcome.isSuccess else { return true }
        let settings = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
        let others = ["controlpath ", "proxycommand ", "proxyjump "]
        return !settings.contains("controlmaster false")
            || settings.contains { setting in others.contains { setting.hasPrefix($0) } }
    }

    private func close() {
        guard let slash = prefix.lastIndex(of: "/") else { return }
        let (folder, name) = (prefix[..<slash], prefix[prefix.index(after: slash)...])
        guard let program = state.withLock({ $0.program }) else { return }
        for socket in FolderNames.read(String(folder)) ?? [] where socket.hasPrefix(name) {
            let words = ["-F", "none", "-o", "ControlPath=\(folder)/\(socket)", "-O", "exit", "hometask"]
            var run = ProgramRun("/bin/sh", ["-c", "exec \(program) \"$@\"", "ssh"] + words, environment: environment)
            run.patience = Self.patience
            _ = try? run.run([])
        }
    }

    // MARK: Location of the sockets

    /// The longest path that is tried: of the 108 bytes of a socket's path (unix(7)), ssh appends 40 for the
    /// destination, and 17 while it creates the socket.
    private static let longestPath = 48

    /// Returns a folder that only this user can access.
    private static func folder(_ environment: [String: String]) -> String? {
        let places = [environment["XDG_RUNTIME_DIR"].map { "\($0)/hometask" }, "/tmp/hometask-\(geteuid())"]
        return places.lazy.compactMap(\.self).first { path in
            let isPlain = path.utf8.allSatisfy {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || "/._-".utf8.contains($0)
            }
            guard path.hasPrefix("/"), isPlain, path.utf8.count + 16 < longestPath else { return false }
            unsafe mkdir(path, 0o700)
            var status = stat()
            return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
                && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
        }
    }

    /// Returns whether a socket can be created at a path: ssh fails if it cannot create its own.
    private static func canListen(at path: String) -> Bool {
        let socket = Platform.streamSocket(AF_UNIX)
        guard socket >= 0 else { return false }
        defer { HometaskPlatform.close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) {
            unsafe $0.copyBytes(from: path.utf8.prefix($0.count - 1))
        }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(socket, $0, length) }
        }
        if status == 0 { unsafe unlink(path) }
        return status == 0
    }
}

/// The destination of an ssh address.
struct SSHHost: Hashable {
    /// The arguments for ssh: `["-p", "2222", "git@example.org"]`.
    let words: [String]

    /// Parses `ssh://git@example.org:2222/path` and `git@example.org:path`; nil for other addresses, and for forms that
    /// only git needs to understand.
    init?(_ address: String) {
        let scheme = ["ssh://", "git+ssh://", "ssh+git://"].first { address.hasPrefix($0) }
        guard let scheme else {
            guard !address.contains("://"), RemoteURL.localPath(address) == nil else { return nil }
            self.init(destination: address.prefix { $0 != ":" }, port: nil)
            return
        }
        let authority = address.dropFirst(scheme.count).prefix { $0 != "/" }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count > 2 { return nil }
        self.init(destination: parts[0], port: parts.count == 2 ? parts[1] : nil)
    }

    private init?(destination: Substring, port: Substring?) {
        let isPlain = destination.utf8.allSatisfy {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                || "@._-".utf8.contains($0)
        }
        guard isPlain, !destination.isEmpty, !destination.hasPrefix("-") else { return nil }
        if let port, UInt16(port) == nil { return nil }
        words = (port.map { ["-p", String($0)] } ?? []) + [String(destination)]
    }
}
