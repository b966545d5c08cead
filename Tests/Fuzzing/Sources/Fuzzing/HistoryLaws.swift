// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging

/// Every input is a valid history, so no input is wasted by being refused.
///
///     byte 1: the copy, and the action: a write, an exchange, a hand edit or an undo
///     byte 2, 3: the details
enum HistoryLaws {
    private static let longest = 120

    static func check(_ bytes: [UInt8]) {
        guard let id = DocumentID("12345678-9abc-4def-8012-3456789abcde") else { return }
        var copies = People.actors.map { _ in Document(id: id, kind: .task) }
        var bytes = bytes.prefix(3 * longest)
        while bytes.count >= 3 {
            step(&copies, Array(bytes.prefix(3)))
            bytes = bytes.dropFirst(3)
        }
        for copy in copies { DocumentLaws.check(copy) }
        JoinLaws.check(copies[0], copies[1], and: copies[2])
        JoinLaws.check(copies[3], copies[2], and: copies[0])
        let all = copies.reduce(copies[0], Document.join)
        law("everybody ends with the same", copies.reversed().reduce(copies[3], Document.join) == all)
    }

    /// A person writes only to their own copy and as themselves, as devices do.
    private static func step(_ copies: inout [Document], _ bytes: [UInt8]) {
        let own = Int(bytes[0] & 3)
        let other = Int(bytes[1] & 3)
        let author = People.author(bytes[0])
        let before = copies[own]
        switch bytes[0] >> 6 {
        case 0, 1: DocumentWrite(what: bytes[1], value: bytes[2]).apply(to: &copies[own], by: author)
        case 2: copies[own] = Document.join(before, copies[other])
        default: typed(&copies[own], like: copies[other], from: bytes, by: author)
        }
        let known = Document.join(before, copies[own])
        law("a copy does not forget what it had seen", known.seen == copies[own].seen, evidence: [before.encoded()])
    }

    /// A hand edit to another copy's content, or an undo of the last change.
    private static func typed(
        _ document: inout Document, like other: Document, from bytes: [UInt8], by author: Author
    ) {
        var edited = document
        DocumentWrite(what: bytes[1] >> 2, value: bytes[2]).apply(to: &edited, by: author)
        if bytes[1] >> 7 == 0 {
            let rule: MergeRule = bytes[2] & 1 == 0 ? .register : .text
            document.applyHandEdit(other.shown, rule: { _ in rule }, by: author)
            return
        }
        var reverted = edited
        if (try? reverted.revert(from: edited, to: document, by: author)) != nil {
            Tally.count("undoings")
            for field in Set(document.shownFields).union(reverted.shownFields) {
                law(
                    "what is taken back is shown as before", reverted[field] == document[field],
                    evidence: [edited.encoded()])
            }
        }
        document = reverted
    }
}
