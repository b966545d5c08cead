// SPDX-License-Identifier: Apache-2.0

/// A direction for people: one of the sixteen points of the compass.
enum Bearing {
    private static let points = [
        "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
    ]

    /// Returns the compass point nearest to a direction.
    ///
    /// - Parameter degrees: from 0 to 360, clockwise from north.
    static func text(_ degrees: Double) -> String {
        points[Int((degrees / 22.5).rounded()) % points.count]
    }
}
