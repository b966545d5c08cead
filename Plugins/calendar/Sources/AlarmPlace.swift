// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// The place of a location alarm in Apple's format, which goes off on arriving at or leaving the place. The alarm has
/// an `X-APPLE-STRUCTURED-LOCATION` with a `geo:` URI (RFC 5870), and a meaningless TRIGGER in 1976.
struct AlarmPlace {
    /// The name of the place, or its coordinates if it has no name.
    let name: String
    let address: String
    let location: JSON
    /// The trigger radius of the alarm, in metres; nil if it is missing or not from 0 to 100000.
    let radius: JSONNumber?

    /// Whether an alarm is a location alarm.
    static func isMeant(_ alarm: [ContentLine]) -> Bool {
        alarm.contains { $0.name == "X-APPLE-PROXIMITY" || $0.name == "X-APPLE-STRUCTURED-LOCATION" }
    }

    /// The place of an alarm; nil if the alarm has no valid coordinates.
    init?(_ alarm: [ContentLine]) {
        guard let line = alarm.first(where: { $0.name == "X-APPLE-STRUCTURED-LOCATION" }),
            line.value.lowercased().hasPrefix("geo:")
        else { return nil }
        let numbers = line.value.dropFirst(4).prefix { $0 != ";" && $0 != "?" }
            .split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count >= 2, let latitude = numbers[0], let longitude = numbers[1], abs(latitude) <= 90,
            abs(longitude) <= 180, let north = JSONNumber(latitude), let east = JSONNumber(longitude)
        else { return nil }
        location = ["latitude": .number(north), "longitude": .number(east)]
        let title = PlainText.line(line.parameter("X-TITLE") ?? "").line
        name = title.isEmpty ? "\(latitude), \(longitude)" : title
        let lines = (line.parameter("X-ADDRESS") ?? "").replacing("\\n", with: " ")
        address = PlainText.line(lines).line
        let metres = line.parameter("X-APPLE-RADIUS").flatMap { Double($0) }
        radius = metres.flatMap { (0...100_000).contains($0) ? JSONNumber($0) : nil }
    }
}
