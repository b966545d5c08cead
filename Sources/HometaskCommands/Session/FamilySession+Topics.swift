// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal
import HometaskTime

// The operations of commands on the family, one property per topic.

extension FamilySession {
    /// The channels for reminders.
    var channels: FamilyChannels { FamilyChannels(session: self) }

    /// The checklists of tasks and notes.
    var checklists: FamilyChecklists { FamilyChecklists(session: self) }

    /// Comments on tasks and photos.
    var comments: FamilyComments { FamilyComments(session: self) }

    /// The devices of the family, for printing.
    var devices: FamilyDevices { FamilyDevices(session: self) }

    /// The hunts of the family, and the keys of their clues.
    var hunts: FamilyHunts { FamilyHunts(session: self) }

    var members: FamilyMembers { FamilyMembers(session: self) }

    /// The notes of the family, for printing.
    var notes: FamilyNotes { FamilyNotes(session: self) }

    /// The numbers that lists show for tasks.
    var numbers: TaskNumbers { TaskNumbers(storage: replica) }

    /// The parser of sort orders.
    var orders: OrderParser { OrderParser(settings: settings, extensions: extensions, output: output) }

    /// The photos of the family, for storing and printing.
    var photos: FamilyPhotos { FamilyPhotos(session: self) }

    /// The pins of the family, for finding and printing.
    var pins: FamilyPins { FamilyPins(storage: replica, output: output) }

    /// Searches for places, carried out by plugins.
    var places: PlaceSearch { PlaceSearch(session: self) }

    /// The plugins that are enabled on this device.
    var plugins: FamilyPlugins { FamilyPlugins(session: self) }

    /// The position of this device.
    var position: PositionFinder { PositionFinder(session: self) }

    /// Changes that plugins propose.
    var proposals: ProposalWriter { ProposalWriter(session: self) }

    /// Queries for tasks, resolved for this device.
    var queries: QueryRunner { QueryRunner(session: self) }

    /// The remotes that the family syncs with.
    var remotes: FamilyRemotes { FamilyRemotes(replica: replica, output: output) }

    /// Reports about changes that were made.
    var report: ChangeReport { ChangeReport(session: self) }

    /// Recurrence rules as people type and read them.
    var rules: RuleParser {
        RuleParser(
            now: now, zone: zone, weekStart: settings.weekStart, language: language, catchesUp: settings.catchesUp)
    }

    /// The language in which dates are typed besides English: the one that is set, or else the one of the locale.
    var language: DateLanguage? {
        if let name = settings.language { return DateLanguage(name) }
        let variables = environment.variables
        let locale = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        return locale.flatMap { DateLanguage($0) }
    }

    /// Dates as people type them.
    ///
    /// - Parameter direction: the direction of words that have none themselves, such as a bare `18:00`.
    func dates(_ direction: DateParser.DateDirection) -> DateParser {
        DateParser(now: now, zone: zone, weekStart: settings.weekStart, direction: direction, language: language)
    }

    /// The tags of the family, with their counts.
    var tags: FamilyTags { FamilyTags(session: self) }

    /// The tasks of the family, by number, id or words.
    var tasks: FamilyTasks { FamilyTasks(session: self) }

    /// The templates of the family, for finding and printing.
    var templates: FamilyTemplates { FamilyTemplates(session: self) }

    /// The parser for dates and times.
    var times: TimeParser { TimeParser(session: self) }

    /// Adults' verdicts on done tasks.
    var verdicts: FamilyVerdicts { FamilyVerdicts(session: self) }

    /// The saved views of the family, found by their names.
    var views: FamilyViews { FamilyViews(session: self) }
}

/// A device as `--json` prints it.
enum DeviceJSON {
    /// Returns an object with `forgotten`, `id`, `isHere`, `member` (`id` and `name`, or null) and `name`.
    static func object(_ device: DeviceRecord, here: DocumentID, in session: FamilySession) -> JSONObject {
        let member = device.member.map { session.directory.current($0) }
        return [
            "forgotten": .bool(device.isForgotten), "id": .string(device.id.description),
            "isHere": .bool(device.id == here),
            "member": member.map {
                ["id": .string($0.description), "name": .string(session.directory.name(of: $0))]
            } ?? .null,
            "name": .string(device.name),
        ]
    }
}

