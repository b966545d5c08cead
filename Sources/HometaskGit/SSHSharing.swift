// SPDX-License-Identifier: Apache-2.0
import CProcess
import Glibc
import HometaskProcess
import Synchronization

/// One connection over ssh for all runs of git of an exchange, by what OpenSSH has for it (ssh_config(5),
/// `ControlMaster`): to connect takes longer than most of what is exchanged.
///
/// The first run connects as it would otherwise, with the user's settings, keys and agents, and with all that ssh asks.
/// The connection then stays in the background, and the runs that follow go through it. It is closed when this object
/// goes, and closes by itself where this process is killed, ``lingering`` seconds after the other side has taken
/// notice. It has the limits of the run that opened it: after five minutes of a processor (``ChildLimits``) the next
/// run connects again.
///
/// Every run connects on its own where another ssh program is set, where the user's settings share connections already
/// or lead them through another program, where no socket can be made, and after a run in which the remote fell silent.
final class SSHSharing: Sendable {
    /// After how many seconds without a run a connection closes by itself.
    private static let lingering = 15

    /// How long ssh may take to tell of settings, or to close a connection, in milliseconds.
    private static let patience = 2000

    private let environment: [String: String]
    /// What the paths of this object's sockets begin with; ssh appends a digest of the user, the host and the port.
    private let prefix: String
    private let state = Mutex(State())

    private struct State {
        /// The commands that were worked out, by the address; nil if a run connects on its own.
        var commands: [String: String?] = [:]
        /// The ssh that keeps connections; nil if none does.
        var program: String?
        var isGivenUp = false
    }

    private static let count = Atomic<Int>(0)

    /// - Parameter environment: that of the runs.
    /// - Returns: nil if no socket can be made, or another ssh is set.
    init?(environment: [String: String]) {
        guard environment["GIT_SSH"] == nil, ["ssh", "auto", nil].contains(environment["GIT_SSH_VARIANT"]),
            let folder = Self.folder(environment)
        else { return nil }
        self.environment = environment
        prefix = "\(folder)/\(getpid())-\(Self.count.add(1, ordering: .relaxed).newValue)-"
        guard Self.canListen(at: prefix + "test") else { return nil }
    }

    deinit { close() }

    /// What git is to run for an address (git(1), `GIT_SSH_COMMAND`); nil for what it runs anyway.
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

    /// What git runs where nothing is shared; nil if it does not say.
    private func usualCommand(_ git: String, _ repository: String?) -> String? {
        if let command = environment["GIT_SSH_COMMAND"] { return command }
        var environment = environment
        environment["GIT_DIR"] = repository
        var run = ProgramRun(git, ["config", "--get", "core.sshCommand"], environment: environment)
        run.patience = Self.patience
        guard let outcome = try? run.run([]) else { return nil }
        // git-config(1): 1 where there is no such setting.
        if outcome.code == 1 { return "ssh" }
        guard outcome.isSuccess else { return nil }
        return String(String(decoding: outcome.output, as: UTF8.self).prefix { $0 != "\n" })
    }

    /// Closes the connections, and shares none any more: one may be dead without anybody having noticed.
    func giveUp() {
        state.withLock { $0.isGivenUp = true }
        close()
    }

    /// Whether a process keeps one of the connections, by the words that it shows: `ssh: PATH [mux]`.
    func isKept(by words: [UInt8]) -> Bool { words.starts(with: "ssh: \(prefix)".utf8) }

    /// Whether a command runs OpenSSH's client with nothing but options, so that further options can be appended.
    static func isPlain(_ command: String) -> Bool {
        let program = command.prefix { !$0.isWhitespace }
        // Anything else of this name may be anything, and take any time to say that it is something else.
        guard ["ssh", "/usr/bin/ssh", "/usr/local/bin/ssh"].contains(program) else { return false }
        return !command.contains { "\\\"'`$;|&<>()#\n".contains($0) }
    }

    /// Whether the user's settings for a host say how connections are shared, or lead them through another program, of
    /// which nobody could see any more whether it still sends; or whether they cannot be asked.
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

    // MARK: The place of the sockets

    /// The longest path that is tried: of the 108 bytes that a socket's path may have (unix(7)), ssh appends 40 for
    /// what it connects to, and 17 while it makes the socket.
    private static let longestPath = 48

    /// A folder of this user's alone.
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

    /// Whether a socket can be made at a path: ssh ends where it cannot make its own.
    private static func canListen(at path: String) -> Bool {
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { return false }
        defer { Glibc.close(socket) }
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

/// What an address over ssh connects to.
struct SSHHost: Hashable {
    /// What ssh is told: `["-p", "2222", "git@example.org"]`.
    let words: [String]

    /// Reads `ssh://git@example.org:2222/path` and `git@example.org:path`; nil for other addresses, and for those that
    /// are written in ways that only git need understand.
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
