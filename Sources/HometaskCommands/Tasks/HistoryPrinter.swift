// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging
import HometaskReplica
import HometaskTerminal

/// Prints the history of single documents.
struct HistoryPrinter: Sendable {
    let session: FamilySession

    /// Prints the changes of a document, newest first: who changed which field, and when.
    ///
    /// - Parameter name: the document's name for people.
    func print(of path: DocumentPath, called name: String, asJSON: Bool) async throws {
        let changes = try await VersionChange.all(of: path, in: session.replica)
        if asJSON { return try session.output.print(.array(changes.map { .object($0.json) })) }
        let formatter = HistoryFormatter(
            session, TaskValueFormatter(session, pins: try await session.pins.all(), of: path.kind), of: path.kind)
        var lines = TextWidth.wrapped(EscapedText.safe(name), to: session.output.width)
            .map { Style.bold.applied(to: $0, in: session.output.mode) }
        for change in changes { lines += formatter.lines(change) }
        try session.output.page(lines)
    }
}
