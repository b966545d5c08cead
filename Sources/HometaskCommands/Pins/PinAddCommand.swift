// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask pin add`: creates a pin.
struct PinAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a pin.",
        usage:
            "hometask pin add [NAME…] [LAT,LON | --here | --search PLACE [--choice NUMBER] [--online]] [--accuracy DISTANCE] \(PinTextFields.usage) [--label WORD]… [--set FIELD=VALUE]…",
        discussion: """
            The words are the name and need no quotes; coordinates such as 52.37,4.89 among them are the location. \
            --search finds the place by its name, as 'hometask pin find' does, and without other words also gives \
            the pin that name.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var place: PinPlaceOptions
    @OptionGroup var texts: TextFieldOptions<PinTextFields>
    @OptionGroup var search: PlaceSearchOptions
    @OptionGroup var extensions: ExtensionFieldOptions

    @Argument(parsing: .allUnrecognized, help: "The name; it may contain LAT,LON.")
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
        draft.values.merge(try extensions.assignments.draft(of: .pin, in: session)) { $1 }
        let drafted = draft
        let hasNamesake = try await session.pins.all().contains { $0.name.lowercased() == draft.name.lowercased() }
        let id = try await session.write(command: "pin add") { try $0.pins.add(drafted) }.result
        let pin = try await session.replica.read { try PinFinder(reading: $0).pin(["#\(id)"]) }
        if showing.json { return try session.output.print(.object(PinJSON.object(pin))) }
        let location = pin.coordinates.map { " at \($0)" } ?? ""
        try session.output.say("Added the pin ‘\(pin.name)’\(location).")
        if hasNamesake {
            try session.output.say("There is another pin with that name; 'hometask pin list' shows both #ids.")
        }
    }

    /// Returns the pin without its place, and the place given among the words.
    private func draft() throws -> (PinDraft, String?) {
        let typed = try PinParser(words)
        if let other = typed.location ?? place.location ?? (place.here ? "--here" : nil), search.text != nil {
            throw UsageError("a pin has one location, but --search and ‘\(other)’ were given")
        }
        guard search.text != nil || !typed.name.allSatisfy(\.isWhitespace) else {
            throw UsageError(
                "the pin has no name", hint: "Give a name, for example: 'hometask pin add School 52.37,4.89'")
        }
        if let location = typed.location, let other = place.location {
            throw UsageError("a pin has one location, but ‘\(location)’ and ‘\(other)’ were given")
        }
        var draft = PinDraft(name: typed.name)
        if let text = place.location ?? typed.location { _ = try PinPlaceOptions.coordinates(text) }
        if try place.metres != nil, place.location == nil, typed.location == nil, !place.here, search.text == nil {
            throw UsageError("--accuracy needs a location", hint: "Give the location, such as --location 52.37,4.89.")
        }
        draft.values = try texts.drafted
        draft.labels = place.labels
        return (draft, typed.location)
    }
}
