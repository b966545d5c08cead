// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskPlatform
public import HometaskPluginHost
import HometaskReminders
public import HometaskReplica
import HometaskTerminal

/// The external dependencies of a command: the source of replicas, the clock, the environment, the terminal.
///
/// Commands access their surroundings only through this type, so that tests can replace them.
public struct CommandEnvironment: Sendable {
    /// The source of replicas.
    public var provider: any ReplicaProvider
    /// The current time by the wall clock; a test can set a fixed time.
    public var clock: @Sendable () -> Timestamp
    /// The environment variables by name, for this process and the programs it starts.
    public var variables: [String: String]
    /// The working directory of the command.
    public var folder: String
    /// Whether standard output is a terminal.
    public var isOutputTerminal: Bool
    /// Whether standard input is a terminal, so that the user can be asked.
    public var isInputTerminal: Bool
    /// The channels that send reminders, besides the terminal.
    public var reminderChannels: ReminderChannels

    /// Creates an environment, by default without plugins and without channels besides the terminal.
    public init(
        provider: any ReplicaProvider, plugins: @escaping @Sendable () -> PluginHost? = { nil },
        clock: @escaping @Sendable () -> Timestamp, variables: [String: String],
        folder: String, isOutputTerminal: Bool, isInputTerminal: Bool,
        reminderChannels: ReminderChannels = .none
    ) {
        self.provider = provider
        self.plugins = plugins
        self.clock = clock
        self.variables = variables
        self.folder = folder
        self.isOutputTerminal = isOutputTerminal
        self.isInputTerminal = isInputTerminal
        self.reminderChannels = reminderChannels
    }

    /// The plugins of this user; nil if there is no home folder. Called only if plugins are needed.
    public var plugins: @Sendable () -> PluginHost?

    /// Starts the upkeep of the family in a folder as a separate process; the command ends without waiting for it.
    public var beginUpkeep: @Sendable (_ folder: String) -> Void = { _ in }

    /// The environment of the current command; nil outside of `CommandLineTool.run`.
    @TaskLocal static var current: CommandEnvironment?
}

extension CommandEnvironment {
    /// Whether help is coloured. Only the environment decides, because help is the same for every family.
    var helpColors: ColorMode {
        ColorMode.decide(forced: nil, environment: variables, isTerminal: isOutputTerminal)
    }
}

extension CommandEnvironment {
    /// The host name of this machine.
    var machineName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "device" }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return bytes.isEmpty ? "device" : String(decoding: bytes, as: UTF8.self)
    }
}
