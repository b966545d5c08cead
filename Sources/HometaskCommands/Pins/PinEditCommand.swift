// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask pin edit`: changes a pin.
struct PinEditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "edit", abstract: "Change a pin.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: ArgumentHelp("Words of the pin's name, or # and the start of its id.", valueName: "pin"))
    var reference: [String]

    @Option(help: "Another name.")
    var name: String?

    @OptionGroup var place: PinPlaceOptions
    @OptionGroup var texts: TextFieldOptions<PinTextFields>

    @Flag(help: "Remove the location.")
    var noLocation = false

    @OptionGroup var removals: TextFieldRemovals<PinTextFields>

    @Option(
        name: .customLong("unlabel"),
        help: ArgumentHelp("Remove a label; may be repeated.", valueName: "word"))
    var unlabels: [String] = []

    @OptionGroup var extensions: ExtensionChangeOptions

    func run() async throws {
        var changed = try changes()
        let session = try await FamilySession.open(global)
        if place.here { (changed.coordinates, changed.accuracy) = try await place.place(in: session) }
        changed.fields.merge(try extensions.fieldChange(of: .pin, in: session))
        let changes = changed
        let words = reference
        let pin = try await session.replica.read { try PinFinder(reading: $0).pin(words) }
        let written = try await session.write(command: "pin edit") { try $0.pins.edit(pin.id, changes) }
        if noLocation, pin.id == session.directory.family?.home?.pin {
            session.output.remark(
                "note: home is no longer hidden in maps, shares and exports, because its pin has no location")
        }
        if showing.json { return try await session.pins.print([pin.id]) }
        let name = changes.name ?? pin.name
        try session.output.say(written.commit == nil ? "Nothing to change: \(name)" : "Changed ‘\(name)’.")
    }

    private func changes() throws -> PinChanges {
        var changes = PinChanges()
        changes.name = name
        changes.coordinates = try place.location.map { try PinPlaceOptions.coordinates($0) }
        changes.accuracy = try place.metres
        changes.removesLocation = noLocation
        changes.fields = FieldChange(try removals.joined(with: texts))
        changes.labels = place.labels
        changes.unlabels = unlabels
        guard changes != PinChanges() || place.here || !extensions.isEmpty else {
            let (settings, removals) = (PinTextFields.optionNames, PinTextFields.removalNames)
            let options = ["--name", "--location", "--here", "--accuracy"] + settings + ["--label", "--no-location"]
            throw UsageError(
                "no change given",
                hint: "Use \((options + removals).joined(separator: ", ")), --unlabel, --set or --unset.")
        }
        if noLocation, place.location != nil || place.accuracy != nil || place.here {
            throw UsageError("--no-location cannot be used together with a location")
        }
        if let both = place.labels.first(where: { unlabels.contains($0) }) {
            throw UsageError("the label ‘\(both)’ cannot be both added and removed")
        }
        return changes
    }
}
