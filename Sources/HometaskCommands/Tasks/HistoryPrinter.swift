// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging
import HometaskTerminal

/// Prints the history of single documents.
struct HistoryPrinter: Sendable {
    let session: FamilySession

    /// Prints the changes of a document, newest first: who changed which field, and when.
    ///
    /// - Parameter name: the document's name for people.
    func print(of path: DocumentPath, called name: String, asJSON: Bool) async throws {
        let changes = try await VersionChange.all(of: path, in: session.replica)
        if asJSON { return try session.output.print(.array(changes.map(Self.json))) }
        let pages = HistoryPages(
            session, TaskValueFormatter(session, pins: try await session.pins.all(), of: path.kind))
        var lines = TextWidth.wrapped(EscapedText.safe(name), to: session.output.width)
            .map { Style.bold.applied(to: $0, in: session.output.mode) }
        for change in changes { lines += pages.lines(change) }
        try session.output.page(lines)
    }

    /// The entry as in `log --json`, and `changes`: each with `field`, `from` and `to`, which are null if there was no
    /// value.
    private static func json(_ change: VersionChange) -> JSON {
        var object = HistoryJSON.object(change.entry)
        object["changes"] = .array(
            change.fields.map {
                ["field": .string($0.name.description), "from": $0.old ?? .null, "to": $0.new ?? .null]
            })
        return .object(object)
    }
}
