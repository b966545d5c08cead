// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskReplica
import HometaskTerminal

/// `hometask pin list`: the pins, by name or by how far they are.
struct PinListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List pins.",
        discussion: "Words are looked for in names, addresses and labels. With --near, the nearest come first.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "Words to look for.")
    var words: [String] = []

    @Option(
        name: .customLong("label"),
        help: ArgumentHelp("Show pins with this label; may be given several times.", valueName: "word"))
    var labels: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Sort by the distance from here: degrees, or a pin's name.", valueName: "lat,lon|pin"))
    var near: String?

    @Flag(help: "Sort by the distance from where this device is.")
    var here = false

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Show only what is so near: 500m, 2km, 1mi.", valueName: "distance")
    )
    var within: String?

    @Option(help: ArgumentHelp("Show at most so many pins.", valueName: "count"))
    var limit: Int?

    @Flag(help: "Show the trash.")
    var trash = false

    func run() async throws {
        if let limit, limit < 1 { throw UsageError("--limit should be at least 1, and is \(limit)") }
        let radius = try within.map { try Distance.metres($0) }
        if radius != nil, near == nil, !here {
            throw UsageError(
                "--within needs a point to measure from", hint: "Name it with --near LAT,LON, --near PIN or --here.")
        }
        let session = try await FamilySession.open(global)
        let finder = try await session.replica.read { try PinFinder(reading: $0) }
        if here, near != nil { throw UsageError("--here and --near are two points to measure from") }
        let position = here ? try await session.position().coordinates : nil
        let center = try near.map { try Self.center($0, in: finder) } ?? position
        let search = PinSearch(words: words, labels: labels, center: center, radius: radius, isTrash: trash)
        let found = search.pins(among: finder.pins)
        let shown = limit.map { Array(found.prefix($0)) } ?? found
        if showing.json {
            return try session.output.print(
                .array(shown.map { .object(PinJSON.object($0.pin, distance: $0.distance)) }))
        }
        let total = finder.pins.filter { $0.isDeleted == trash }.count
        guard !shown.isEmpty else { return try session.output.say(emptySentence(total)) }
        var table = Table(columns: PinLine.columns)
        let ids = ShortIDs(finder.pins.map(\.id))
        for item in shown { table.add(PinLine.cells(item.pin, distance: item.distance, ids: ids, in: session)) }
        try session.output.print(table.lines(width: session.output.width, mode: session.output.mode))
        if shown.count < found.count {
            let count = "\(shown.count) of \(found.count) pins"
            try session.output.print([Style.dim.applied(to: count, in: session.output.mode)])
        }
    }

    /// The point that was typed, or where the pin is that was named.
    private static func center(_ text: String, in finder: PinFinder) throws -> Coordinates {
        if Coordinates.areNumbers(text) { return try PinPlaceOptions.coordinates(text) }
        let pin = try finder.pin([text])
        if let coordinates = pin.coordinates { return coordinates }
        throw ReplicaError(
            .invalidRequest, "it is not known where ‘\(pin.name)’ is, so nothing can be near it",
            hint:
                "Say where with 'hometask pin edit #\(Reference.shortest(pin.id, among: finder.pins.map(\.id))) --location LAT,LON'."
        )
    }

    private func emptySentence(_ total: Int) -> String {
        if trash { return total == 0 ? "No pin is in the trash." : "No pin in the trash matches." }
        if total == 0 { return "No pins yet. Add one with 'hometask pin add School 52.37,4.89'." }
        let rest = "'hometask pin list' shows all \(total)."
        return near == nil && !here ? "No pin matches. \(rest)" : "No pin with a location matches. \(rest)"
    }
}
