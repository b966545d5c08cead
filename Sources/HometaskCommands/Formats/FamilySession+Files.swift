// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

extension FamilySession {
    /// Asks whether a file may be overwritten.
    ///
    /// - Parameter reason: why a confirmation is needed: `is there already`.
    /// - Throws: `ReplicaError` (`alreadyExists`) if nobody agrees, or nobody can be asked.
    func confirmReplacing(_ name: String, because reason: String) throws {
        guard !Question(environment).confirms("\(name) \(reason). Overwrite it?") else { return }
        throw ReplicaError(
            .alreadyExists, "\(name) \(reason); it was not overwritten",
            hint: "Name another file, or overwrite it with --force.")
    }
}
