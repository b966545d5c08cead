// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPlatform

extension TextEditor {
    /// Opens text in the user's editor, and passes the result to `use`.
    ///
    /// No typed text is lost: if the editor fails, the edited file cannot be read, or `use` throws, the file is kept,
    /// and the error names it.
    ///
    /// - Parameters:
    ///   - text: the initial content of the file.
    ///   - use: takes the edited text; not called if the text is unchanged.
    /// - Returns: the result of `use`; nil if the text is unchanged.
    func edit<Result>(
        _ text: String, in environment: CommandEnvironment, use: (String) async throws -> Result
    ) async throws -> Result? {
        let path = try Self.file(for: text, environment)
        do {
            try edit(path)
            let edited = try Self.read(path)
            let result = edited == text ? nil : try await use(edited)
            unlink(path)
            return result
        } catch {
            let bytes = try? TextFile.read(path)
            if bytes.map({ $0.elementsEqual(text.utf8) }) ?? true {
                unlink(path)
                throw error
            }
            throw Self.naming(path, in: error)
        }
    }

    private static func read(_ path: String) throws -> String {
        guard let bytes = try TextFile.read(path) else {
            throw ReplicaError(.notFound, "the editor removed the file; nothing was changed")
        }
        return try TextFile.text(bytes, of: "what was typed")
    }

    private static func naming(_ path: String, in error: any Error) -> any Error {
        let kept = "Your text is kept in \(path)."
        switch error {
        case let error as ReplicaError:
            let hint: Hint = error.hint.map { "\($0) \(kept)" } ?? Hint(kept)
            return ReplicaError(error.code, error.message, hint: hint, candidates: error.candidates)
        case let error as UsageError:
            return UsageError(error.message, hint: (error.hint.map { $0 + " " } ?? "") + kept)
        default: return ReplicaError(.inputOutput, "\(error)", hint: Hint(kept))
        }
    }
}
