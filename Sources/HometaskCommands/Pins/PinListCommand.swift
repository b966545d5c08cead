// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// `hometask pin list`: the pins, by name, age or distance.
struct PinListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List pins.",
        discussion: """
            Words are searched for in names, addresses and labels. With --from, the distance and the direction from \
            there are shown, and the nearest pins come first.
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "Words to search for.")
    var words: [String] = []

    @Option(
        name: .customLong("label"),
        help: ArgumentHelp("Show pins with this label; may be repeated.", valueName: "word"))
    var labels: [String] = []

    @OptionGroup var origin: PinOriginOptions

    @Option(
        help: ArgumentHelp(
            "Sort by name, by age (newest first) or by distance; by default by distance with --from, else by name.",
            valueName: "order"))
    var sort: PinOrder?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Show only pins within this distance: 500m, 2km, 1mi.", valueName: "distance")
    )
    var within: String?

    @Option(help: ArgumentHelp("Show at most this many pins.", valueName: "count"))
    var limit: Int?

    @Flag(help: "Show those in the trash.")
    var trash = false

    func run() async throws {
        if let limit, limit < 1 { throw UsageError("--limit should be at least 1, but is \(limit)") }
        let radius = try within.map { try Distance.metres($0) }
        if !origin.isGiven, radius != nil || sort == .distance {
            throw UsageError(
                "\(radius == nil ? "--sort distance" : "--within") needs a point to measure from",
                hint: "Name it with --from PIN, --from LAT,LON or --from here.")
        }
        let session = try await FamilySession.open(global)
        let (finder, unreadable) = try await session.replica.read { reader in
            let finder = try PinFinder(reading: reader)
            return (finder, try UnreadableDocuments(.pin, besides: finder.pins.map(\.id), reading: reader))
        }
        defer { unreadable.warn(on: session.output) }
        let center = try await origin.origin(among: finder, in: session)
        var search = PinSearch(words: words, labels: labels, center: center, radius: radius, isTrash: trash)
        search.order = sort == .age ? .age : sort == .name || center == nil ? .name : .distance
        let found = search.pins(among: finder.pins)
        let shown = limit.map { Array(found.prefix($0)) } ?? found
        if showing.json {
            return try session.output.print(
                .array(shown.map { .object(PinJSON.object($0.pin, way: $0.way)) }))
        }
        let total = finder.pins.filter { $0.isDeleted == trash }.count
        guard !shown.isEmpty else {
            return try session.output.say(
                unreadable.emptySentence(besides: finder.pins.count) ?? emptySentence(total))
        }
        var table = Table(columns: PinLine.columns)
        let ids = ShortIDs(finder.pins.map(\.id))
        for item in shown { table.add(PinLine.cells(item.pin, way: item.way, ids: ids, in: session)) }
        try session.output.print(table.lines(width: session.output.width, mode: session.output.mode))
        if shown.count < found.count {
            let count = "\(shown.count) of \(found.count) pins"
            try session.output.print([Style.dim.applied(to: count, in: session.output.mode)])
        }
    }

    private func emptySentence(_ total: Int) -> String {
        if trash { return total == 0 ? "No pin is in the trash." : "No pin in the trash matches." }
        if total == 0 { return "No pins yet. Add one with 'hometask pin add School 52.37,4.89'." }
        let rest = "'hometask pin list' shows all \(total)."
        return !origin.isGiven || sort != nil && sort != .distance && within == nil
            ? "No pin matches. \(rest)" : "No pin with a location matches. \(rest)"
    }
}

/// The sort keys for pins on the command line.
enum PinOrder: String, ExpressibleByArgument, CaseIterable {
    case name, age, distance
}
