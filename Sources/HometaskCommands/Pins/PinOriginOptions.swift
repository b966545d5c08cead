// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries

/// The options for the origin of distances.
struct PinOriginOptions: ParsableArguments {
    @Option(
        name: [.long, .customLong("near")], parsing: .unconditional,
        help: ArgumentHelp(
            "Measure from here: a pin's name, coordinates, or 'here' for this device's position.",
            valueName: "pin|lat,lon|here"))
    var from: String?

    @Flag(help: "Measure from this device's position: short for --from here.")
    var here = false

    /// Whether the options name a point.
    var isGiven: Bool { from != nil || here }

    func validate() throws {
        if here, from != nil { throw ValidationError("--here and --from cannot be used together") }
    }

    /// Returns the point; nil if none is named. Only `here` needs this device's position.
    func origin(among finder: PinFinder, in session: FamilySession) async throws -> Coordinates? {
        if here || from?.lowercased() == "here" { return try await session.position.find().coordinates }
        guard let from else { return nil }
        if let coordinates = try PinPlaceOptions.coordinatesIfAny(from) { return coordinates }
        return try finder.coordinates(of: try finder.pin([from]))
    }
}
