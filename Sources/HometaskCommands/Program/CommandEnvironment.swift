// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskPluginHost
import HometaskReminders
public import HometaskReplica

/// What a run of the command takes from outside: where replicas come from, the clock, the environment, the terminal.
///
/// Everything a command reads of the world comes through here, so that a test can put another world in its place.
public struct CommandEnvironment: Sendable {
    /// Where replicas come from.
    public var provider: any ReplicaProvider
    /// The time now, by the wall clock; a test can put a fixed time here.
    public var clock: @Sendable () -> Timestamp
    /// The environment variables by name, for this process and the programs it starts.
    public var variables: [String: String]
    /// The folder the command was started in.
    public var folder: String
    /// Whether standard output is a terminal.
    public var isOutputTerminal: Bool
    /// Whether standard input is a terminal, so that questions make sense.
    public var isInputTerminal: Bool
    /// The channels that reminders go out on, beside the terminal.
    public var reminderChannels: ReminderChannels

    /// Creates an environment: unless others are named, without plugins and without channels beside the terminal.
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

    /// The plugins of this user; nil if there is no home folder. Asked for only where plugins matter.
    public var plugins: @Sendable () -> PluginHost?

    /// Begins the upkeep of the family in a folder, apart from this command, which ends without waiting for it.
    public var beginUpkeep: @Sendable (_ folder: String) -> Void = { _ in }

    /// The environment of the command that runs now; nil outside of `CommandLineTool.run`.
    @TaskLocal static var current: CommandEnvironment?
}
