// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal

/// Places that plugins found, as rows of a list.
enum PlaceTable {
    /// Returns the number, the name, the region, the number of inhabitants, and the coordinates.
    static func lines(_ places: [KnownPlace], output: Output) -> [String] {
        var table = Table(columns: [
            Column(alignment: .right), Column(minimum: 10, shrinks: true), Column(minimum: 10, shrinks: true),
            Column(alignment: .right), Column(minimum: 16),
        ])
        for (index, place) in places.enumerated() {
            table.add([
                Cell("\(index + 1)", style: .dim), Cell(place.name, style: .bold), Cell(place.region ?? ""),
                Cell(place.population.map(people) ?? "", style: .dim), Cell("\(place.coordinates)"),
            ])
        }
        return table.lines(width: output.width, mode: output.mode)
    }

    /// Returns a place in a line: `2  Springfield, Illinois, United States, 114,394 people`.
    static func candidate(_ place: KnownPlace, number: Int) -> String {
        let parts = [place.name, place.region, place.population.map { "\(people($0)) people" }].compactMap(\.self)
        return "\(number)  \(parts.joined(separator: ", "))"
    }

    /// Returns a number with commas between groups of three digits.
    private static func people(_ count: Int) -> String {
        let digits = Array("\(count)")
        return digits.enumerated().map { index, digit in
            index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : "\(digit)"
        }.joined()
    }
}
