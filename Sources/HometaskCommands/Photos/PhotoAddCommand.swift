// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask photo add`: attaches photos.
struct PhotoAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add photos, to a task, a pin or a note or on their own.",
        discussion: """
            Accepts JPEG, PNG, WebP, HEIC and TIFF, up to 100 MB each. Completes a task that requires a photo. Size, \
            time, place and camera are read from the file; if it has no place, this device's position is recorded, \
            if a plugin knows it ('hometask position').
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var about: PhotoSubjectOptions
    @OptionGroup var extensions: ExtensionFieldOptions
    @OptionGroup var period: PeriodOptions

    @OptionGroup var texts: TextFieldOptions<PhotoTextFields>

    @Flag(help: "Accept them as proof of the task, regardless of time and place; for adults.")
    var accept = false

    @Flag(name: .customLong("no-place"), help: "Do not record this device's position.")
    var hasNoPlace = false

    @Flag(help: "Take a photo with the camera of a plugin.")
    var camera = false

    @Argument(help: ArgumentHelp("The files of the photos.", valueName: "file"), completion: .file())
    var files: [String] = []

    func validate() throws {
        if files.isEmpty, !camera { throw ValidationError("the files of the photos are missing") }
        if !files.isEmpty, camera { throw ValidationError("--camera cannot be used together with files") }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        let subject = try await about.subject(in: session)
        let fields = try extensions.assignments.draft(of: .photo, in: session)
        let values = try texts.drafted.merging(fields) { $1 }
        guard !accept || subject?.kind == .task else {
            throw UsageError("--accept needs a task", hint: "Name it with --task TASK.")
        }
        guard try await isTimely(subject, in: session) else { return try session.output.say("Nothing was changed.") }
        let drafts = try await intake(in: session).map { draft in
            var draft = draft
            draft.subject = subject
            draft.values = values
            return draft
        }
        let accepts = accept
        let attached = try await session.photos.keeping(drafts) {
            try await session.write(command: "photo add") { transaction in
                try drafts.map { try transaction.photos.attach($0, accepts: accepts) }
            }.result
        }
        if showing.json { return try await session.photos.print(attached.map(\.id)) }
        try await printAttached(attached, to: subject, in: session)
    }

    /// Returns whether the photos complete no task early, or the user confirms an early completion.
    private func isTimely(_ subject: Subject?, in session: FamilySession) async throws -> Bool {
        guard let subject, subject.kind == .task else { return true }
        let task = try await session.tasks.findOne(subject.id)
        guard task.needsPhoto, task.isOpen else { return true }
        return try await !period.confirmed([task], at: session.now, in: session).isEmpty
    }

    private func intake(in session: FamilySession) async throws -> [PhotoDraft] {
        let intake = try PhotoIntake(session)
        guard camera else { return try await intake.drafts(files, allowsPlace: !hasNoPlace) }
        return try await intake.drafts(of: CameraRun(session).takePhoto(), allowsPlace: !hasNoPlace)
    }

    /// Reports which photos were attached, and which tasks this completed.
    private func printAttached(_ attached: [AttachedPhoto], to subject: Subject?, in session: FamilySession)
        async throws
    {
        let ids = attached.map(\.id)
        let (names, short) = try await session.replica.read { reader in
            let finder = try PhotoFinder(reading: reader)
            let names = Dictionary(finder.photos.map { ($0.id, $0.name) }) { first, _ in first }
            return (names, ShortIDs(ids))
        }
        let to = subject.map { " to \(Quotation.of($0.name))" } ?? ""
        for photo in attached {
            let name = Quotation.of(names[photo.id] ?? "a photo")
            try session.output.say(
                photo.wasThere
                    ? "\(name) is already attached\(to) (#\(short[photo.id]))"
                    : "Attached \(name)\(to) (#\(short[photo.id]))")
        }
        for photo in attached {
            guard let objection = photo.objection else { continue }
            let reason = objection.reason(isImperial: session.settings.isImperial)
            session.output.remark(
                "note: \(Quotation.of(names[photo.id] ?? "a photo")) does not prove the task: \(reason)")
        }
        for photo in attached {
            guard let id = photo.completed else { continue }
            let task = try await session.tasks.findOne(id)
            try session.output.say("Done: \(task.title)")
            try await session.report.printContinuation(photo.continuation, of: task)
        }
    }
}
