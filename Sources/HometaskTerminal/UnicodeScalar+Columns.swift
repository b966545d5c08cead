// SPDX-License-Identifier: Apache-2.0

extension Unicode.Scalar {
    /// The number of columns that this scalar takes alone.
    var columns: Int {
        switch value {
        case 0x20...0x7E: return 1
        case 0...0x9F: return 0
        case 0xA0..<0x300: return 1
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: return 2
        default: break
        }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
        case .format where !isVisibleFormat: return 0
        default: break
        }
        if value >= 0x1100 && WideScalars.contains(value) { return 2 }
        return properties.isDefaultIgnorableCodePoint ? 0 : 1
    }
}
