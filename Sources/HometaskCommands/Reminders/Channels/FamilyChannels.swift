// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskReminders
import HometaskTerminal

/// The channels that can deliver reminders from this device.
struct FamilyChannels: Sendable {
    let session: FamilySession

    /// Returns the channel with a name: the terminal, a plugin's channel, or one that the environment provides.
    ///
    /// - Throws: `ReplicaError.Code.notConfigured`, which names the channel, if this device does not have it.
    func find(_ name: String) async throws -> any ReminderChannel {
        if name == MemberChannel.terminalName { return TerminalReminder(output: session.output) }
        if let host = try session.environment.decidedPlugins(), let found = host.offering(name, \.channels) {
            return PluginChannel(session: session, host: host, plugin: found.plugin)
        }
        do {
            return try await session.environment.reminderChannels.channel(name, of: session.replica)
        } catch let error as ReplicaError where error.code == .notConfigured {
            if session.environment.lacksHome { _ = try session.environment.pluginHost() }
            let asleep = session.environment.plugins()?.bundledChannel(name)
            guard let plugin = asleep?.plugin else { throw error }
            throw ReplicaError(
                .notConfigured,
                "the plugin ‘\(plugin)’, which provides the channel ‘\(name)’, is not enabled on this device",
                hint:
                    "Enable it with 'hometask plugin enable \(plugin)', or let another device send: 'hometask remind take'."
            )
        }
    }

    /// Returns the plugin's description of a channel and its addresses; nil if no plugin with this channel is known
    /// here.
    func offer(_ name: String) -> PluginOffer? {
        guard let host = session.environment.plugins() else { return nil }
        return host.offering(name, \.channels)?.offer ?? host.bundledChannel(name)?.offer
    }

    /// Returns the required settings of a channel's plugin that are not set on this device.
    func missingSettings(of name: String) -> [(plugin: String, setting: PluginSetting)] {
        guard let host = session.environment.plugins(), let plugin = host.offering(name, \.channels)?.plugin else {
            return []
        }
        let set = host.decisions.settings(of: plugin.id)
        return (plugin.manifest.settings ?? []).filter { $0.isRequired && set[ExactString($0.name)] == nil }
            .map { (plugin.id, $0) }
    }

    /// The names of the channels known here.
    var names: [String] {
        let host = session.environment.plugins()
        let plugins = (host?.usable.map(\.manifest) ?? []) + (host?.bundled.map(\.manifest) ?? [])
        return Set(plugins.flatMap { $0.offers.channels.map(\.name) } + [MemberChannel.terminalName]).sorted()
    }
}

extension PluginHost {
    /// Returns the channel of a plugin that comes with the program, enabled or not.
    fileprivate func bundledChannel(_ name: String) -> (plugin: String, offer: PluginOffer)? {
        for plugin in bundled {
            if let offer = plugin.manifest.offers.channels.first(where: { $0.name == name }) {
                return (plugin.id, offer)
            }
        }
        return nil
    }
}

/// The channel that shows reminders on standard output.
struct TerminalReminder: ReminderChannel {
    let output: Output

    /// Shows a message, in one write.
    func deliver(_ message: ReminderMessage) async throws {
        try output.print(lines(message))
    }

    /// Returns the title, with the rest below it.
    func lines(_ message: ReminderMessage) -> [String] {
        let title = TextWidth.wrapped(EscapedText.safe(message.title), to: output.width - 2)
        let mark = Style.yellow.applied(to: "●", in: output.mode)
        let heading = title.enumerated().map { line in
            (line.offset == 0 ? "\(mark) " : "  ") + Style.bold.applied(to: line.element, in: output.mode)
        }
        let body = message.body.flatMap { TextWidth.wrapped(EscapedText.safe($0), to: output.width - 2) }
        return heading + body.map { "  \($0)" }
    }
}
