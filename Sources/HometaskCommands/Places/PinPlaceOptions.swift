// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily

/// The options that say where a pin is, shared by `pin add` and `pin edit`.
struct PinPlaceOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where it is: degrees north and east, such as 52.37,4.89.", valueName: "lat,lon"))
    var location: String?

    @Flag(help: "It is where this device is now.")
    var here = false

    @Option(parsing: .unconditional, help: ArgumentHelp("How exact that is: 10m, 30ft.", valueName: "distance"))
    var accuracy: String?

    @Option(help: ArgumentHelp("The postal address.", valueName: "text"))
    var address: String?

    @Option(
        name: .customLong("label"),
        help: ArgumentHelp("A word to find it by; may be given several times.", valueName: "word"))
    var labels: [String] = []

    /// The accuracy in metres.
    var metres: Double? {
        get throws { try accuracy.map { try Distance.metres($0) } }
    }

    func validate() throws {
        if here, location != nil { throw ValidationError("--here and --location are two places") }
    }

    /// Where the options say it is, and how exactly in metres: what was typed, or where this device is.
    func place(in session: FamilySession, typed: String? = nil) async throws -> (Coordinates?, accuracy: Double?) {
        guard here else { return (try (location ?? typed).map { try Self.coordinates($0) }, try metres) }
        if let typed { throw UsageError("a pin is at one place, and ‘\(typed)’ and --here are two") }
        let position = try await session.position()
        return (position.coordinates, try metres ?? position.accuracy)
    }

    /// Coordinates as people type them.
    static func coordinates(_ text: String) throws -> Coordinates {
        if let coordinates = Coordinates(text: text) { return coordinates }
        guard Coordinates.areNumbers(text) else {
            throw UsageError(
                "‘\(text)’ is not a location", hint: "Write degrees north and degrees east, such as 52.37,4.89.")
        }
        throw UsageError(
            "‘\(text)’ is not a place on the earth: the latitude goes from -90 to 90, the longitude from -180 to 180",
            hint: "The latitude, degrees north, comes first: 52.37,4.89.")
    }
}
