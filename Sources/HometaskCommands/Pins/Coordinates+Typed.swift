// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

extension Coordinates {
    /// Parses typed or pasted coordinates: two decimal numbers, a notation of maps (`CoordinateNotation`), or a URI
    /// such as `geo:52.37,4.89;u=10` (RFC 5870), whose altitude and parameters are ignored. Nil if the text is anything
    /// else, or a number is out of range.
    init?(typed text: String) {
        if Self.areNumbers(text) {
            self.init(text: text)
        } else if text.lowercased().hasPrefix("geo:") {
            let numbers = text.dropFirst(4).prefix { $0 != ";" && $0 != "?" }.split(separator: ",")
            self.init(text: numbers.prefix(2).joined(separator: ","))
        } else if let read = CoordinateNotation.degrees(in: text) {
            self.init(latitude: read.latitude, longitude: read.longitude)
        } else {
            return nil
        }
    }
}
