// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin
import HometaskTime

/// The Exif data of a photo (CIPA DC-008-2023, "Exif 3.0"), in libvips' text form: the value, then in brackets the
/// value in words, its type and its size.
///
/// An implausible value counts as missing, because cameras write zeros and garbage for unknown values.
struct Exif {
    private let field: (String) -> String?

    /// - Parameter field: the text of a field; nil if there is none.
    init(_ field: @escaping (String) -> String?) {
        self.field = field
    }

    /// Returns a string, which libvips shows as `value (value, ASCII, 6 components, 6 bytes)`.
    private func text(_ name: String) -> String? {
        guard let shown = field("exif-\(name)") else { return nil }
        var place = shown.startIndex
        while let gap = shown[place...].firstRange(of: " (") {
            let value = shown[..<gap.lowerBound]
            if shown[gap.upperBound...].hasPrefix(value + ", ") { return Self.cleaned(value) }
            place = gap.upperBound
        }
        return nil
    }

    private static func cleaned(_ text: Substring) -> String? {
        let scalars = text.unicodeScalars.filter { $0.properties.generalCategory != .control && $0 != "\u{FFFD}" }
        var rest = Substring(String(String.UnicodeScalarView(scalars))).drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest.isEmpty ? nil : String(rest.prefix(80))
    }

    /// Returns fractions, which libvips shows as `52/1 22/1 1234/100 (52, 22, 12.34, Rational, 3 components, 24
    /// bytes)`.
    private func fractions(_ name: String) -> [Double]? {
        guard let shown = field("exif-\(name)"), let end = shown.firstRange(of: " (")?.lowerBound else { return nil }
        let values = shown[..<end].split(separator: " ").map { word -> Double? in
            let parts = word.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
            guard parts.count == 2, let above = parts[0], let below = parts[1], below != 0 else { return nil }
            let value = above / below
            return value.isFinite && value >= 0 ? value : nil
        }
        let known = values.compactMap(\.self)
        return known.count == values.count ? known : nil
    }

    /// The make and model of the camera. The make is omitted if the model begins with it.
    var camera: String? {
        let (maker, model) = (text("ifd0-Make"), text("ifd0-Model"))
        guard let maker, let model else { return maker ?? model }
        return model.lowercased().hasPrefix(maker.lowercased()) ? model : "\(maker) \(model)"
    }
}

extension Exif {
    /// The position at which the photo was taken.
    var position: Position? {
        guard let latitude = angle("Latitude", limit: 90, hemispheres: ["N": 1, "S": -1]),
            let longitude = angle("Longitude", limit: 180, hemispheres: ["E": 1, "W": -1]),
            latitude != 0 || longitude != 0
        else { return nil }
        let accuracy = fractions("ifd3-GPSHPositioningError")?.first.flatMap { $0 > 0 && $0 < 20_000_000 ? $0 : nil }
        return Position(latitude: latitude, longitude: longitude, accuracy: accuracy)
    }

    /// Returns an angle in degrees, from degrees, minutes, seconds and the hemisphere.
    private func angle(_ name: String, limit: Double, hemispheres: [String: Double]) -> Double? {
        guard let sign = text("ifd3-GPS\(name)Ref").flatMap({ hemispheres[$0.uppercased()] }),
            let parts = fractions("ifd3-GPS\(name)"), parts.count == 3, parts[1] <= 60, parts[2] <= 60
        else { return nil }
        let degrees = parts[0] + parts[1] / 60 + parts[2] / 3600
        guard degrees <= limit else { return nil }
        // Seven decimals are about a centimetre; further digits are artefacts of the division.
        return (sign * degrees * 1e7).rounded() / 1e7 + 0
    }
}

extension Exif {
    /// Returns the time at which the photo was taken: by the GPS receiver, otherwise by the camera's clock with its
    /// offset from UTC, otherwise by that clock in the given zone.
    func time(in zone: TimeZoneRules) -> Timestamp? {
        if let day = text("ifd3-GPSDateStamp").flatMap(Self.date), let clock = fractions("ifd3-GPSTimeStamp"),
            clock.count == 3, let time = Self.time(clock)
        {
            return TimeZoneRules.utc.timestamp(of: CivilTime(date: day, time: time))
        }
        guard let words = text("ifd2-DateTimeOriginal")?.split(separator: " "), words.count == 2,
            let day = Self.date(String(words[0])),
            let time = Self.time(words[1].split(separator: ":").map { Double($0) ?? -1 })
        else { return nil }
        let civil = CivilTime(date: day, time: time)
        guard let offset = text("ifd2-OffsetTimeOriginal").flatMap(Self.offset) else {
            return zone.timestamp(of: civil)
        }
        return Timestamp(seconds: TimeZoneRules.utc.timestamp(of: civil).seconds - offset)
    }

    /// Parses a date such as `2026:11:22`; years before the first photograph are invalid.
    private static func date(_ text: String) -> CivilDate? {
        let parts = text.split(separator: ":").map { Int($0) ?? -1 }
        guard parts.count == 3, parts[0] >= 1826 else { return nil }
        return CivilDate(year: parts[0], month: parts[1], day: parts[2])
    }

    /// Returns a time of day from hours, minutes and seconds; fractions of a second are dropped.
    private static func time(_ parts: [Double]) -> TimeOfDay? {
        guard parts.count == 3, parts.allSatisfy({ (0..<100).contains($0) }) else { return nil }
        return TimeOfDay(hour: Int(parts[0]), minute: Int(parts[1]), second: min(Int(parts[2]), 59))
    }

    /// Parses an offset such as `+01:00`, as seconds east of UTC.
    private static func offset(_ text: String) -> Int64? {
        if text == "Z" { return 0 }
        let digits = text.dropFirst().split(separator: ":").map { Int64($0) ?? -1 }
        guard let sign = ["+": Int64(1), "-": -1][text.prefix(1)], digits.count == 2, (0...14).contains(digits[0]),
            (0..<60).contains(digits[1])
        else { return nil }
        return sign * (digits[0] * 3600 + digits[1] * 60)
    }
}
