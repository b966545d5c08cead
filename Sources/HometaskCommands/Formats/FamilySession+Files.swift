// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

extension FamilySession {
    /// Asks whether a file may be written over.
    ///
    /// - Parameter reason: why that is not done unasked: `is there already`.
    /// - Throws: `ReplicaError` (`alreadyExists`) where nobody agrees, or nobody can be asked.
    func confirmReplacing(_ name: String, because reason: String) throws {
        guard !Question(environment).confirms("\(name) \(reason). Overwrite it?") else { return }
        throw ReplicaError(
            .alreadyExists, "\(name) \(reason); it was not overwritten",
            hint: "Name another file, or overwrite it with --force.")
    }
}
