// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin

/// A search for places by a name and what narrows it: `Springfield, Illinois`.
struct PlaceSearch {
    /// How the name of a place and the words looked for go together, the best first.
    private enum Fit: CaseIterable {
        case whole, name, beginning, word

        /// What a line that fits holds.
        func needle(_ name: String) -> String {
            switch self {
            case .whole: "|\(name)|"
            // The name that a place goes by is the first of those by which it is looked for.
            case .name: "\t|\(name)"
            case .beginning: "|\(name)"
            case .word: " \(name)"
            }
        }
    }

    /// The ways to read the words: the name, and the regions in which it is looked for.
    private let readings: [(name: String, regions: [String])]

    /// The most words that a name in the gazetteer has. What is longer is none, so it is not looked for: every reading
    /// that fits nothing is a way through all places.
    static let mostWords = 11

    /// With many places to choose from by their distance, no more than these with the most people are looked at.
    private static let most = 5000

    /// - Parameter text: a name, then perhaps regions, with commas or without.
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

    /// The places that fit best: those with the most people first, or the nearest.
    func places(near: Position?, limit: Int) -> [FoundPlace] {
        for fit in Fit.allCases {
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

    private func places(_ needle: String, in regions: [String], limit: Int) -> [FoundPlace] {
        var found: [FoundPlace] = []
        Gazetteer.forEach(holding: needle) { line in
            if regions.allSatisfy({ Self.lies(line, in: $0) }), let place = FoundPlace(line) { found.append(place) }
            return found.count < limit
        }
        return found
    }

    /// Whether a place lies in a region that is named by its code, or by the beginning of its name.
    private static func lies(_ line: Gazetteer.Line, in region: String) -> Bool {
        line.regions.contains { code in
            let short = code.split(separator: ".").last ?? ""
            if FoldedName.of(short) == region { return true }
            let name = FoldedName.of(Gazetteer.regions[code] ?? "")
            return " \(name)".contains(" \(region)")
        }
    }

    /// Greater for what is farther: enough to sort by, and without trigonometry near the date line or the poles wrong
    /// by no more than which of two far places comes first.
    private static func nearness(_ place: Position, _ here: Position) -> Double {
        let rise = place.latitude - here.latitude
        let turn = (place.longitude - here.longitude).remainder(dividingBy: 360)
        // The cosine of the latitude, by a parabola that is right at the equator and the poles.
        let middle = (place.latitude + here.latitude) / 180
        let width = max(0, 1 - middle * middle)
        return rise * rise + turn * turn * width * width
    }
}

extension FoundPlace {
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
