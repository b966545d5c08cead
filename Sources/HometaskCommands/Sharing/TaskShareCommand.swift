// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskQueries
import HometaskReplica

/// `hometask task share`: writes tasks in a form to send to others.
struct TaskShareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share", abstract: "Write tasks as text or calendar to-dos, to send to others.",
        discussion: """
            Writes the title, the description, the checklist, the due date and the place. Everything left out, such \
            as people and tags, is listed on standard error. If the family's home is set, places near it are hidden, \
            with their addresses.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var share: ShareOptions

    @Argument(help: ArgumentHelp("Numbers, ranges, #ids, or words of one title.", valueName: "task"))
    var references: [String]

    func run() async throws {
        let form = try share.form(of: "task", among: [.text, .ics])
        let (session, redaction, tasks) = try await find(in: FamilySession.open(global))
        let content: String
        if form == .ics {
            content = try await Self.calendar(of: tasks.map(\.task.id), with: redaction, in: session)
        } else {
            let texts = tasks.map { task in
                task.lines(zone: session.zone) { session.rules.words(for: $0) }.map { $0 + "\n" }.joined()
            }
            content = texts.joined(separator: "\n")
        }
        try share.writeShare(
            Share(
                form, names: tasks.map(\.task.title), content: content, leftOut: tasks.flatMap(\.leftOut),
                hidden: Set(tasks.filter(\.isHidden).compactMap(\.pin?.id)).count),
            showing, redaction: redaction, in: session)
    }

    /// Returns the session for printing, the redaction and the tasks to share, all of one version.
    func find(in opened: FamilySession) async throws -> (FamilySession, HomeRedaction, [SharedTask]) {
        let numbers = try await opened.numbers.all()
        let (words, home) = (references, share.home)
        return try await opened.snapshot { snapshot in
            let (session, reader) = (snapshot.session, snapshot.reader)
            let redaction = try HomeRedaction(home, in: snapshot)
            let tasks = try session.tasks.finder(reader, numbers).tasks(words)
            let photos = try PhotoFinder(reading: reader).photos
            let notes = try NoteFinder(reading: reader).notes
            let pins = try PinFinder(reading: reader).pins
            let shared = tasks.map { task in
                redaction.hiding(
                    SharedTask(
                        task: task, pin: pins.first { $0.id == task.place?.pin && !$0.isDeleted },
                        notes: NoteSearch(subject: task.id).notes(among: notes).count,
                        photos: PhotoSearch(subject: task.id).photos(among: photos).count))
            }
            return (session, redaction, shared)
        }
    }

    /// Returns the tasks in the format of the plugin for calendars, without data that only concerns the family.
    private static func calendar(
        of tasks: [DocumentID], with redaction: HomeRedaction, in session: FamilySession
    ) async throws -> String {
        let host = try session.environment.pluginHost()
        guard let (plugin, _) = host.offering("ics", \.exporters), plugin.id == "calendar" else {
            throw PluginHostError(
                .notEnabled, "the plugin ‘calendar’, which writes to-dos, is not enabled on this device",
                hint: "'hometask plugin enable calendar' enables it.")
        }
        var request = PluginRequest(
            plugin: plugin, method: PluginMethod.export,
            params: ["format": "ics", "options": ["share": true], "selected": true])
        let sink = OutputSink.collecting()
        request.sink = sink
        request.chosen = tasks
        request.redaction = redaction
        _ = try await session.plugins.ask(request, of: host)
        return sink.collected
    }
}
