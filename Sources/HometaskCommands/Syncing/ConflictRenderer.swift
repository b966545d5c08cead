// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskTerminal

/// The conflicts of documents as `conflicts`, `show` and `resolve` print them: the place, the values with the numbers
/// for `--take`, and a command that settles the conflict and can be pasted into a shell.
struct ConflictRenderer {
    private let session: FamilySession
    private let search: ConflictSearch
    private let numbers: [DocumentID: Int]

    /// - Parameters:
    ///   - documents: all documents with conflicts, among which a command must identify one.
    ///   - numbers: the numbers of tasks in lists.
    init(_ documents: [ConflictedDocument], _ numbers: [DocumentID: Int], in session: FamilySession) {
        self.session = session
        self.numbers = numbers
        search = ConflictSearch(documents, family: session.directory.family?.id) { number in
            numbers.first { $0.value == number }?.key
        }
    }

    /// Returns all conflicts of a document, below its name.
    func lines(of document: ConflictedDocument) -> [String] {
        let kind = document.path.kind == .task ? "" : " (\(document.path.kind))"
        let number = document.path.id.flatMap { numbers[$0] }.map { "\($0) " } ?? ""
        let title = EscapedText.safe("\(number)\(document.name)\(kind)")
        return TextWidth.wrapped(title, to: output.width).map { Style.bold.applied(to: $0, in: output.mode) }
            + document.conflicts.flatMap { lines(of: $0, in: document) }
    }

    /// Returns the place and the values of a conflict.
    func lines(of conflict: Conflict, in document: ConflictedDocument) -> [String] {
        let words = ConflictFormatter(session, of: document.path.kind)
        let event = EscapedText.safe(words.event(of: conflict, items: document.items))
        return TextWidth.wrapped(event, to: output.width - 2).map { "  \($0)" }
            + ConflictFormatter.choices(of: conflict).enumerated().flatMap { index, choice in
                let value = words.value(choice.value, in: conflict)
                return line(index + 1, EscapedText.safe(value), author: EscapedText.safe(words.author(of: choice)))
            }
    }

    /// Returns the command that takes one of the values.
    func command(for conflict: Conflict, of document: ConflictedDocument, taking number: Int) -> String {
        let options = ConflictSearch.options(for: conflict, among: document.conflicts, items: document.items)
        return "hometask resolve \(word(for: document)) \(options) --take \(number)"
    }

    /// Returns the word for a document in a command: its number, its name if that is unique, otherwise its id.
    private func word(for document: ConflictedDocument) -> String {
        if let number = document.path.id.flatMap({ numbers[$0] }) { return "\(number)" }
        let name = document.name
        let isPlain = EscapedText.safe(name) == name && !name.hasPrefix("-") && !name.hasPrefix("#") && Int(name) == nil
        if isPlain, (try? search.document(name))?.path == document.path { return ShellQuoting.quoted(name) }
        return ShellQuoting.quoted("#\(search.shortestID(of: document))")
    }

    /// Returns a value with its number and its author, on the same line or, if the terminal is too narrow, on the next
    /// one. The value is never truncated, because the user chooses by it.
    private func line(_ number: Int, _ value: String, author: String) -> [String] {
        let mark = Style.bold.applied(to: TextWidth.padded("\(number)", to: 3, alignment: .right), in: output.mode)
        let note = Style.dim.applied(to: author, in: output.mode)
        if TextWidth.columns(value) + TextWidth.columns(author) + 9 <= output.width {
            return ["  \(mark)  \(TextWidth.padded(value, to: 20))  \(note)"]
        }
        let lines = TextWidth.wrapped(value, to: max(20, output.width - 7))
        return lines.enumerated().map { "  \($0 == 0 ? mark : "   ")  \($1)" }
            + (author.isEmpty ? [] : ["       \(note)"])
    }

    private var output: Output { session.output }
}
