// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskReminders
import HometaskTime

/// A channel that a plugin provides.
struct PluginChannel: ReminderChannel {
    let session: FamilySession
    let host: PluginHost
    let plugin: UsablePlugin

    /// Lets the plugin deliver a message. Changes that it proposes are ignored.
    func deliver(_ message: ReminderMessage) async throws {
        var told: JSONObject = [
            "id": .string(message.id.description), "title": .string(message.title),
            "body": .string(message.body.joined(separator: "\n")), "task": .string(message.task.description),
            "member": .string(message.member.description),
        ]
        switch message.due {
        case .day(let date): told["due"] = .string(date.description)
        case .instant(let instant, _): told["due"] = .string(instant.rfc3339)
        case nil: break
        }
        var params: JSONObject = ["channel": .string(message.channel), "message": .object(told)]
        params["to"] = message.address.map { .string($0) }
        var limits = PluginLimits()
        limits.whole = 60_000
        let request = FamilySession.PluginRequest(
            plugin: plugin, method: PluginMethod.deliver, params: params, limits: limits)
        _ = try await session.ask(request, of: host)
    }
}

extension FamilySession {
    /// The channel with a name: the terminal, a plugin's channel, or one that the environment provides.
    ///
    /// - Throws: `ReplicaError.Code.notConfigured`, which names the channel, if this device does not have it.
    func reminderChannel(_ name: String) async throws -> any ReminderChannel {
        if name == MemberChannel.terminalName { return TerminalReminder(output: output) }
        if let host = try environment.decidedPlugins(), let found = host.offering(name, \.channels) {
            return PluginChannel(session: self, host: host, plugin: found.plugin)
        }
        do {
            return try await environment.reminderChannels.channel(name, of: replica)
        } catch let error as ReplicaError where error.code == .notConfigured {
            if environment.lacksHome { _ = try environment.pluginHost() }
            let asleep = environment.plugins()?.bundledChannel(name)
            guard let plugin = asleep?.plugin else { throw error }
            throw ReplicaError(
                .notConfigured,
                "the plugin ‘\(plugin)’, which provides the channel ‘\(name)’, is not enabled on this device",
                hint:
                    "Enable it with 'hometask plugin enable \(plugin)', or let another device send: 'hometask remind take'."
            )
        }
    }

    /// The plugin's description of a channel and its addresses; nil if no plugin with this channel is known here.
    func knownChannel(_ name: String) -> PluginOffer? {
        guard let host = environment.plugins() else { return nil }
        return host.offering(name, \.channels)?.offer ?? host.bundledChannel(name)?.offer
    }

    /// The required settings of a channel's plugin that are not set on this device.
    func missingSettings(ofChannel name: String) -> [(plugin: String, setting: PluginSetting)] {
        guard let host = environment.plugins(), let plugin = host.offering(name, \.channels)?.plugin else { return [] }
        let set = host.decisions.settings(of: plugin.id)
        return (plugin.manifest.settings ?? []).filter { $0.isRequired && set[ExactString($0.name)] == nil }
            .map { (plugin.id, $0) }
    }

    /// The names of the channels that are known here.
    var channelNames: [String] {
        let host = environment.plugins()
        let plugins = (host?.usable.map(\.manifest) ?? []) + (host?.bundled.map(\.manifest) ?? [])
        return Set(plugins.flatMap { $0.offers.channels.map(\.name) } + [MemberChannel.terminalName]).sorted()
    }
}

extension PluginHost {
    /// The channel of a plugin that comes with the program, enabled or not.
    fileprivate func bundledChannel(_ name: String) -> (plugin: String, offer: PluginOffer)? {
        for plugin in bundled {
            if let offer = plugin.manifest.offers.channels.first(where: { $0.name == name }) {
                return (plugin.id, offer)
            }
        }
        return nil
    }
}
