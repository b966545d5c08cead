// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskSystem

/// What every operation goes through: damage is mended from the journal where that is possible, and whatever goes wrong
/// is told in the terms of the replica, with the place.
extension GitReplica {
    /// How often something is done that meets damage each time. Prunes that follow each other may each take away what
    /// was written since the one before.
    private static var tries: Int { 4 }

    /// Does something, and does it again after ``recover()`` where it met what a repository that is whole does not
    /// have: an object that is missing or torn.
    func recovering<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            for _ in 1..<Self.tries {
                do {
                    return try body()
                } catch let error where Self.tellsOfDamage(error) {
                    try recover()
                }
            }
            return try body()
        } catch {
            throw Self.told(error, in: folder)
        }
    }

    /// Plays the journal back, where there is one, and looks again at what the disk holds: a file that could not be
    /// read for a moment makes an object seem missing.
    ///
    /// - Throws: `ReplicaError` (`inputOutput`) where a file cannot be read now.
    func recover() throws {
        if let failure = readFailure() { throw failure }
        _ = try CommitRecovery(store).runAfterDamage()
        try store.repository.refresh()
    }

    /// The error of the first file of the repository that cannot be read; nil where all can.
    func readFailure() -> ReplicaError? {
        store.repository.unreadableFile()?.replicaError(subject: "the family's repository")
    }

    static func tellsOfDamage(_ error: any Error) -> Bool {
        switch error {
        case let error as ReplicaError: error.code == .damaged
        case let error as GitError: [.notFound, .corrupt].contains(error.code)
        default: false
        }
    }

    /// An error in the replica's terms; one of the disk names a path.
    static func told(_ error: any Error, in folder: String) -> any Error {
        switch error {
        case let error as GitError: return told(error.replicaError(subject: "the family's repository"), in: folder)
        case let error as FileError: return error.replicaError
        case let error as ReplicaError:
            guard [.diskFull, .inputOutput].contains(error.code), !error.message.contains("/") else { return error }
            return ReplicaError(
                error.code, "\(error.message) (in \(folder))", hint: error.hint, candidates: error.candidates)
        default: return error
        }
    }
}
