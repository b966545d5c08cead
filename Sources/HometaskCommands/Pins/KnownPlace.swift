// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

/// A place found by a plugin.
struct KnownPlace: Sendable {
    let name: String
    /// The address in words, such as `Illinois`; nil if the plugin gave none.
    let address: String?
    let country: String?
    /// The number of inhabitants.
    let population: Int?
    let coordinates: Coordinates
    /// The name of the search that found the place.
    let source: String

    init?(_ json: JSON, from source: String) {
        guard let coordinates = Coordinates(json), let name = json["name"]?.stringValue else { return nil }
        self.name = name
        self.coordinates = coordinates
        self.source = source
        address = json["address"]?.stringValue
        country = json["country"]?.stringValue
        population = json["population"]?.intValue
    }

    /// The region in words: `Illinois, United States`; nil if it is unknown.
    var region: String? {
        let parts = [address, country].compactMap(\.self)
        // An address from a service may already end in the country.
        if let address, let country, address.hasSuffix(country) { return address }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// `latitude`, `longitude`, `name`, `source`, and `address`, `country` and `population` if they are known.
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

/// The results of the plugins' searches.
struct KnownPlaces: Sendable {
    var places: [KnownPlace] = []
    /// The owners of the data, who must be credited.
    var attributions: [String] = []
}
