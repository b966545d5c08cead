// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A colour for colour-science formulas: linear red, green and blue of sRGB (IEC 61966-2-1), from 0 to 1.
struct LinearColor {
    var channels: [Double]

    /// Reads a colour in the form `#rrggbb`.
    init(_ code: String) {
        let value = Int(code.dropFirst(), radix: 16) ?? 0
        channels = [16, 8, 0].map { shift in
            let channel = Double((value >> shift) & 0xFF) / 255
            return channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
        }
    }

    /// The colour as perceived under the vision model of a matrix.
    func seen(_ matrix: [[Double]]) -> LinearColor {
        var color = self
        color.channels = matrix.map { row in min(max(zip(row, channels).reduce(0) { $0 + $1.0 * $1.1 }, 0), 1) }
        return color
    }

    /// Severity 1 of table 1 in Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color
    /// Vision Deficiency", IEEE TVCG 15 (2009).
    static let deuteranopia = [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881],
    ]
    static let protanopia = [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998],
    ]

    /// Relative luminance as defined by WCAG 2.2.
    var luminance: Double { 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2] }

    /// The contrast ratio of WCAG 2.2, from 1 to 21.
    func contrast(to other: LinearColor) -> Double {
        let (light, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (light + 0.05) / (dark + 0.05)
    }

    /// CIE L*a*b* (CIE 15:2004) under the illuminant D65.
    var lab: Lab {
        let matrix = [
            [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041],
        ]
        let white = [0.95047, 1, 1.08883]
        let f = zip(matrix, white).map { row, white -> Double in
            let t = zip(row, channels).reduce(0) { $0 + $1.0 * $1.1 } / white
            return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116
        }
        return Lab(l: 116 * f[1] - 16, a: 500 * (f[0] - f[1]), b: 200 * (f[1] - f[2]))
    }
}

/// A colour by its lightness and two opponent axes.
struct Lab {
    let l, a, b: Double

    /// The CIEDE2000 difference, after Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula: Implementation
    /// Notes, Supplementary Test Data, and Mathematical Observations", Color Research and Application 30 (2005).
    func difference(to other: Lab) -> Double {
        let meanChroma = (hypot(a, b) + hypot(other.a, other.b)) / 2
        let g = 0.5 * (1 - Self.weight(meanChroma))
        let (a1, a2) = ((1 + g) * a, (1 + g) * other.a)
        let (c1, c2) = (hypot(a1, b), hypot(a2, other.b))
        let (h1, h2) = (Self.hue(a1, b), Self.hue(a2, other.b))
        let isGrey = c1 * c2 == 0
        var turn = isGrey ? 0 : h2 - h1
        if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
        let hueDifference = 2 * (c1 * c2).squareRoot() * sin(Self.radians(turn / 2))
        let (lightness, chroma) = ((l + other.l) / 2, (c1 + c2) / 2)
        let hue = isGrey ? h1 + h2 : Self.meanHue(h1, h2)
        let t =
            1 - 0.17 * cos(Self.radians(hue - 30)) + 0.24 * cos(Self.radians(2 * hue))
            + 0.32 * cos(Self.radians(3 * hue + 6)) - 0.20 * cos(Self.radians(4 * hue - 63))
        let offset = (lightness - 50) * (lightness - 50)
        let light = (other.l - l) / (1 + 0.015 * offset / (20 + offset).squareRoot())
        let saturated = (c2 - c1) / (1 + 0.045 * chroma)
        let turned = hueDifference / (1 + 0.015 * chroma * t)
        let rotation = -sin(Self.radians(60 * exp(-pow((hue - 275) / 25, 2)))) * 2 * Self.weight(chroma)
        return (light * light + saturated * saturated + turned * turned + rotation * saturated * turned).squareRoot()
    }

    private static func weight(_ chroma: Double) -> Double {
        let power = pow(chroma, 7)
        return (power / (power + pow(25, 7))).squareRoot()
    }

    private static func hue(_ a: Double, _ b: Double) -> Double {
        let degrees = a == 0 && b == 0 ? 0 : atan2(b, a) * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }

    private static func meanHue(_ first: Double, _ second: Double) -> Double {
        if abs(first - second) <= 180 { return (first + second) / 2 }
        return first + second < 360 ? (first + second + 360) / 2 : (first + second - 360) / 2
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}
