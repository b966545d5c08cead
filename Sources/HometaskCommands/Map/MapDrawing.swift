// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskMap
import HometaskTerminal

/// A family's map as lines for the terminal: the map, a bar for its scale, and a legend for its letters.
struct MapDrawing {
    private let session: FamilySession
    private let contents: MapContents
    private let position: DevicePosition?

    init(_ contents: MapContents, position: DevicePosition?, in session: FamilySession) {
        self.contents = contents
        self.position = position
        self.session = session
    }

    private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    /// A wider map would exceed the part of a terminal that people see at once.
    private static let mostColumns = 100

    func lines() throws -> [String] {
        let (width, mode) = (session.output.drawingWidth, session.output.mode)
        let columns = min(width, Self.mostColumns)
        let here = position.map {
            MapPoint(latitude: $0.coordinates.latitude, longitude: $0.coordinates.longitude)
        }
        let points = contents.places.map(\.point) + (here.map { [$0] } ?? [])
        var map = TerminalMap(fitting: points, columns: columns, rows: max(columns / 4, 6))
        let groups = Self.groups(of: contents.places, on: map)
        for (number, group) in groups.enumerated().reversed() {
            map.add(Self.sign(number), at: group[0].point, style: Style.bold.union(Self.color(of: group)))
        }
        if let here { map.add("@", at: here, style: Style.bold.union(.blue)) }
        let layer = try MapLayer.bundled()
        return map.lines(on: layer, in: mode) + [scale(of: map, columns)] + legend(groups, hasPosition: here != nil)
    }

    /// Returns the groups of places that share a character of the map and thus a letter, from top to bottom and from
    /// left to right.
    private static func groups(of places: [MapPlace], on map: TerminalMap) -> [[MapPlace]] {
        var groups: [[Int]: [MapPlace]] = [:]
        for place in places {
            guard let cell = map.cell(of: place.point) else { continue }
            groups[[cell.row, cell.column], default: []].append(place)
        }
        return groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    }

    private static func sign(_ number: Int) -> Character { number < letters.count ? letters[number] : "*" }

    private static func color(of group: [MapPlace]) -> Style {
        if group.contains(where: { $0.tasks.contains(where: \.isOpen) }) { return .red }
        return group.allSatisfy { $0.photo != nil } ? .magenta : .green
    }

    private func scale(of map: TerminalMap, _ columns: Int) -> String {
        let (length, metres) = map.bar
        let bar = length < 2 ? "─" : "├" + String(repeating: "─", count: length - 2) + "┤"
        let text = "\(bar) \(Distance.text(metres, isImperial: session.settings.isImperial))"
        let credit = "Natural Earth, GeoNames"
        let room = columns - TextWidth.columns(text) - credit.count
        return Style.dim.applied(
            to: room < 2 ? text : text + String(repeating: " ", count: room) + credit, in: session.output.mode)
    }

    private func legend(_ groups: [[MapPlace]], hasPosition: Bool) -> [String] {
        var table = Table(columns: [
            Column(minimum: 1), Column(minimum: 12, shrinks: true), Column(minimum: 8, shrinks: true),
            Column(minimum: 18),
        ])
        for (number, group) in groups.prefix(Self.letters.count).enumerated() {
            table.add([
                Cell(String(Self.sign(number)), style: Style.bold.union(Self.color(of: group))),
                Cell(Self.names(of: group)), Cell(Self.details(of: group), style: .dim),
                Cell(group.count == 1 ? group[0].coordinates.description : "", style: .dim),
            ])
        }
        if groups.count > Self.letters.count {
            let rest = groups.dropFirst(Self.letters.count).reduce(0) { $0 + $1.count }
            table.add([Cell("*"), Cell("\(SyncFormatter.count(rest, "place")) more")])
        }
        if hasPosition, let position {
            table.add([
                Cell("@", style: Style.bold.union(.blue)), Cell("this device"), Cell(position.source, style: .dim),
                Cell(position.coordinates.description, style: .dim),
            ])
        }
        return table.lines(width: session.output.width, mode: session.output.mode)
    }

    private static func names(of group: [MapPlace]) -> String {
        let names = group.prefix(3).map(\.name).joined(separator: ", ")
        return group.count > 3 ? "\(names) and \(group.count - 3) more" : names
    }

    private static func details(of group: [MapPlace]) -> String {
        let open = group.reduce(0) { $0 + $1.tasks.count(where: \.isOpen) }
        let photos = group.count { $0.photo != nil }
        var notes = 0
        for case .pin(_, let about) in group.map(\.content) { notes += about.count }
        return [(open, "open task"), (notes, "note"), (photos, "photo")].filter { $0.0 > 0 }
            .map { SyncFormatter.count($0.0, $0.1) }.joined(separator: ", ")
    }
}
