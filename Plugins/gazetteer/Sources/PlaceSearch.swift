// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin

/// A search for places by name and optional regions: `Springfield, Illinois`.
struct PlaceSearch {
    /// The ways in which a place's name can match the searched name, from best to worst.
    private enum MatchQuality: CaseIterable {
        case whole, name, beginning, word

        /// Returns the text that a matching line contains.
        func needle(_ name: String) -> String {
            switch self {
            case .whole: "|\(name)|"
            // The first key is the place's primary name.
            case .name: "\t|\(name)"
            case .beginning: "|\(name)"
            case .word: " \(name)"
            }
        }
    }

    /// The ways to interpret the text: as a name, and the regions to search in.
    private let readings: [(name: String, regions: [String])]

    /// The maximum number of words of a name in the gazetteer. Longer names are not searched, because each
    /// interpretation without a match costs a scan of all places.
    static let mostWords = 11

    /// The maximum number of places compared by distance; the most populous places are used.
    private static let most = 5000

    /// - Parameter text: a name, optionally followed by regions, with or without commas.
    init(_ text: String) {
        let parts = text.split(separator: ",").map { FoldedName.of($0) }.filter { !$0.isEmpty }
        guard let first = parts.first else {
            readings = []
            return
        }
        if parts.count > 1 {
            readings = [(first, Array(parts.dropFirst()))]
            return
        }
        let words = first.split(separator: " ")
        readings = (1...min(words.count, Self.mostWords)).reversed().map { count in
            let rest = words[count...].joined(separator: " ")
            return (words[..<count].joined(separator: " "), rest.isEmpty ? [] : [rest])
        }
    }

    /// Returns the places with the best match: the most populous first, or the nearest first if a position is given.
    func places(near: Position?, limit: Int) -> [PlaceMatch] {
        for fit in MatchQuality.allCases {
            for (name, regions) in readings {
                let found = places(fit.needle(name), in: regions, limit: near == nil ? limit : Self.most)
                if found.isEmpty { continue }
                guard let near else { return found }
                let sorted = found.map { ($0, Self.nearness($0.position, near)) }.sorted { $0.1 < $1.1 }
                return sorted.prefix(limit).map(\.0)
            }
        }
        return []
    }

    private func places(_ needle: String, in regions: [String], limit: Int) -> [PlaceMatch] {
        var found: [PlaceMatch] = []
        var regions = regions.map { SearchedRegion($0) }
        Gazetteer.forEach(holding: needle) { line in
            if regions.indices.allSatisfy({ regions[$0].contains(line) }), let place = PlaceMatch(line) {
                found.append(place)
            }
            return found.count < limit
        }
        return found
    }

    /// Returns a sort key for distance. It is computed without trigonometry; near the antimeridian and the poles, its
    /// only error is the order of two distant places.
    private static func nearness(_ place: Position, _ here: Position) -> Double {
        let rise = place.latitude - here.latitude
        let turn = (place.longitude - here.longitude).remainder(dividingBy: 360)
        // The cosine of the latitude, approximated by a parabola that is exact at the equator and at the poles.
        let middle = (place.latitude + here.latitude) / 180
        let width = max(0, 1 - middle * middle)
        return rise * rise + turn * turn * width * width
    }
}

extension PlaceMatch {
    fileprivate init?(_ line: Gazetteer.Line) {
        guard let latitude = line.latitude, let longitude = line.longitude else { return nil }
        let names = line.regions.compactMap { Gazetteer.regions[$0] }
        self.init(
            name: line.name, address: names.count > 1 ? names.first : nil,
            position: Position(latitude: latitude, longitude: longitude))
        country = names.last
        population = line.population
    }
}

/// A country or state in a search, identified by its code or by a prefix of a word in its name.
struct SearchedRegion {
    private let text: String
    /// Cached results by code, since many places share a code.
    private var answers: [String: Bool] = [:]

    /// - Parameter text: the searched text, folded by ``FoldedName``.
    init(_ text: String) { self.text = text }

    /// Whether a place is in the region.
    mutating func contains(_ line: Gazetteer.Line) -> Bool {
        for code in line.regions where isNamed(code) { return true }
        return false
    }

    private mutating func isNamed(_ code: String) -> Bool {
        if let answer = answers[code] { return answer }
        let short = code.split(separator: ".").last ?? ""
        let name = FoldedName.of(Gazetteer.regions[code] ?? "")
        let answer = FoldedName.of(short) == text || " \(name)".contains(" \(text)")
        answers[code] = answer
        return answer
    }
}
