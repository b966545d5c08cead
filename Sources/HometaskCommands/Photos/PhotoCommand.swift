// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskReplica

/// `hometask photo`: photos of tasks, pins and notes.
struct PhotoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo", _superCommandName: "hometask",
        abstract: "Manage the family's photos: add, show, edit, export, delete and erase them.",
        subcommands: [
            PhotoListCommand.self, PhotoAddCommand.self, PhotoShowCommand.self, PhotoCaptionCommand.self,
            PhotoEditCommand.self, PhotoExportCommand.self, PhotoFetchCommand.self, PhotoVerifyCommand.self,
            PhotoCheckCommand.self, DocumentDeleteCommand<PhotoTrash>.self, DocumentRestoreCommand<PhotoTrash>.self,
            PhotoEraseCommand.self,
        ],
        defaultSubcommand: PhotoListCommand.self)
}

/// `hometask photo caption`: changes a photo's caption and its other text fields.
struct PhotoCaptionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "caption", abstract: "Set the caption of a photo; without words, remove it.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var texts: TextFieldOptions<PhotoOtherTexts>
    @OptionGroup var removals: TextFieldRemovals<PhotoOtherTexts>

    @Argument(help: ArgumentHelp("# and the start of the photo's id, or its caption in quotes.", valueName: "photo"))
    var reference: String

    @Argument(help: "The caption.")
    var caption: [String] = []

    func run() async throws {
        let session = try await FamilySession.open(global)
        let (word, text) = (reference, caption.joined(separator: " "))
        let others = try removals.joined(with: texts)
        var edited = FieldChange(others)
        // Without words, an option for another text leaves the caption unchanged.
        if !caption.isEmpty || others.isEmpty { edited.values["caption"] = text.isEmpty ? .null : .string(text) }
        let changes = edited
        let photo = try await session.replica.read { try PhotoFinder(reading: $0).photo([word], reading: $0) }
        let commit = try await session.write(command: "photo caption") { transaction in
            try transaction.photos.edit(photo.id, changes)
        }.commit
        if showing.json { return try await session.photos.print([photo.id], isList: false) }
        let name = try await session.replica.read {
            try PhotoFinder(reading: $0).photo(["#\(photo.id)"], reading: $0).name
        }
        let changed = others.isEmpty ? "Changed the caption: \(name)" : "Changed \(Quotation.of(name))."
        try session.output.say(commit == nil ? "Nothing to change: \(photo.name)" : changed)
    }
}
