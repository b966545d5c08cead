// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskReminders
import HometaskReplica
import HometaskTime

/// A channel that a plugin brings.
struct PluginChannel: ReminderChannel {
    let session: FamilySession
    let host: PluginHost
    let plugin: UsablePlugin

    /// Has the plugin deliver a message. What it proposes to change is not taken up.
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
    /// The channel of a name: the terminal, a plugin's, or one that the environment brings.
    ///
    /// - Throws: `ReplicaError.Code.notConfigured`, which names it, where there is none on this device.
    func reminderChannel(_ name: String) async throws -> any ReminderChannel {
        if name == ReminderChannels.terminal { return TerminalReminder(output: output) }
        if let host = environment.plugins(), let found = host.offering(name, \.channels) {
            return PluginChannel(session: self, host: host, plugin: found.plugin)
        }
        return try await environment.reminderChannels.channel(name, of: replica)
    }
}
