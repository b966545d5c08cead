// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskPluginProtocol

/// Finds the position of this device with the plugins that know it.
struct PositionFinder: Sendable {
    let session: FamilySession

    /// Returns the position of this device: from the source named by the setting `position`, otherwise from the first
    /// source that knows it.
    ///
    /// - Parameter patience: the timeout of each source in milliseconds; nil allows time for a first fix. Exceeding a
    ///   given timeout does not count as a fault.
    /// - Throws: `PluginHostError` with the answers of all sources if none knows the position.
    func find(from named: String? = nil, patience: Int? = nil) async throws -> DevicePosition {
        let host = try session.environment.pluginHost()
        let chosen = named ?? session.settings.positionSource
        let sources = host.usable.flatMap { plugin in plugin.manifest.offers.positions.map { (plugin, $0.name) } }
            .filter { chosen == nil || $0.1 == chosen }
        if let chosen, sources.isEmpty {
            let names = host.usable.flatMap { $0.manifest.offers.positions.map(\.name) }
            throw PluginHostError(
                .notFound, "no plugin provides the position source ‘\(chosen)’",
                hint: names.isEmpty ? nil : "Position sources: \(names.joined(separator: ", ")).")
        }
        var limits = PluginLimits()
        limits.silence = patience ?? 15_000
        limits.whole = patience ?? 20_000
        var reasons: [String] = []
        for (plugin, name) in sources {
            let request = PluginRequest(
                plugin: plugin, method: PluginMethod.position, params: ["name": .string(name)], limits: limits,
                uncounted: patience == nil ? [] : [.hang])
            do {
                let reply = try await session.plugins.ask(request, of: host)
                if let position = DevicePosition(reply.result, from: name) { return position }
                reasons.append("\(name) returned an invalid position")
            } catch let error as PluginHostError {
                reasons.append(error.message)
            }
        }
        throw PluginHostError(
            .unavailable, "the position of this device is unknown: \(reasons.joined(separator: "; "))",
            hint: "Set it with 'hometask plugin config position-fixed at 52.37,4.89'.")
    }
}
