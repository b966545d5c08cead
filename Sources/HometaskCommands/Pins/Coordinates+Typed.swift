// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

extension Coordinates {
    /// Parses a point as people type or paste it: two decimal numbers, or a notation of maps (`CoordinateNotation`).
    /// Nil if the text is anything else, or a number is out of range.
    init?(typed text: String) {
        if Self.areNumbers(text) {
            self.init(text: text)
        } else if let read = CoordinateNotation.degrees(in: text) {
            self.init(latitude: read.latitude, longitude: read.longitude)
        } else {
            return nil
        }
    }
}
