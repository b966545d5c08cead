// SPDX-License-Identifier: Apache-2.0

public import HometaskPluginProtocol
import HometaskProcess
public import HometaskReplica

/// How a plugin's program is started: in a sandbox if there is one, with a minimal environment, in its own folder.
public struct PluginLaunch: Hashable, Sendable {
    /// The path of the plugin's program, even if a sandbox starts it.
    public var program: String
    /// The arguments after the program's name.
    public var arguments: [String]
    /// The folder with the plugin's files, which the plugin may read; nil if the program is the only file.
    public var folder: String?
    /// The folder that the plugin may write to.
    public var dataFolder: String
    /// The granted permissions, from which the sandbox and the environment follow.
    public var needs: PluginNeeds
    /// The sandbox; nil if the plugin runs without one.
    public var sandbox: Sandbox?
    /// The plugin share recorded for hometask commands that the plugin starts; nil if a person started the plugin.
    public var answering: PluginShare?
    /// The environment variables for the session bus and the system bus, for plugins that were granted those.
    public var busVariables: [String: String]

    /// Creates a launch that a person asked for: ``answering`` is nil.
    public init(
        program: String, arguments: [String], folder: String?, dataFolder: String, needs: PluginNeeds,
        sandbox: Sandbox?, busVariables: [String: String] = [:]
    ) {
        self.program = program
        self.arguments = arguments
        self.folder = folder
        self.dataFolder = dataFolder
        self.needs = needs
        self.sandbox = sandbox
        self.busVariables = busVariables
    }

    /// Whether the plugin runs in a sandbox. A plugin that starts other programs cannot run in one.
    public var isSandboxed: Bool { sandbox != nil && !needs.programs }

    /// The whole environment of the program: a search path, a home folder of its own, and UTF-8 as the encoding.
    var environment: [String: String] {
        var variables = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": dataFolder, "LANG": "C.UTF-8", "TZ": "UTC",
            "PYTHONDONTWRITEBYTECODE": "1",
        ]
        if needs.desktop || needs.programs { variables.merge(sessionVariables) { own, _ in own } }
        if needs.programs { variables[Self.answerVariable] = answering.map { "\($0.plugin) \($0.generation)" } }
        if needs.services || needs.programs { variables[Self.systemBus] = busVariables[Self.systemBus] }
        return variables
    }

    /// The variable that marks a hometask command as started by a plugin, with the plugin's id and its generation.
    private static let answerVariable = "HOMETASK_PLUGIN"

    /// Returns the plugin that started this command, according to the environment; nil if none did.
    static func answering(_ variables: [String: String]) -> PluginShare? {
        let words = variables[answerVariable]?.split(separator: " ") ?? []
        guard words.count == 2, let generation = Int(words[1]), (1...1000).contains(generation) else { return nil }
        return PluginShare(plugin: String(words[0]), generation: generation)
    }

    /// The variable with the address of the system bus, if that is not the standard one.
    private static let systemBus = "DBUS_SYSTEM_BUS_ADDRESS"
    private static let sessionBus = "DBUS_SESSION_BUS_ADDRESS"
    /// The variables for the desktop and for both buses; plugins get no others from the user's environment.
    static let busVariables = [sessionBus, systemBus, "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY"]

    /// The variables for the desktop, including the address of its bus, which is in the session's folder by default.
    private var sessionVariables: [String: String] {
        var variables = busVariables
        variables[Self.systemBus] = nil
        if variables[Self.sessionBus] == nil, let folder = variables["XDG_RUNTIME_DIR"] {
            variables[Self.sessionBus] = "unix:path=\(folder)/bus"
        }
        return variables
    }

    /// The resource limits of each process of a plugin.
    static let processLimits = ProcessLimits(
        memory: PluginLimits.memory, fileBytes: PluginLimits.fileBytes, openFiles: PluginLimits.openFiles)

    /// The program and the arguments that are actually started.
    var command: (program: String, arguments: [String]) {
        guard let sandbox, isSandboxed else { return (program, arguments) }
        return (sandbox.path, sandboxArguments(sandbox) + sandbox.words(starting: program, arguments))
    }

    /// The arguments for bubblewrap: a new root in which the system's programs and the plugin's folder can be read and
    /// its data folder can be written, and nothing else; no network and no other processes, unless granted.
    private func sandboxArguments(_ sandbox: Sandbox) -> [String] {
        var words = sandbox.base
        for path in ["/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime"] { words += readable(path) }
        if needs.network {
            words.append("--share-net")
            for path in ["resolv.conf", "hosts", "nsswitch.conf", "ssl", "ca-certificates"] {
                words += readable("/etc/\(path)")
            }
        }
        words += folderArguments
        words += ["--bind", dataFolder, dataFolder]
        if needs.desktop, let socket = sessionVariables[Self.sessionBus].flatMap(Self.socket) {
            words += readable(socket)
        }
        if needs.services {
            words += readable(busVariables[Self.systemBus].flatMap(Self.socket) ?? "/run/dbus/system_bus_socket")
        }
        return words + ["--remount-ro", "/", "--chdir", dataFolder, "--seccomp", "3"]
    }

    /// The system calls that the sandbox forbids; bubblewrap reads the filter from descriptor 3. Nil without a sandbox.
    var filter: SystemCallFilter? {
        guard isSandboxed else { return nil }
        // The network of this machine includes the abstract sockets of its programs (unix(7)). A plugin that uses a bus
        // needs such sockets, and its described permissions include the services of this machine.
        return SystemCallFilter(hasLocalSockets: !needs.network || needs.desktop || needs.services)
    }

    /// The arguments that make the plugin's folder and program visible, and hide the contents of the folder that do not
    /// belong to the plugin.
    private var folderArguments: [String] {
        guard let folder else { return ["--ro-bind", program, program] }
        let hidden = PluginFolder.hidden(in: folder, but: program)
        var words = ["--ro-bind", folder, folder]
        for (path, isFolder) in hidden { words += isFolder ? ["--tmpfs", path] : ["--ro-bind", "/dev/null", path] }
        words += ["--ro-bind", program, program]
        for (path, isFolder) in hidden where isFolder { words += ["--remount-ro", path] }
        return words
    }

    private func readable(_ path: String) -> [String] { ["--ro-bind-try", path, path] }

    /// Returns the path of the socket in the address of a bus (`unix:path=/run/user/1000/bus,guid=…`).
    private static func socket(_ address: String) -> String? {
        let prefix = "unix:path="
        guard address.hasPrefix(prefix) else { return nil }
        return address.dropFirst(prefix.count).split(separator: ",").first.map(String.init)
    }
}
