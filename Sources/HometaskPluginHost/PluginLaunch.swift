// SPDX-License-Identifier: Apache-2.0

public import HometaskPluginProtocol
import HometaskProcess
public import HometaskReplica

/// How a plugin's program is started: in a sandbox where there is one, with next to no environment, in its own folder.
public struct PluginLaunch: Hashable, Sendable {
    /// The path of the plugin's program, also where a sandbox starts it.
    public var program: String
    /// The words behind its name.
    public var arguments: [String]
    /// The folder with what belongs to the plugin, which it may read; nil if that is the program alone.
    public var folder: String?
    /// The folder it may write to.
    public var dataFolder: String
    /// What it was granted.
    public var needs: PluginNeeds
    /// The sandbox; nil if the plugin runs without one.
    public var sandbox: Sandbox?
    /// As what a command counts that the plugin may start: an answer of the plugin's; nil if it is asked by a person.
    public var answering: PluginShare?
    /// The variables that reach the buses of the session and the system, where the plugin was granted those.
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

    /// Whether a sandbox holds it. One that starts programs of this machine cannot be held.
    public var isSandboxed: Bool { sandbox != nil && !needs.programs }

    /// The whole environment of the program: where programs are, a home of its own, texts in UTF-8.
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

    /// The variable by which a command of hometask knows that a plugin has started it: the plugin's id and its
    /// generation.
    private static let answerVariable = "HOMETASK_PLUGIN"

    /// What the environment says of the plugin that has started this command; nil if none has.
    static func answering(_ variables: [String: String]) -> PluginShare? {
        let words = variables[answerVariable]?.split(separator: " ") ?? []
        guard words.count == 2, let generation = Int(words[1]), (1...1000).contains(generation) else { return nil }
        return PluginShare(plugin: String(words[0]), generation: generation)
    }

    /// The variable that says where the bus of the system is, where that is not where it is everywhere.
    private static let systemBus = "DBUS_SYSTEM_BUS_ADDRESS"
    private static let sessionBus = "DBUS_SESSION_BUS_ADDRESS"
    /// The variables that reach the desktop, and its bus or the system's, of all that a plugin may get.
    static let busVariables = [sessionBus, systemBus, "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY"]

    /// What reaches the desktop, with the address of its bus: where nothing names that, it is in the folder of the
    /// session.
    private var sessionVariables: [String: String] {
        var variables = busVariables
        variables[Self.systemBus] = nil
        if variables[Self.sessionBus] == nil, let folder = variables["XDG_RUNTIME_DIR"] {
            variables[Self.sessionBus] = "unix:path=\(folder)/bus"
        }
        return variables
    }

    /// What each process of a plugin may have.
    static let processLimits = ProcessLimits(
        memory: PluginLimits.memory, fileBytes: PluginLimits.fileBytes, openFiles: PluginLimits.openFiles)

    /// The program and the words that are really started.
    var command: (program: String, arguments: [String]) {
        guard let sandbox, isSandboxed else { return (program, arguments) }
        return (sandbox.path, sandboxArguments(sandbox) + sandbox.words(starting: program, arguments))
    }

    /// What bubblewrap is told: a new root with the system's programs and the plugin's folder to read, its data folder
    /// to write, and nothing else; no network, no other processes, unless granted.
    private func sandboxArguments(_ sandbox: Sandbox) -> [String] {
        var words = sandbox.base
        for path in ["/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/opt"] { words += readable(path) }
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
        return words + ["--remount-ro", "/", "--chdir", dataFolder]
    }

    /// What shows the plugin's folder and the program, and covers what is in the folder and does not belong to the
    /// plugin.
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

    /// The path of the socket in the address of a bus (`unix:path=/run/user/1000/bus,guid=…`).
    private static func socket(_ address: String) -> String? {
        let prefix = "unix:path="
        guard address.hasPrefix(prefix) else { return nil }
        return address.dropFirst(prefix.count).split(separator: ",").first.map(String.init)
    }
}
