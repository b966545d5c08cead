// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskReminders
import HometaskTime

/// A channel that a plugin provides.
struct PluginChannel: ReminderChannel {
    let session: FamilySession
    let host: PluginHost
    let plugin: UsablePlugin

    /// Delivers a message through the plugin. Changes that the plugin proposes are ignored.
    func deliver(_ message: ReminderMessage) async throws {
        var told: JSONObject = [
            "id": .string(message.id.description), "title": .string(message.title),
            "body": .string(message.body.joined(separator: "\n")), "member": .string(message.member.description),
        ]
        told["task"] = message.task.map { .string($0.description) }
        switch message.due {
        case .day(let date): told["due"] = .string(date.description)
        case .instant(let instant, _): told["due"] = .string(instant.rfc3339)
        case nil: break
        }
        var params: JSONObject = ["channel": .string(message.channel), "message": .object(told)]
        params["to"] = message.address.map { .string($0) }
        var limits = PluginLimits()
        limits.whole = 60_000
        let request = PluginRequest(
            plugin: plugin, method: PluginMethod.deliver, params: params, limits: limits)
        _ = try await session.plugins.ask(request, of: host)
    }
}
