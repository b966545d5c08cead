// SPDX-License-Identifier: Apache-2.0

import HometaskMap
import HometaskTerminal
import Testing

@Suite("A map in the terminal")
struct TerminalMapTests {
    private static let home = MapPoint(latitude: 52.0907, longitude: 5.1214)
    private static let layer = Result { try MapLayer.bundled() }

    @Test("Every line is as wide as the map, at any size", arguments: [(1, 1), (20, 4), (80, 20), (500, 100)])
    func width(_ columns: Int, _ rows: Int) throws {
        var map = TerminalMap(around: Self.home, metres: 300_000, columns: columns, rows: rows)
        map.add("#", at: Self.home, style: .red)
        let lines = map.lines(on: try Self.layer.get(), in: .none)
        #expect(lines.count == rows && lines.allSatisfy { TextWidth.columns($0) == columns })
        #expect(lines.allSatisfy { !$0.contains("\u{1B}") })
        #expect(lines.joined().count { $0 == "#" } == 1)
    }

    @Test("A mark is in the middle, a coast in the west, and town names are whole")
    func content() throws {
        var map = TerminalMap(around: Self.home, metres: 200_000, columns: 60, rows: 15)
        map.add("x", at: Self.home)
        let lines = map.lines(on: try Self.layer.get(), in: .none)
        #expect(Array(lines[7])[30] == "x")
        #expect(lines.joined().contains("·Amsterdam") && lines.joined().contains("·The Hague"))
        let dots = lines.map { Array($0).prefix(20) }.joined().filter { ("\u{2801}"..."\u{28FF}").contains($0) }
        #expect(dots.count > 8)
    }

    @Test("A town beneath a mark is labelled above or below the mark")
    func beneath() throws {
        var map = TerminalMap(around: Self.home, metres: 20_000, columns: 40, rows: 8)
        let middle = MapPoint(latitude: 52.09083, longitude: 5.12222)
        map.add("#", at: middle)
        let lines = map.lines(on: try Self.layer.get(), in: .none)
        let row = try #require(map.cell(of: middle)).row
        #expect(lines[row].contains("#") && (lines[row - 1] + lines[row + 1]).contains("Utrecht"))
    }

    @Test("A later mark covers an earlier one; marks off the map, or two columns wide, are dropped")
    func marks() throws {
        var map = TerminalMap(around: Self.home, metres: 2000, columns: 20, rows: 5)
        map.add("1", at: Self.home)
        map.add("2", at: Self.home)
        map.add("3", at: MapPoint(latitude: 53, longitude: 5))
        map.add("家", at: Self.home)
        let text = map.lines(on: try Self.layer.get(), in: .none).joined()
        #expect(text.contains("2") && !text.contains("1") && !text.contains("3") && !text.contains("家"))
        #expect(map.cell(of: MapPoint(latitude: 53, longitude: 5)) == nil)
    }

    @Test("Colours surround marks and coasts, and are reset at the end of a line")
    func colors() throws {
        var map = TerminalMap(around: Self.home, metres: 200_000, columns: 60, rows: 15)
        map.add("x", at: Self.home, style: .red)
        let lines = map.lines(on: try Self.layer.get(), in: .basic)
        #expect(lines[7].contains("\u{1B}[31mx\u{1B}[0m"))
        #expect(lines.joined().contains("\u{1B}[34m"))
        for line in lines {
            #expect(line.components("\u{1B}[0m") * 2 == line.components("\u{1B}["), "\(line)")
        }
    }

    @Test("The scale bar is a round distance, at most a third of the map", arguments: [50.0, 999, 20_000, 3_000_000])
    func bar(_ metres: Double) {
        let map = TerminalMap(around: Self.home, metres: metres, columns: 60, rows: 10)
        let bar = map.bar
        #expect((1...21).contains(bar.columns))
        var digits = bar.metres
        while digits >= 10 { digits /= 10 }
        #expect([1, 2, 5].contains { abs($0 - digits) < 1e-9 })
        #expect(bar.metres <= metres / 3 && bar.metres > metres / 20)
    }
}

extension String {
    fileprivate func components(_ part: String) -> Int { ranges(of: part).count }
}
