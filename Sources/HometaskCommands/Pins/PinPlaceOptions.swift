// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily

/// The options that set a pin's place, shared by `pin add` and `pin edit`.
struct PinPlaceOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The location, in degrees north and east, such as 52.37,4.89.", valueName: "lat,lon"))
    var location: String?

    @Flag(help: "Use this device's position.")
    var here = false

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The accuracy of the location: 10m, 30ft.", valueName: "distance"))
    var accuracy: String?

    @Option(
        name: .customLong("label"),
        help: ArgumentHelp("Add a label, a word to find it by; may be repeated.", valueName: "word"))
    var labels: [String] = []

    /// The accuracy in metres.
    var metres: Double? {
        get throws { try accuracy.map { try Distance.metres($0) } }
    }

    func validate() throws {
        if here, location != nil { throw ValidationError("--here and --location cannot be used together") }
    }

    /// Returns the coordinates and the accuracy in metres from the options: typed coordinates, or this device's
    /// position.
    func place(in session: FamilySession, typed: String? = nil) async throws -> (Coordinates?, accuracy: Double?) {
        guard here else { return (try (location ?? typed).map { try Self.coordinates($0) }, try metres) }
        if let typed { throw UsageError("a pin has one location, but ‘\(typed)’ and --here were given") }
        let position = try await session.position.find()
        return (position.coordinates, try metres ?? position.accuracy)
    }

    /// Parses typed coordinates; nil if the text is a name.
    ///
    /// - Throws: `UsageError` for two numbers that are out of range.
    static func coordinatesIfAny(_ text: String) throws -> Coordinates? {
        Coordinates.areNumbers(text) ? try coordinates(text) : Coordinates(typed: text)
    }

    /// Parses coordinates typed by the user.
    static func coordinates(_ text: String) throws -> Coordinates {
        if let coordinates = Coordinates(typed: text) { return coordinates }
        guard Coordinates.areNumbers(text) else {
            throw UsageError(
                "‘\(text)’ is not a location", hint: "Write degrees north and degrees east, such as 52.37,4.89.")
        }
        throw UsageError(
            "‘\(text)’ is not a place on the earth: the latitude ranges from -90 to 90, the longitude from -180 to 180",
            hint: "The latitude (degrees north) comes first: 52.37,4.89.")
    }
}
