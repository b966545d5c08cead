// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// `hometask history`, `hometask pin history` and so on: who changed which field of a document, and when.
struct DocumentHistoryCommand<Kind: HistoryKind>: AsyncParsableCommand {
    static var configuration: CommandConfiguration { Kind.configuration }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: Kind.argument)
    var reference: [String]

    func run() async throws {
        let opened = try await FamilySession.open(global)
        let document = try await find(in: opened)
        let changes = try await VersionChange.all(
            of: Transaction.path(of: Kind.kind, document.id), in: opened.replica)
        if showing.json { return try opened.output.print(.array(changes.map { .object($0.json) })) }
        // Read after the changes, so that every document they name is known.
        let (session, pins) = try await opened.snapshot { snapshot in
            (snapshot.session, try PinFinder(reading: snapshot.reader).pins.filter { !$0.isDeleted })
        }
        let formatter = HistoryFormatter(
            session, TaskValueFormatter(session, pins: pins, of: Kind.kind), of: Kind.kind)
        var lines = TextWidth.wrapped(EscapedText.safe(document.name), to: session.output.width)
            .map { Style.bold.applied(to: $0, in: session.output.mode) }
        for change in changes { lines += formatter.lines(change) }
        try session.output.page(lines)
    }

    /// Returns the document that the words name, otherwise the one in the trash.
    private func find(in session: FamilySession) async throws -> Kind.Found {
        let (words, numbers) = (reference, try await session.numbers.all())
        return try await session.snapshot { snapshot in
            do {
                return try Kind.find(words, isTrash: false, numbers: numbers, in: snapshot)
            } catch let error as ReplicaError where error.code == .notFound {
                guard let deleted = try? Kind.find(words, isTrash: true, numbers: numbers, in: snapshot) else {
                    throw error
                }
                return deleted
            }
        }
    }
}
