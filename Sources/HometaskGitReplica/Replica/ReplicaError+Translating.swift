// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit

extension ReplicaError {
    /// Returns the body's result, or throws its error in the terms of the replica's callers.
    ///
    /// - Parameter subject: what is being read, for the message.
    static func translating<Result>(
        subject: @autoclosure () -> String, _ body: () throws -> Result
    ) throws(ReplicaError) -> Result {
        do {
            return try body()
        } catch let error as ReplicaError {
            throw error
        } catch let error as GitError {
            throw error.replicaError(subject: subject())
        } catch {
            throw ReplicaError(.inputOutput, "\(subject()): \(error)")
        }
    }
}
