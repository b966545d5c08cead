// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica
import HometaskTerminal

/// Edits a task as text: in an editor, or in a file left by an earlier attempt.
struct TaskEditing {
    private let session: FamilySession
    private let task: DocumentID
    private let pins: [PinRecord]
    private let isOfSeries: Bool

    /// - Parameter isOfSeries: whether changes to a recurring task also apply to later occurrences.
    init(_ task: DocumentID, isOfSeries: Bool, in session: FamilySession) async throws {
        self.session = session
        self.isOfSeries = isOfSeries
        self.task = task
        pins = try await session.pins.all()
    }

    /// Opens the task in an editor, repeatedly while the text is invalid. Rejected text is kept in a file, which the
    /// error names.
    ///
    /// - Returns: the fields that changed.
    func edit() async throws -> [FieldName] {
        guard let editor = TextEditor(session.environment) else {
            throw UsageError(
                "no change was given, and there is no editor to open",
                hint: "Set the variable EDITOR, or use options such as --due: 'hometask help edit' lists them.")
        }
        let version = try await version()
        let text = try await base(version).text.text(version: version)
        let path = try TextEditor.file(for: text, session.environment)
        do {
            try editor.edit(path)
            while true {
                do {
                    return try await changeFromFile(path)
                } catch  where asksAgain(error) {
                    try editor.edit(path)
                }
            }
        } catch {
            if try TextFile.read(path).map({ $0 == Array(text.utf8) }) ?? true {
                TextFile.remove(path)
                throw error
            }
            throw withKeptText(error, path)
        }
    }

    /// Reads the task's text from a file, changes the task, and then removes the file unless `removesFile` is false.
    func changeFromFile(_ path: String, removesFile: Bool = true) async throws -> [FieldName] {
        guard let bytes = path == "-" ? try TextFile.readStandardInput() : try TextFile.read(path) else {
            throw TextFile.missing(path, hint: "Check the file's name, or edit without --from.")
        }
        guard let typed = String(validating: bytes, as: UTF8.self) else {
            throw ReplicaError(.invalidValue, "the text in \(path) is not UTF-8", hint: "Save it as UTF-8.")
        }
        let version = TaskText.version(of: typed)
        let base = if let version { try await base(version) } else { try await base(self.version()) }
        guard let record = TaskRecord(base.document.listed) else { return [] }
        var new = try TaskText(parsing: typed, in: session)
        // Text without a version was not generated from the whole task, so a missing line is not a removal.
        if version == nil { new = new.completed(from: base.text) }
        var change = try await TaskTextChange(record, from: base.text, to: new, in: session).taskChange()
        change.isOfSeries = isOfSeries
        for field in change.values.keys { change.expected[field] = base.document[field] ?? .null }
        let changed = try await writeChange(change)
        if removesFile { TextFile.remove(path) }
        return changed
    }

    private func writeChange(_ change: TaskChange) async throws -> [FieldName] {
        if change.isEmpty { return [] }
        let written = try await session.write(command: "edit") { [task] in try $0.tasks.edit(task, by: change)
        }
        return written.result
    }

    /// Returns the id of the newest commit; empty if there is none.
    private func version() async throws -> String {
        try await session.replica.history(since: nil, path: nil, limit: 1).first?.commit ?? ""
    }

    /// Returns the task at a version, and its text.
    private func base(_ version: String) async throws -> (document: Document, text: TaskText) {
        let path = try Transaction.path(of: .task, task)
        let document = try await session.replica.read(at: version) { try $0.document(at: path) }
        guard let document, let record = TaskRecord(document.listed) else {
            throw ReplicaError(.notFound, "the task #\(task) did not exist at the version \(version.prefix(12))")
        }
        return (document, TaskText(record, pins: pins, in: session))
    }

    private func asksAgain(_ error: any Error) -> Bool {
        let question = Question(session.environment)
        guard question.canAsk else { return false }
        StandardError.writeText(ErrorReport(error).text)
        return question.confirms("Continue editing?")
    }

    private func withKeptText(_ error: any Error, _ path: String) -> any Error {
        let name = ShellQuoting.quoted(path)
        let hint =
            "Your text is kept in \(path). Correct it and run hometask edit '#\(task.description.prefix(8))' --from \(name)."
        switch error {
        case let error as UsageError:
            return UsageError(error.message, hint: [error.hint, hint].compactMap { $0 }.joined(separator: " "))
        case let error as ReplicaError:
            let hints: Hint = error.hint.map { "\($0) \(hint)" } ?? Hint(hint)
            return ReplicaError(error.code, error.message, hint: hints, candidates: error.candidates)
        default: return error
        }
    }
}
