// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskHunts
import HometaskQueries
import HometaskReplica

/// The options for how a clue is solved.
struct HuntClueOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The code word that solves it; case, accents and spaces do not matter.", valueName: "word"))
    var code: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The place where a photo solves it: a pin's name, coordinates, or 'here' for this device's position.",
            valueName: "pin|lat,lon|here"))
    var at: String?

    @Option(
        help: ArgumentHelp(
            "The maximum distance of the photo from that place; 50m by default.", valueName: "distance"))
    var within: String?

    @Option(help: ArgumentHelp("The points for solving it.", valueName: "count"))
    var points: Int?

    func validate() throws {
        if code != nil, at != nil {
            throw ValidationError(
                "a clue can be solved in one way only: by a code word (--code) or by a photo (--at)")
        }
        if within != nil, at == nil {
            throw ValidationError("--within needs a place: name it with --at")
        }
        if let points, !(0...100_000).contains(points) {
            throw ValidationError("--points should be a number from 0 to 100000, but is \(points)")
        }
    }

    /// Returns the code word, with the data for checking it.
    func newCode() throws -> NewCode? {
        guard let code else { return nil }
        guard let word = CodeWord(code) else {
            throw UsageError(
                "the code word ‘\(code)’ has no letter and no digit",
                hint: "Choose one with letters or digits.")
        }
        return try word.newCode()
    }

    /// Returns the place that `--at` names, with the distance of `--within` (50 m by default); nil without `--at`.
    func place(in session: FamilySession) async throws -> CluePlace? {
        guard let at else { return nil }
        let metres = try within.map { try Distance.metres($0) } ?? 50
        guard metres <= 100_000 else {
            throw UsageError("--within should be at most 100km, but is \(within ?? "")")
        }
        if at.lowercased() == "here" {
            return CluePlace(try await session.position.find().coordinates, within: metres)
        }
        if let coordinates = try PinPlaceOptions.coordinatesIfAny(at) {
            return CluePlace(coordinates, within: metres)
        }
        let finder = try await session.replica.read { try PinFinder(reading: $0) }
        return CluePlace(try finder.coordinates(of: finder.pin([at])), within: metres)
    }
}
