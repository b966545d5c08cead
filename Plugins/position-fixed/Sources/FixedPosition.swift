// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin

/// The position in the settings `at` and `accuracy`.
struct FixedPosition {
    let position: Position

    init(_ session: PluginSession) throws {
        guard let text = session.setting("at") else {
            throw RPCError(.refused, "no position is set for this device", hint: Self.hint)
        }
        guard let (latitude, longitude) = Self.coordinates(text) else {
            throw RPCError(
                .refused, "‘at’ should be degrees of latitude and longitude, but is ‘\(text.prefix(60))’",
                hint: Self.hint)
        }
        position = Position(latitude: latitude, longitude: longitude, accuracy: try Self.accuracy(session))
    }

    private static let hint = "Set it with 'hometask plugin config position-fixed at 52.37,4.89'."

    /// Parses a latitude and a longitude in degrees, separated by a comma, a semicolon or spaces.
    private static func coordinates(_ text: String) -> (Double, Double)? {
        let words = text.split { $0 == "," || $0 == ";" || $0.isWhitespace }
        guard words.count == 2, let latitude = number(words[0]), let longitude = number(words[1]),
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        return (latitude, longitude)
    }

    private static func accuracy(_ session: PluginSession) throws -> Double? {
        guard let text = session.setting("accuracy") else { return nil }
        guard let metres = number(text[...]), (0...20_100_000).contains(metres) else {
            throw RPCError(
                .refused, "‘accuracy’ should be a number of metres, but is ‘\(text.prefix(60))’",
                hint: "Set it with 'hometask plugin config position-fixed accuracy 50'.")
        }
        return metres
    }

    /// Parses a number in decimal digits. Swift would also accept hexadecimal digits and infinity.
    private static func number(_ text: Substring) -> Double? {
        text.allSatisfy { "+-.0123456789".contains($0) } ? Double(text) : nil
    }
}
