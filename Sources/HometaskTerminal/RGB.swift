// SPDX-License-Identifier: Apache-2.0

/// A colour with three eight-bit channels, and the nearest one in smaller palettes.
struct RGB: Hashable, Sendable {
    let red: Int
    let green: Int
    let blue: Int

    /// Creates a colour from its value, `0xRRGGBB`.
    init(value: UInt32) {
        red = Int(value >> 16 & 0xFF)
        green = Int(value >> 8 & 0xFF)
        blue = Int(value & 0xFF)
    }

    private init(red: Int, green: Int, blue: Int) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The number of the ECMA-48 colour with the same strong channels; `nil` for black, white and greys, which could be
    /// invisible on the background.
    var nearestNamed: Int? {
        let channels = [red, green, blue]
        guard let least = channels.min(), let most = channels.max(), most - least >= 32 else { return nil }
        let middle = (least + most) / 2
        return (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0)
    }

    /// The nearest colour in xterm's colour cube (16 to 231) and grey ramp (232 to 255).
    var nearestIndexed: Int {
        let levels = [0, 95, 135, 175, 215, 255]
        func nearestLevel(_ channel: Int) -> Int {
            levels.indices.min { abs(levels[$0] - channel) < abs(levels[$1] - channel) } ?? 0
        }
        let (r, g, b) = (nearestLevel(red), nearestLevel(green), nearestLevel(blue))
        let step = min(max(((red + green + blue) / 3 - 3) / 10, 0), 23)
        let grey = 8 + 10 * step
        let cubeDistance = distance(to: RGB(red: levels[r], green: levels[g], blue: levels[b]))
        return distance(to: RGB(red: grey, green: grey, blue: grey)) < cubeDistance
            ? 232 + step : 16 + 36 * r + 6 * g + b
    }

    private func distance(to other: RGB) -> Int {
        let (r, g, b) = (red - other.red, green - other.green, blue - other.blue)
        return r * r + g * g + b * b
    }
}
