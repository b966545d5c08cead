// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskMerging
import HometaskQueries
import HometaskReplica

/// `hometask view save`: saves a query under a name, replacing an existing view with that name.
struct ViewSaveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Save a query as a view, for the whole family.",
        discussion: """
            If a view of that name exists, its query is replaced. A query may use other views. 'hometask help \
            queries' describes the language.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @OptionGroup var texts: TextFieldOptions<ViewTextFields>
    @OptionGroup var removals: TextFieldRemovals<ViewTextFields>
    @OptionGroup var extensions: ExtensionChangeOptions

    @Argument(help: "Its name; put several words in quotes.")
    var name: String

    @Argument(help: "The query, as for 'hometask list'.")
    var words: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let (name, sort, words) = (name, texts.texts["sort"], words)
        let (query, resolved) = try await session.queries.snapshot { snapshot in
            let query = try snapshot.text(words)
            return (query, try Self.shared(query, in: snapshot))
        }
        if let sort { _ = try session.orders.parse(sort) }
        // Without --sort, the view gets the usual order; other text fields are unchanged.
        var edited = FieldChange(try removals.joined(with: texts).filter { $0.key != "sort" })
        edited.merge(try extensions.fieldChange(of: .view, in: session))
        let fields = edited
        let written = try await session.write(command: "view save") { transaction in
            try transaction.views.save(name, query: query, sort: sort, fields: fields)
        }
        let view = try await session.views.find(written.result)
        try await requireNoRing(of: view, in: session)
        if showing.json { return try session.output.print(.object(ViewJSON.object(view))) }
        let count = try await session.queries.snapshot {
            try $0.list(resolved.query(now: session.now), order: TaskOrder([])).tasks.count
        }
        try session.output.say(
            "Saved the view ‘\(view.name)’: \(SyncFormatter.count(count, "task")) now. 'hometask list \(view.reference)' lists \(count == 1 ? "it" : "them")."
        )
    }

    /// Resolves a query as all devices will, whatever language they are set to.
    private static func shared(_ query: String, in snapshot: FamilySnapshot) throws -> ResolvedQuery {
        do {
            return try snapshot.resolveQuery(query, isShared: true)
        } catch let error as QueryError {
            guard snapshot.session.language != nil, (try? snapshot.resolveQuery(query)) != nil else {
                throw error
            }
            throw UsageError(
                "the dates of a view must be in English, which all devices read: \(error.message)",
                hint: "Write its dates in English; 'hometask help dates' shows how.")
        }
    }

    /// Prints a warning if the view refers to itself, directly or through other views.
    private func requireNoRing(of view: ViewRecord, in session: FamilySession) async throws {
        do {
            _ = try await session.queries.snapshot { try $0.resolveQuery(view.reference) }
        } catch let error as QueryError {
            session.output.remark("warning: \(error.message); 'hometask list \(view.reference)' shows where")
        }
    }
}
