// SPDX-License-Identifier: Apache-2.0

import HometaskGit
import HometaskReplica

/// What every operation goes through: damage is mended from the journal where that is possible, and whatever goes wrong is
/// told in the terms of the replica, with the place.
extension GitReplica {
    /// Does something, and does it again after the journal was played back where it met what a repository that is whole
    /// does not have: an object that is missing or torn.
    func recovering<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            do {
                return try body()
            } catch let error where Self.tellsOfDamage(error) {
                guard try recover() else { throw error }
                return try body()
            }
        } catch {
            throw Self.told(error, in: folder)
        }
    }

    /// Plays the journal back.
    ///
    /// - Returns: false where there is none.
    func recover() throws -> Bool {
        guard try CommitRecovery(store).runAfterDamage() else { return false }
        try store.repository.refresh()
        return true
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
