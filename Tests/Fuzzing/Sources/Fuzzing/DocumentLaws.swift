// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging

enum DocumentLaws {
    static let typist = Author(actor: People.actors[0], time: Timestamp(seconds: 1_900_000_000))

    static func check(_ bytes: [UInt8]) {
        guard let document = try? Document(decoding: bytes) else { return }
        Tally.count("documents")
        check(document)
    }

    /// Checks the laws of every document, whatever its origin.
    static func check(_ document: Document) {
        let written = document.encoded()
        guard let again = try? Document(decoding: written) else {
            law("a document that is written is read", false, evidence: [written])
            return
        }
        law("a document is read as it is written", again == document, evidence: [written, again.encoded()])
        law("a document is written as it is read", again.encoded() == written, evidence: [written, again.encoded()])
        _ = (document.conflicts, document.isDeleted, document.deletion, document.latestTime)
        for field in document.shownFields { _ = document.lastWrite(of: field) }
        adopt(written, document)
    }

    /// Adopting an unedited file writes nothing.
    private static func adopt(_ written: [UInt8], _ document: Document) {
        guard let members = try? JSONObject.parse(written) else { return }
        var adopted = document
        let changed = adopted.applyHandEdit(members, rule: { _ in .register }, by: typist)
        law("what is adopted unchanged changes nothing", changed.isEmpty, evidence: [written, adopted.encoded()])
        law("what is adopted unchanged stays as it was", adopted == document, evidence: [written, adopted.encoded()])
    }
}
