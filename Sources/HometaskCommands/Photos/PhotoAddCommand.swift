// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskReplica

/// `hometask photo add`: attaches photos.
struct PhotoAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Attach photos to a task, a pin or a note, or to none of them.",
        discussion: """
            JPEG, PNG, WebP, HEIC and TIFF, up to 100 MB each. A task that demands a photo is complete then. Size, time, \
            place and camera are read from the file; where it tells no place, this device's own is noted, if a plugin knows \
            it ('hometask position').
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var about: PhotoSubjectOptions
    @OptionGroup var extensions: ExtensionFieldOptions

    @Option(help: "What it shows, in words.")
    var caption: String?

    @Flag(name: .customLong("no-place"), help: "Note no place but the one that the file itself tells.")
    var hasNoPlace = false

    @Argument(help: ArgumentHelp("The files of the photos.", valueName: "file"))
    var files: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let subject = try await about.subject(in: session)
        let fields = try extensions.draft(of: .photo, in: session)
        let drafts = try await PhotoIntake(session).drafts(files, allowsPlace: !hasNoPlace).map { draft in
            var draft = draft
            draft.subject = subject
            draft.caption = caption
            draft.extensions = fields
            return draft
        }
        let attached = try await session.replica.write(command: "photo add") { transaction in
            try drafts.map { try transaction.attachPhoto($0) }
        }.result
        if showing.json { return try await session.printPhotos(attached.map(\.id)) }
        try await session.tellAttached(attached, to: subject)
    }
}

extension FamilySession {
    /// Says which photos were attached, and what that completed.
    func tellAttached(_ attached: [AttachedPhoto], to subject: Subject?) async throws {
        let ids = attached.map(\.id)
        let (names, short) = try await replica.read { reader in
            let finder = try PhotoFinder(reading: reader)
            let names = Dictionary(finder.photos.map { ($0.id, $0.name) }) { first, _ in first }
            return (names, ShortIDs(ids))
        }
        let to = subject.map { " to \(Diary.quoted($0.name))" } ?? ""
        for photo in attached {
            let name = Diary.quoted(names[photo.id] ?? "a photo")
            try output.say(
                photo.wasThere
                    ? "\(name) was attached\(to) already (#\(short[photo.id]))"
                    : "Attached \(name)\(to) (#\(short[photo.id]))")
        }
        for photo in attached {
            guard let id = photo.completed else { continue }
            let task = try await self.task(id)
            try output.say("Done: \(task.title)")
            try await tell(photo.continuation, of: task)
        }
    }
}
