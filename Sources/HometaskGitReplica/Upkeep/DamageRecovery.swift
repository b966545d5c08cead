// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskSystem

/// Wraps every operation: damage is repaired from the journal if possible, and errors are translated into those of the
/// replica, with the folder.
struct DamageRecovery {
    /// The maximum number of attempts at an operation that finds the repository damaged. One retry is not enough: another
    /// `git prune` may remove objects written since the previous attempt.
    private static let tries = 4

    let store: FamilyStore
    /// The folder that errors name.
    let folder: String

    /// Runs an operation, and retries it after ``recover()`` if it found damage that an intact repository does not
    /// have: a missing or torn object.
    func run<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try Self.repeating(body, after: recover)
        } catch {
            throw Self.translated(error, in: folder)
        }
    }

    /// Runs an operation, and retries it a few times on damage, each time after a remedy.
    static func repeating<Result>(_ body: () throws -> Result, after remedy: () throws -> Void) throws -> Result {
        for _ in 1..<tries {
            do {
                return try body()
            } catch let error where isDamage(error) {
                try remedy()
            }
        }
        return try body()
    }

    /// Removes torn records of remotes' states, replays the journal, if there is one, rereads the disk, since a
    /// temporarily unreadable file makes an object look missing, and repairs torn references of photos.
    ///
    /// - Throws: `ReplicaError` (`inputOutput`) if a file cannot be read now.
    func recover() throws {
        if let failure = readFailure() { throw failure }
        for folder in PhotoReferences.records { store.repository.references.removeTorn(in: folder) }
        _ = try CommitRecovery(store).runAfterDamage()
        try store.repository.refresh()
        // Best-effort: if the documents cannot be read either, the retried operation reports it.
        _ = try? PhotoRecovery(store: store).recover()
    }

    /// Returns the error of the first file of the repository that cannot be read; nil if all can.
    func readFailure() -> ReplicaError? {
        store.repository.unreadableFile()?.replicaError(subject: "the family's repository")
    }

    /// Returns whether an error indicates a damaged repository.
    static func isDamage(_ error: any Error) -> Bool {
        switch error {
        case let error as ReplicaError: error.code == .damaged
        case let error as GitError: [.notFound, .corrupt].contains(error.code)
        default: false
        }
    }

    /// Returns an error in the replica's terms; an error of the disk names a path.
    static func translated(_ error: any Error, in folder: String) -> any Error {
        switch error {
        case let error as GitError:
            return translated(error.replicaError(subject: "the family's repository"), in: folder)
        case let error as FileError: return error.replicaError
        case let error as ReplicaError:
            guard [.diskFull, .inputOutput].contains(error.code), !error.message.contains("/") else { return error }
            return ReplicaError(
                error.code, "\(error.message) (in \(folder))", hint: error.hint, candidates: error.candidates)
        default: return error
        }
    }
}
