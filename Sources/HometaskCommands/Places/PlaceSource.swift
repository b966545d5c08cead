// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskReplica

/// A place that a plugin knows.
struct KnownPlace: Sendable {
    let name: String
    /// Where it is, in words.
    let address: String?
    let country: String?
    /// How many people live there.
    let population: Int?
    let coordinates: Coordinates
    /// The name of the search that knew it.
    let source: String

    fileprivate init?(_ json: JSON, from source: String) {
        guard let coordinates = Coordinates(json), let name = json["name"]?.stringValue else { return nil }
        self.name = name
        self.coordinates = coordinates
        self.source = source
        address = json["address"]?.stringValue
        country = json["country"]?.stringValue
        population = json["population"]?.intValue
    }

    /// Where it is, in words: `Illinois, United States`; nil where that is not known.
    var region: String? {
        let parts = [address, country].compactMap(\.self)
        // An address from a service may end in the country already.
        if let address, let country, address.hasSuffix(country) { return address }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// `latitude`, `longitude`, `name`, `source`, and `address`, `country` and `population` where they are known.
    var json: JSONObject {
        var object = coordinates.location().objectValue ?? [:]
        object["name"] = .string(name)
        object["source"] = .string(source)
        object["address"] = address.map { .string($0) }
        object["country"] = country.map { .string($0) }
        object["population"] = population.map { .number(JSONNumber($0)) }
        return object
    }
}

/// What the searches of plugins found.
struct KnownPlaces: Sendable {
    var places: [KnownPlace] = []
    /// Whose data they are.
    var attributions: [String] = []
}

extension FamilySession {
    /// Places by words, where the plugins look for them.
    ///
    /// What is looked for tells where somebody goes, so plugins that speak to the network are asked only where `isOnline`
    /// says so, and then they alone.
    func places(
        named text: String, near: Coordinates?, limit: Int, isOnline: Bool
    ) async throws -> KnownPlaces {
        let host = try environment.pluginHost()
        let offers = host.usable.flatMap { plugin in plugin.manifest.offers.places.map { (plugin, $0.name) } }
        let sources = offers.filter { $0.0.manifest.needs.network == isOnline }
        guard !sources.isEmpty else { throw Self.noSource(isOnline: isOnline, hasOther: !offers.isEmpty) }
        var params: JSONObject = ["text": .string(text), "limit": .number(JSONNumber(limit))]
        params["near"] = near?.location()
        var found = KnownPlaces()
        for (plugin, name) in sources {
            params["name"] = .string(name)
            let request = PluginRequest(plugin: plugin, method: PluginMethod.searchPlaces, params: params)
            let result = try await ask(request, of: host).result
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
                .notEnabled, "no plugin that may run looks for places on the network",
                hint: "'hometask plugin enable nominatim' lets one ask OpenStreetMap's service for what you look for.")
        }
        return PluginHostError(
            .notFound, "no plugin that may run looks for places" + (hasOther ? " without the network" : ""),
            hint: hasOther
                ? "--online asks those that speak to the network."
                : "'hometask plugin list' shows what there is; 'hometask plugin enable ID' lets one run.")
    }
}
