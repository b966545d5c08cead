// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskTerminal

/// Finds the conflict named on a command line.
struct ConflictSearch {
    private let documents: [ConflictedDocument]
    /// The id of the family, whose document has no id in its path.
    private let family: DocumentID?
    /// Returns the task with a number in lists.
    private let numbered: (Int) -> DocumentID?

    init(_ documents: [ConflictedDocument], family: DocumentID?, numbered: @escaping (Int) -> DocumentID?) {
        self.documents = documents
        self.family = family
        self.numbered = numbered
    }

    private func id(of document: ConflictedDocument) -> DocumentID? { document.path.id ?? family }

    /// Returns the shortest prefix of a document's id that is unique among the documents with conflicts.
    func shortestID(of document: ConflictedDocument) -> String {
        id(of: document).map { Reference.shortest($0, among: documents.compactMap { id(of: $0) }) } ?? ""
    }

    /// Returns the document with a conflict that is named by words, a number or an id.
    func document(_ words: String) throws -> ConflictedDocument {
        guard !documents.isEmpty else {
            throw ReplicaError(
                .notFound, "there are no conflicts to resolve", hint: "'hometask sync' receives the others' edits.")
        }
        guard let reference = Reference(words) else {
            throw ReplicaError(.invalidRequest, "the name of the document cannot be empty")
        }
        let named = documents.compactMap { document in
            id(of: document).map { (id: $0, name: document.name) }
        }
        let tasks = documents.filter { $0.path.kind == .task }.compactMap { id(of: $0) }
        do {
            let found = try reference.resolve(
                among: named, noun: "conflict", numbered: numbered, preferring: { _ in tasks })
            if let found = documents.first(where: { id(of: $0) == found }) { return found }
        } catch {
            guard error.code == .notFound else { throw error }
            if let family = documents.first(where: { $0.path == .family }), words.lowercased() == "family" {
                return family
            }
        }
        throw ReplicaError(
            .notFound, "nothing named ‘\(words)’ has a conflict",
            hint: "'hometask conflicts' shows all conflicts.")
    }

    /// Returns the conflict of a field, line and item; without them, the only conflict.
    static func conflict(
        in document: ConflictedDocument, field: String?, line: Int?, item: String? = nil, part: String? = nil
    ) throws -> Conflict {
        let named = try item.map { try ItemFinder(document.items, of: document.name).item([$0]) }
        let found = document.conflicts.filter { conflict in
            (field.map { names(conflict.field, $0) } ?? true)
                && (line == nil || conflict.line == line.map { $0 - 1 })
                && (named == nil || conflict.member?.item == named?.id)
                && (part == nil || conflict.member?.name == part)
        }
        if found.count == 1 { return found[0] }
        let open = document.conflicts.map {
            "'\(options(for: $0, among: document.conflicts, items: document.items))'"
        }.joined(separator: ", ")
        if found.isEmpty {
            let part = named.map { "the item ‘\($0.text)’" } ?? line.map { "line \($0)" }
            let place = [part, field.map { "the field ‘\($0)’" }].compactMap(\.self).joined(separator: " of ")
            throw ReplicaError(
                .notFound, "‘\(document.name)’ has no conflict\(place.isEmpty ? "" : " in \(place)")",
                hint: "Open conflicts: \(open).")
        }
        throw UsageError(
            "‘\(document.name)’ has \(found.count) conflicts; choose one",
            hint: "Add one of: \(open).")
    }

    /// Returns whether a word names a field: by its full name, `noise.loudness`, or by `loudness` for any plugin's
    /// field.
    private static func names(_ field: FieldName, _ word: String) -> Bool {
        [field.description, field.words, field.extensionPath?.member].contains(word)
    }

    /// Returns the options of `resolve` that name a conflict: `--field title`, `--field items --item 2`.
    static func options(for conflict: Conflict, among all: [Conflict], items: [TaskItem]) -> String {
        let field = "--field \(ShellQuoting.quoted(EscapedText.safe(conflict.field.words)))"
        if let line = conflict.line { return "\(field) --line \(line + 1)" }
        guard let member = conflict.member else { return field }
        let number = items.firstIndex { $0.id == member.item }.map { "\($0 + 1)" } ?? "'#\(member.item)'"
        let isOne = all.filter { $0.member?.item == member.item }.count == 1
        return "\(field) --item \(number)"
            + (isOne ? "" : " --part \(ShellQuoting.quoted(EscapedText.safe(member.name)))")
    }
}
