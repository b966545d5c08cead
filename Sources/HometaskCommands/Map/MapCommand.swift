// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskMap
import HometaskReplica
import HometaskTerminal

/// `hometask map`: the family's places on a map.
struct MapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map", _superCommandName: "hometask",
        abstract: "Show pins and photos on a map, in an HTML page or in the terminal.",
        discussion: """
            With -o, the map is a self-contained HTML file that needs no network: pins with their tasks and notes, \
            photos with their thumbnails, coastlines, borders and larger towns. It opens at your places, near this \
            device's position if a plugin knows it at once. Without -o, the map is drawn in the terminal.

            Anyone who gets the file can see everything on it, and this device's position unless --no-position is \
            given. With --tiles, the browser loads pictures of streets from that server, which learns the browser's \
            address and which places are viewed. If the family's home is set, places near it are hidden, with their \
            addresses, and so is this device's position there; --keep-home shows them.

            Coastlines and borders come from Natural Earth (public domain), towns from GeoNames (CC BY 4.0).
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var filter: MapFilterOptions
    @OptionGroup var home: HomeOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The HTML file to write; - for standard output.", valueName: "file"),
        completion: .file(extensions: ["html"]))
    var output: String?

    @Flag(help: "Overwrite an existing file that is not a map of hometask.")
    var force = false

    @Flag(help: "Draw the map in the terminal, the default without -o.")
    var print = false

    @Option(help: ArgumentHelp("A tile server: https://HOST/{z}/{x}/{y}.png", valueName: "url-template"))
    var tiles: String?

    @Option(help: ArgumentHelp("The attribution that the tiles' licence requires.", valueName: "text"))
    var tilesCredit: String?

    @Flag(name: .customLong("no-position"), help: "Do not determine this device's position.")
    var leavesPositionOut = false

    func validate() throws {
        if output != nil, print || showing.json {
            throw ValidationError("-o cannot be used together with --print or --json")
        }
        if force, output == nil || output == "-" { throw ValidationError("--force needs --output FILE") }
        if output == nil, tiles != nil { throw ValidationError("--tiles needs a file for the page: name it with -o") }
        if tiles == nil, tilesCredit != nil { throw ValidationError("--tiles-credit needs --tiles") }
        if print, showing.json { throw ValidationError("--print and --json cannot be used together") }
    }

    func run() async throws {
        let server = try server()
        let opened = try await FamilySession.open(global)
        let (filter, home) = (filter, home)
        let (session, redaction, contents) = try await opened.snapshot { snapshot in
            let kept = try filter.filter(in: snapshot.session)
            let redaction = try HomeRedaction(home, in: snapshot)
            let contents = try MapContents(reading: snapshot.reader, zone: snapshot.session.zone)
            return (snapshot.session, redaction, contents.filtered(by: kept).hiding(redaction.zone))
        }
        let exact = leavesPositionOut ? nil : try? await session.position.find(patience: 1500)
        let position = exact?.hiding(redaction.zone)
        if showing.json {
            let collection = try await MapJSON.collection(contents, position: position, in: session)
            try session.output.print(.object(collection))
        } else if let output {
            try await writePage(of: contents, position: position, tiles: server, to: output, in: session)
        } else {
            try session.output.print(try MapDrawing(contents, position: position, in: session).lines())
        }
        if !showing.json, let sentence = Self.remark(on: contents) { session.output.remark(sentence) }
        remark(on: contents, redaction, hasHidden: exact?.coordinates != position?.coordinates, in: session)
    }

    /// Reports which places near home are hidden, and which texts still reveal such a place.
    private func remark(
        on contents: MapContents, _ redaction: HomeRedaction, hasHidden: Bool, in session: FamilySession
    ) {
        let tells = contents.places.contains { redaction.revealsHome(in: $0.texts.joined(separator: "\n")) }
        redaction.remark(hidden: contents.hidden + (hasHidden ? 1 : 0), tells: tells, in: session)
    }

    private func server() throws -> MapTiles? {
        guard let tiles else { return nil }
        if let server = MapTiles(template: tiles, credit: tilesCredit) { return server }
        throw UsageError(
            "‘\(tiles)’ is not the address of a tile server",
            hint: "Write it like https://tile.example.org/{z}/{x}/{y}.png: https, a host, and {z}, {x} and {y}.")
    }

    private func writePage(
        of contents: MapContents, position: DevicePosition?, tiles: MapTiles?, to output: String,
        in session: FamilySession
    ) async throws {
        // Created first, so that a failure is reported before anything is read.
        let draft = output == "-" ? nil : try draft(at: output, in: session)
        let title = session.directory.family.map(\.name) ?? "Our places"
        let collection = try await MapJSON.collection(contents, position: position, in: session)
        let bytes = MapRenderer(title: title, places: collection, tiles: tiles).bytes
        if let draft {
            try draft.writeBytes(bytes)
            try draft.finish()
            let photos = contents.places.count { $0.photo != nil }
            let pins = SyncFormatter.count(contents.places.count - photos, "pin")
            let size = "\((bytes.count + 50_000) / 1_000_000).\((bytes.count + 50_000) / 100_000 % 10) MB"
            try session.output.say("Wrote \(output): \(pins), \(SyncFormatter.count(photos, "photo")), \(size).")
        } else {
            try session.output.printText(String(decoding: bytes, as: UTF8.self))
        }
        if position != nil {
            session.output.remark("note: the map shows this device's position; --no-position leaves it out")
        }
        if let tiles {
            session.output.remark(
                "note: \(tiles.origin) learns the address of anyone who opens the map, and which places they view")
        }
    }

    /// Returns a draft of the page. A file other than an earlier map is only overwritten if the user agrees.
    private func draft(at output: String, in session: FamilySession) throws -> FileDraft {
        try FileDraft(at: session.environment.place(output)) { path in
            guard !force, let beginning = try TextFile.beginning(of: path), !MapRenderer.isMap(beginning) else {
                return
            }
            try Question(session.environment).confirmReplacing(
                output, because: "already exists, and is not a map of hometask")
        }
    }

    /// Reports the places missing from the map because their location is unknown.
    private static func remark(on contents: MapContents) -> String? {
        let (pins, photos) = contents.placeless
        let words = [(pins, "pin"), (photos, "photo")].filter { $0.0 > 0 }.map { SyncFormatter.count($0.0, $0.1) }
        let verb = pins + photos == 1 ? "was" : "were"
        return words.isEmpty ? nil : "note: \(words.list(with: "and")) without a location \(verb) left out"
    }
}