/// Prints the devices of a session's family.
struct FamilyDevices: Sendable {
    let session: FamilySession

    /// Prints the current state of a device as JSON.
    func print(_ id: DocumentID) async throws {
        let here = try await session.replica.deviceID()
        let session = try await session.snapshot { $0.session }
        let objects = session.directory.devices.filter { $0.id == id }
            .map { DeviceJSON.object($0, here: here, in: session) }
        try session.output.print(objects, isList: false)
    }
}

/// Prints the notes of a session's family.
struct FamilyNotes: Sendable {
    let session: FamilySession

    /// Prints the current state of notes as JSON.
    ///
    /// - Parameter isList: whether to print an array even for a single note.
    func print(_ ids: [DocumentID], isList: Bool = true) async throws {
        let (session, notes, subjects) = try await session.snapshot { snapshot in
            let all = try NoteFinder(reading: snapshot.reader).notes
            let notes = ids.compactMap { id in all.first { $0.id == id } }
            return (snapshot.session, notes, try SubjectNames(of: notes, reading: snapshot.reader))
        }
        let objects = notes.map { NoteJSON.object($0, subjects: subjects, in: session) }
        try session.output.print(objects, isList: isList)
    }
}

/// Looks up and prints the templates of a session's family.
struct FamilyTemplates: Sendable {
    let session: FamilySession

    /// Returns the template named by `words`.
    func find(_ words: [String], isTrash: Bool = false) async throws -> TemplateRecord {
        try await session.replica.read { try TemplateFinder(reading: $0).template(words, isTrash: isTrash) }
    }

    /// Prints the current state of the template named by `words` as JSON.
    func print(_ words: [String]) async throws {
        let (session, template) = try await session.snapshot { snapshot in
            (snapshot.session, try TemplateFinder(reading: snapshot.reader).template(words))
        }
        try session.output.print(TemplateFormatter.json(template, in: session))
    }
}

/// The verdicts on the tasks of a session's family.
struct FamilyVerdicts: Sendable {
    let session: FamilySession

    /// Prints a note if verdicts were not signed although the member has keys.
    func remarkUnsigned(_ tasks: [DocumentID]) async throws {
        guard let member = session.member,
            let keys = session.directory.members[member]?.keys, !keys.isEmpty
        else { return }
        for id in tasks {
            let task = try await session.tasks.findOne(id)
            guard let verdict = task.verdict, verdict.by == member, verdict.signature == nil else { continue }
            return session.output.remark(
                "note: not signed, because none of your ssh keys can be used here; 'ssh-add' unlocks one")
        }
    }
}

/// A note as JSON: stable field names, full ids, times in RFC 3339 UTC.
enum NoteJSON {
    /// Returns an object with `about` (`id`, `kind`, `name`), `conflict`, `createdAt`, `createdBy` (`id`, `name`),
    /// `deleted`, `extensions` (by plugin and field), `folder`, `id`, `items` (`id`, `text`, `done`), `text` (an array
    /// of lines) and `title`. Unknown values are left out.
    static func object(_ note: NoteRecord, subjects: SubjectNames, in session: FamilySession) -> JSONObject {
        var object = JSONObject(trashable: note, subjects: subjects, in: session)
        object["text"] = .array(note.text.map { .string($0) })
        if !note.items.isEmpty { object["items"] = .array(note.items.map(TaskJSON.item)) }
        return object
    }
}

/// Runs queries from this device's viewpoint.
struct QueryRunner: Sendable {
    let session: FamilySession

    /// The data that queries are resolved with: the device's member and settings, and the current time.
    var viewpoint: Viewpoint {
        Viewpoint(
            directory: session.directory, member: session.member, now: session.now, zone: session.zone,
            weekStart: session.settings.weekStart, language: session.language, order: session.settings.order,
            urgency: session.settings.urgency, extensions: session.extensions)
    }

    /// Resolves queries and lists tasks on a consistent snapshot of the current version of the documents.
    func snapshot<Result: Sendable>(
        _ body: @Sendable (FamilySnapshot) throws -> Result
    ) async throws -> Result {
        try await WorkingLine.during("Reading the tasks") {
            try await session.snapshot(body)
        }
    }
}
