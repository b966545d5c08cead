// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskMerging
import HometaskReplica
import HometaskTerminal

/// `hometask conflicts`: what was changed apart and waits for somebody to choose.
struct ConflictsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts", _superCommandName: "hometask",
        abstract: "Show values that were written at the same time, to choose between.",
        discussion: "The first value of each is the one that is shown until somebody chooses with 'hometask resolve'.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    func run() async throws {
        let session = try await FamilySession.open(global)
        let documents = try await session.replica.read { try ConflictedDocument.all(in: $0) }
        let numbers = try await session.numbers().numbers(of: documents.compactMap(\.path.id))
        if showing.json {
            let objects = documents.flatMap { document in
                document.conflicts.map { JSON.object(ConflictJSON.object($0, of: document, session)) }
            }
            return try session.output.print(.array(objects))
        }
        guard !documents.isEmpty else {
            return try session.output.say("There are no conflicts: whatever was changed apart has been joined.")
        }
        var lines: [String] = []
        for document in documents {
            lines += show(document, document.path.id.flatMap { numbers[$0] }, session)
        }
        try session.output.print(lines)
        try session.output.print(hint(documents[0], numbers))
    }

    /// How to settle the first of them: a command on a line of its own, so that it can be copied.
    private func hint(_ document: ConflictedDocument, _ numbers: [DocumentID: Int]) -> [String] {
        let number = document.path.id.flatMap { numbers[$0] }.map { "\($0)" }
        let name = number ?? ShellQuoting.quoted(EscapedText.safe(document.name))
        let options = ConflictSearch.options(
            for: document.conflicts[0], among: document.conflicts, items: document.items)
        return [
            "Choose with --take and a number, or --value and something else:",
            "  hometask resolve \(name) \(options) --take 2",
        ]
    }

    private func show(_ document: ConflictedDocument, _ number: Int?, _ session: FamilySession) -> [String] {
        let words = ConflictWords(session, of: document.path.kind)
        let output = session.output
        let kind = document.path.kind == .task ? "" : " (\(document.path.kind))"
        let title = EscapedText.safe("\(number.map { "\($0) " } ?? "")\(document.name)\(kind)")
        var lines = TextWidth.wrapped(title, to: output.width).map { Style.bold.applied(to: $0, in: output.mode) }
        for conflict in document.conflicts {
            lines.append("  \(EscapedText.safe(words.event(of: conflict, items: document.items)))")
            lines += ConflictWords.choices(of: conflict).enumerated().flatMap { index, choice in
                let value = words.value(choice.value, in: conflict)
                return line(index + 1, EscapedText.safe(value), EscapedText.safe(words.author(of: choice)), output)
            }
        }
        return lines + [""]
    }

    /// A value with its number, and who wrote it: behind it, or below it where the terminal is too narrow. Nothing of the
    /// value is cut off, since somebody is to choose by it.
    private func line(_ number: Int, _ value: String, _ author: String, _ output: Output) -> [String] {
        let mark = Style.bold.applied(to: TextWidth.padded("\(number)", to: 3, alignment: .right), in: output.mode)
        let note = Style.dim.applied(to: author, in: output.mode)
        if TextWidth.columns(value) + TextWidth.columns(author) + 9 <= output.width {
            return ["  \(mark)  \(TextWidth.padded(value, to: 20))  \(note)"]
        }
        let lines = TextWidth.wrapped(value, to: max(20, output.width - 7))
        return lines.enumerated().map { "  \($0 == 0 ? mark : "   ")  \($1)" }
            + (author.isEmpty ? [] : ["       \(note)"])
    }
}

/// A conflict as `--json` prints it.
enum ConflictJSON {
    /// `id`, `kind`, `name`, `path`, `field`, `line` (from 1, or null), `item` (`number`, `id` and `member`, or null), `values`: each `number`, `value` and `writes`
    /// (`by`, `device`, `actor`, `at`).
    static func object(_ conflict: Conflict, of document: ConflictedDocument, _ session: FamilySession) -> JSONObject {
        let values = ConflictWords.choices(of: conflict).enumerated().map { index, choice -> JSON in
            [
                "number": .number(JSONNumber(index + 1)), "value": choice.value,
                "writes": .array(choice.writes.map { write($0, session) }),
            ]
        }
        return [
            "id": (document.path.id?.description ?? session.directory.family?.id.description).json,
            "kind": .string(document.path.kind.rawValue), "name": .string(document.name),
            "path": .string(document.path.text), "field": .string(conflict.field.description),
            "item": item(conflict, of: document), "line": conflict.line.map { .number(JSONNumber($0 + 1)) } ?? .null,
            "values": .array(values),
        ]
    }

    private static func item(_ conflict: Conflict, of document: ConflictedDocument) -> JSON {
        guard let member = conflict.member else { return .null }
        let index = document.items.firstIndex { $0.id == member.item }
        return [
            "id": .string(member.item), "member": .string(member.name),
            "number": index.map { .number(JSONNumber($0 + 1)) } ?? .null,
        ]
    }

    private static func write(_ write: Write, _ session: FamilySession) -> JSON {
        let author = session.directory.author(of: write.dot.actor)
        return [
            "actor": .string(write.dot.actor.text), "at": .string(write.time.rfc3339),
            "by": (author?.member).json, "device": (author?.device).json,
        ]
    }
}
