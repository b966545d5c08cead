// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskFamily
import Testing

@Suite("The palette")
struct PaletteTests {
    private static let pairs = Palette.colors.indices.flatMap { first in
        Palette.colors.indices.dropFirst(first + 1).map { (Palette.colors[first], Palette.colors[$0]) }
    }

    @Test(
        "The colour difference matches the published test data",
        arguments: [
            (Lab(l: 50, a: 2.6772, b: -79.7751), Lab(l: 50, a: 0, b: -82.7485), 2.0425),
            (Lab(l: 50, a: -1, b: 2), Lab(l: 50, a: 0, b: 0), 2.3669),
            (Lab(l: 50, a: 2.4900, b: -0.0010), Lab(l: 50, a: -2.4900, b: 0.0011), 7.2195),
            (Lab(l: 50, a: 2.5, b: 0), Lab(l: 73, a: 25, b: -18), 27.1492),
            (Lab(l: 60.2574, a: -34.0099, b: 36.2677), Lab(l: 60.4626, a: -34.1751, b: 39.4387), 1.2644),
            (Lab(l: 2.0776, a: 0.0795, b: -1.1350), Lab(l: 0.9033, a: -0.0636, b: -0.5514), 0.9082),
        ])
    func published(first: Lab, second: Lab, difference: Double) {
        #expect(abs(first.difference(to: second) - difference) < 0.0001)
        #expect(abs(second.difference(to: first) - difference) < 0.0001)
    }

    @Test("Any two colours are distinguishable, with normal and with colour-deficient vision")
    func differences() {
        for (first, second) in Self.pairs {
            let (one, other) = (LinearColor(first.code), LinearColor(second.code))
            let names = Comment(rawValue: "\(first.name) and \(second.name)")
            #expect(one.lab.difference(to: other.lab) >= Palette.leastDifference, names)
            for sight in [LinearColor.deuteranopia, LinearColor.protanopia] {
                let difference = one.seen(sight).lab.difference(to: other.seen(sight).lab)
                #expect(difference >= Palette.leastSimulatedDifference, names)
            }
        }
    }

    @Test("Every colour has sufficient contrast on light and on dark", arguments: Palette.colors)
    func contrast(color: Palette.Color) {
        for background in ["#ffffff", "#000000", "#1e1e1e"] {
            let contrast = LinearColor(color.code).contrast(to: LinearColor(background))
            #expect(contrast >= Palette.leastContrast, "\(color.name) on \(background)")
        }
        #expect(abs(LinearColor("#ffffff").contrast(to: LinearColor("#000000")) - 21) < 0.0001)
    }

    @Test("Every colour is assigned once before any repeats, counting the colours of existing documents")
    func next() {
        var used: [String] = []
        for _ in Palette.colors { used.append(Palette.next(after: used)) }
        #expect(Set(used).count == Palette.colors.count)
        #expect(Palette.next(after: used) == used[0])
        #expect(Palette.name(of: "#0072B2") == "blue")
        #expect(Palette.next(after: ["#0072b2"]) != Palette.next(after: []))
        #expect(Palette.name(of: "#123456") == "#123456")
    }
}
