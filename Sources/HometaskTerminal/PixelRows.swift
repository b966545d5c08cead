// SPDX-License-Identifier: Apache-2.0

/// An RGB bitmap, drawn as characters or sixels.
public struct PixelRows: Sendable {
    private let bytes: [UInt8]
    private let width: Int
    private let height: Int

    /// Creates a picture; nil if the number of bytes does not match the size.
    public init?(_ bytes: [UInt8], width: Int, height: Int) {
        guard width > 0, height > 0, bytes.count == 3 * width * height else { return nil }
        (self.bytes, self.width, self.height) = (bytes, width, height)
    }

    private func color(_ column: Int, _ row: Int) -> RGB {
        let place = 3 * (row * width + column)
        return RGB(value: UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]))
    }

    /// Returns lines of half blocks; each character shows two pixels, one above the other.
    public func halfBlocks(in mode: ColorMode) -> [String] {
        stride(from: 0, to: height, by: 2).map { row in
            var line = ""
            var codes = ""
            for column in 0..<width {
                let above = color(column, row)
                let below = row + 1 < height ? color(column, row + 1) : nil
                let ground = below.map { $0.codes(in: mode, isBackground: true) } ?? "49"
                let next = "\(above.codes(in: mode, isBackground: false));\(ground)"
                if next != codes { line += "\u{1B}[\(next)m" }
                codes = next
                line += "▀"
            }
            return line + "\u{1B}[0m"
        }
    }

    /// The picture as sixels, in 216 colours (DEC STD 070).
    public var sixels: String {
        var text = "\u{1B}Pq\"1;1;\(width);\(height)"
        for number in 0..<216 {
            let shares = [number / 36, number / 6 % 6, number % 6].map { "\($0 * 20)" }
            text += "#\(number);2;\(shares.joined(separator: ";"))"
        }
        for row in stride(from: 0, to: height, by: 6) {
            var bands: [Int: [UInt8]] = [:]
            for line in row..<min(row + 6, height) {
                for column in 0..<width {
                    let number = Self.number(of: color(column, line), column, row: line)
                    bands[number, default: [UInt8](repeating: 0, count: width)][column] |= 1 << UInt8(line - row)
                }
            }
            for (number, band) in bands.sorted(by: { $0.key < $1.key }) { text += "#\(number)\(Self.packed(band))$" }
            text += "-"
        }
        return text + "\u{1B}\\"
    }

    /// Returns the number of the nearest of 6 × 6 × 6 colours, with ordered dithering (Bayer, 1973).
    private static func number(of color: RGB, _ column: Int, row: Int) -> Int {
        let pattern = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
        let threshold = pattern[row % 4 * 4 + column % 4] * 51 / 16
        func step(_ channel: Int) -> Int { min(5, (channel + threshold) / 51) }
        return step(color.red) * 36 + step(color.green) * 6 + step(color.blue)
    }

    /// Returns a run-length-encoded band of one colour.
    private static func packed(_ band: [UInt8]) -> String {
        var text = ""
        var place = 0
        while place < band.count {
            var end = place + 1
            while end < band.count, band[end] == band[place] { end += 1 }
            let sign = String(UnicodeScalar(band[place] + 63))
            text += end - place > 3 ? "!\(end - place)\(sign)" : String(repeating: sign, count: end - place)
            place = end
        }
        return text
    }
}

extension RGB {
    /// Returns the parameters of the control sequence (ECMA-48, SGR) that sets the colour of the text, or of its
    /// background.
    fileprivate func codes(in mode: ColorMode, isBackground: Bool) -> String {
        let ground = isBackground ? 4 : 3
        switch mode {
        case .none, .basic:
            let number = (red > 127 ? 1 : 0) + (green > 127 ? 2 : 0) + (blue > 127 ? 4 : 0)
            return "\(ground)\(number)"
        case .extended: return "\(ground)8;5;\(nearestIndexed)"
        case .full: return "\(ground)8;2;\(red);\(green);\(blue)"
        }
    }
}
