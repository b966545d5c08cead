// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskReplica

/// `hometask photo edit`: makes an edited copy of a photo.
struct PhotoEditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Rotate, crop or blur a photo, which makes a new one.",
        discussion: """
            The new photo belongs to the same task, pin or note and refers to the original, which is not changed: \
            delete or erase the original if nobody should see it. Areas are blurred first, then the photo is \
            cropped, then rotated. An area is written WIDTHxHEIGHT+LEFT+TOP, in pixels of the upright picture.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(help: ArgumentHelp("Rotate it clockwise by 90, 180 or 270 degrees.", valueName: "degrees"))
    var rotate: Int?

    @Option(help: ArgumentHelp("Keep only this area.", valueName: "area"))
    var crop: String?

    @Option(help: ArgumentHelp("Make this area unrecognisable; may be repeated.", valueName: "area"))
    var blur: [String] = []

    @OptionGroup var texts: TextFieldOptions<PhotoTextChanges>
    @OptionGroup var removals: TextFieldRemovals<PhotoTextChanges>

    @Argument(help: ArgumentHelp("Words of its caption or its task, or # and the start of its id.", valueName: "photo"))
    var reference: [String]

    func run() async throws {
        let (changes, others) = (try self.changes(), try removals.joined(with: texts))
        let session = try await FamilySession.open(global)
        let words = reference
        let photo = try await session.replica.read { try PhotoFinder(reading: $0).photo(words, reading: $0) }
        guard let bytes = try await session.replica.original(of: photo) else { throw PhotoExport.missing(photo) }
        guard let format = PictureFormat(bytes), let plugin = try PhotoPluginRun(session) else {
            throw ReplicaError(
                .missingProgram, "no enabled plugin can edit ‘\(photo.name)’", hint: "Enable the plugin ‘photo’.")
        }
        let (copy, copyFormat) = try await plugin.edit(bytes, format, changes: changes)
        let checked = try await plugin.examine(copy, copyFormat)
        let kept = try await session.replica.keepPhotos([PhotoFile(original: copy, thumbnail: checked.thumbnail)])
        guard let kept = kept.first else { return }
        var draft = PhotoDraft(kept, bytes: copy.count, type: copyFormat.type)
        draft.details = checked.details
        draft.details?.takenAt = photo.takenAt
        draft.location = photo.location
        draft.values = photo.texts.mapValues { .string($0) }.merging(others) { $1 }.filter { !$0.value.isNull }
        draft.madeFrom = photo.id
        let made = draft
        let attached = try await session.photos.keeping([made]) {
            try await session.write(command: "photo edit") { transaction in
                var made = made
                made.subject = try transaction.photos.subject(of: photo)
                return try transaction.photos.attach(made)
            }.result
        }
        let id = attached.id
        if showing.json { return try await session.photos.print([id], isList: false) }
        try session.output.say(
            "Created \(Quotation.of(made.values["caption"]?.stringValue ?? photo.name)) (#\(id.description.prefix(8))) from #\(photo.id.description.prefix(8))."
        )
        if let task = attached.completed {
            try session.output.say("Done: \(try await session.tasks.findOne(task).title)")
        }
    }

    /// Returns the parameters of a `photo/edit` request.
    private func changes() throws -> JSONObject {
        var changes: JSONObject = ["keepsPlace": true]
        if let rotate {
            guard [90, 180, 270].contains(rotate) else {
                throw UsageError("‘\(rotate)’ is out of range: --rotate takes 90, 180 or 270")
            }
            changes["rotate"] = .number(JSONNumber(rotate))
        }
        if let crop { changes["crop"] = try Self.area(crop) }
        if !blur.isEmpty { changes["blur"] = .array(try blur.map { try Self.area($0) }) }
        guard changes.count > 1 else {
            throw UsageError("no change given", hint: "Use --rotate, --crop or --blur.")
        }
        return changes
    }

    /// Reads an area such as `400x300+10+20`: width, height, left and top, in pixels. Throws `UsageError` for any
    /// other text.
    private static func area(_ text: String) throws -> JSON {
        let parts = text.split(separator: "+", omittingEmptySubsequences: false)
        let numbers =
            (parts.first?.split(separator: "x", omittingEmptySubsequences: false) ?? [])
            .map { Int($0) } + parts.dropFirst().map { Int($0) }
        let known = numbers.compactMap(\.self)
        guard known.count == 4, numbers.count == 4, known[0] > 0, known[1] > 0,
            known.allSatisfy({ (0...1_000_000).contains($0) })
        else {
            throw UsageError("‘\(text)’ is not an area", hint: "Write it like 400x300+10+20: width, height, left, top.")
        }
        let names = ["width", "height", "left", "top"]
        return .object(zip(names, known).reduce(into: JSONObject()) { $0[$1.0] = .number(JSONNumber($1.1)) })
    }
}
