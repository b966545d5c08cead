// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask pin add`: makes a pin.
struct PinAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a pin.",
        usage:
            "hometask pin add [NAME…] [LAT,LON | --here | --search PLACE [--choice NUMBER] [--online]] [--accuracy DISTANCE] [--address TEXT] [--label WORD]… [--set FIELD=VALUE]…",
        discussion: """
            The words are the name and need no quotes; 52.37,4.89 among them says where it is. --search looks the place up \
            by its name as 'hometask pin find' does; without other words the pin is called like it.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var place: PinPlaceOptions
    @OptionGroup var search: PlaceSearchOptions
    @OptionGroup var extensions: ExtensionFieldOptions

    @Argument(parsing: .allUnrecognized, help: "The name, with LAT,LON among its words.")
    var words: [String] = []

    func run() async throws {
        let (checked, typed) = try draft()
        let session = try await FamilySession.open(global)
        var draft = checked
        let sought = try await search.place(in: session)
        (draft.coordinates, draft.accuracy) = try await place.place(in: session, typed: typed)
        if sought != nil { draft.accuracy = try place.metres }
        if let sought {
            draft.coordinates = sought.coordinates
            if draft.name.isEmpty { draft.name = sought.name }
        }
        draft.extensions = try extensions.assignments.draft(of: .pin, in: session)
        let drafted = draft
        let hasNamesake = try await session.pins().contains { $0.name.lowercased() == draft.name.lowercased() }
        let id = try await session.replica.write(command: "pin add") { try $0.addPin(drafted) }.result
        let pin = try await session.replica.read { try PinFinder(reading: $0).pin(["#\(id)"]) }
        if showing.json { return try session.output.print(.object(PinJSON.object(pin))) }
        let location = pin.coordinates.map { " at \($0)" } ?? ""
        try session.output.say("Added the pin \(pin.name)\(location).")
        if hasNamesake {
            try session.output.say("There is another pin of that name; 'hometask pin list' shows the #ids of both.")
        }
    }

    /// The pin without its place, and the place that was typed among the words.
    private func draft() throws -> (PinDraft, String?) {
        let typed = try PinWords(words)
        if let other = typed.location ?? place.location ?? (place.here ? "--here" : nil), search.text != nil {
            throw UsageError("a pin is at one place, and --search and ‘\(other)’ are two")
        }
        guard search.text != nil || !typed.name.allSatisfy(\.isWhitespace) else {
            throw UsageError("the pin has no name", hint: "Say what it is called: hometask pin add School 52.37,4.89")
        }
        if let location = typed.location, let other = place.location {
            throw UsageError("a pin is at one place, and ‘\(location)’ and ‘\(other)’ are two")
        }
        var draft = PinDraft(name: typed.name)
        if let text = place.location ?? typed.location { _ = try PinPlaceOptions.coordinates(text) }
        if try place.metres != nil, place.location == nil, typed.location == nil, !place.here, search.text == nil {
            throw UsageError("--accuracy needs a location", hint: "Say where the pin is: --location 52.37,4.89")
        }
        draft.address = place.address
        draft.labels = place.labels
        return (draft, typed.location)
    }
}
