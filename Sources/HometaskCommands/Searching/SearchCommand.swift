// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskQueries
import HometaskTerminal

/// `hometask search`: searches tasks and other documents for words, which may be incomplete.
struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", _superCommandName: "hometask",
        abstract: "Find tasks, notes, pins, photos, comments and hunts by their words.",
        discussion: """
            Every word must be the beginning of a word in a title, an item or a description, in a note or a comment, \
            in the name, address or labels of a pin, in the caption or camera of a photo, or in the title or \
            the text of a hunt, but not in its clues; capital letters and accents do not matter. Words in double \
            quotes must be adjacent, the last one complete: hometask search '"oat milk"'

            Matches in titles come first, then items, then texts, and whole words before beginnings; then open tasks \
            before those that are done, and newer before older.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(
        help: ArgumentHelp(
            "Search only these; may be repeated.", valueName: "task|note|pin|photo|comment|hunt"))
    var kind: [SearchKind] = []

    @Flag(help: "Leave out done tasks.")
    var open = false

    @Flag(help: "Search the trash.")
    var trash = false

    @Option(help: ArgumentHelp("Show at most this many.", valueName: "count"))
    var limit = 20

    @Argument(help: "Words to search for, or their beginnings.")
    var words: [String]

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit should be at least 1, but is \(limit)") }
        // The bound exceeds any possible number of documents, and keeps sums with the limit from overflowing.
        if limit > 1_000_000_000 { throw ValidationError("--limit should be at most 1000000000, but is \(limit)") }
    }

    func run() async throws {
        let query = try SearchQuery(words.joined(separator: " "))
        let opened = try await FamilySession.open(global)
        let kinds = kind.isEmpty ? SearchKind.allCases : kind
        let request = SearchRequest(
            query, kinds: Set(kinds.map(\.documentKind)), isOpenOnly: open, isTrash: trash, limit: limit)
        let found = try await WorkingLine.during("Searching") {
            try await opened.snapshot { try SearchResults(request, in: $0) }
        }
        let (session, list) = (found.session, found.list)
        let page = try await SearchRenderer(found, query)
        if showing.json {
            try session.output.print(.array(page.json))
        } else if list.hits.isEmpty {
            try session.output.say(emptySentence)
        } else {
            try session.output.page(page.lines)
        }
        for path in list.unreadable.prefix(3) {
            session.output.remark("warning: \(path.text) cannot be read and is left out; see 'hometask doctor'")
        }
    }

    private var emptySentence: String {
        let place = trash ? " in the trash" : ""
        let rest =
            words.count > 1 ? " Try fewer words." : " The beginning of a word is enough, but not its middle."
        return "Nothing\(place) matches.\(rest)"
    }
}

/// The searchable kinds of documents, as written on the command line.
enum SearchKind: String, CaseIterable, ExpressibleByArgument {
    case task, note, pin, photo, comment, hunt

    var documentKind: DocumentKind { DocumentKind(rawValue: rawValue) }
}
