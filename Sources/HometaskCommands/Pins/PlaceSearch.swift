// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskPluginProtocol

/// Searches for places with the plugins that offer a search.
struct PlaceSearch: Sendable {
    let session: FamilySession

    /// Searches for places by words, with the plugins that offer a search.
    ///
    /// A search reveals the user's destination. Plugins with network access are therefore asked only if `isOnline` is
    /// set, and then no others are asked.
    func search(
        named text: String, near: Coordinates?, limit: Int, isOnline: Bool
    ) async throws -> KnownPlaces {
        let host = try session.environment.pluginHost()
        let offers = host.usable.flatMap { plugin in plugin.manifest.offers.places.map { (plugin, $0.name) } }
        let sources = offers.filter { $0.0.manifest.needs.network == isOnline }
        guard !sources.isEmpty else { throw Self.noSource(isOnline: isOnline, hasOther: !offers.isEmpty) }
        var params: JSONObject = ["text": .string(text), "limit": .number(JSONNumber(limit))]
        params["near"] = near?.location()
        var found = KnownPlaces()
        for (plugin, name) in sources {
            params["name"] = .string(name)
            let request = PluginRequest(plugin: plugin, method: PluginMethod.searchPlaces, params: params)
            let result = try await session.plugins.ask(request, of: host).result
            let places = (result["places"]?.arrayValue ?? []).compactMap { KnownPlace($0, from: name) }
            found.places += places
            if !places.isEmpty, let attribution = result["attribution"]?.stringValue {
                found.attributions.append(attribution)
            }
        }
        found.places = Array(found.places.prefix(limit))
        return found
    }

    private static func noSource(isOnline: Bool, hasOther: Bool) -> PluginHostError {
        if isOnline {
            return PluginHostError(
                .notEnabled, "no enabled plugin searches for places on the network",
                hint: "'hometask plugin enable nominatim' allows searches with OpenStreetMap's service.")
        }
        return PluginHostError(
            .notFound, "no enabled plugin searches for places" + (hasOther ? " without the network" : ""),
            hint: hasOther
                ? "Use --online to search on the network."
                : "'hometask plugin list' shows the plugins; 'hometask plugin enable ID' enables one.")
    }
}
