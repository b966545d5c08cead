// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

extension Remote {
    /// Returns the remotes with the given names, without duplicates; the default remote if no names are given.
    ///
    /// - Throws: `ReplicaError`: `notFound` for a name without a remote, `notConfigured` if there is no remote.
    package static func named(_ names: [String], among known: [Remote]) throws -> [Remote] {
        for name in names where !known.contains(where: { $0.name == name }) {
            throw ReplicaError(
                .notFound, "there is no remote called ‘\(name)’",
                hint: known.isEmpty
                    ? "Add one with \(.addRemote)."
                    : "Remotes: \(known.map(\.name).joined(separator: ", ")).")
        }
        if !names.isEmpty { return known.filter { names.contains($0.name) } }
        if let usual = usual(of: known) { return [usual] }
        throw ReplicaError(
            .notConfigured, "this family has no remote to sync with",
            hint: "Add one with \(.addRemote): any git repository that your devices reach.")
    }

    /// Throws an error unless a text can be the name of a remote: letters, digits and dashes.
    package static func checkName(_ name: String) throws {
        let isAllowed = name.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
        }
        guard !name.isEmpty, isAllowed, !name.hasPrefix("-") else {
            throw ReplicaError(
                .invalidRequest, "‘\(name)’ cannot be the name of a remote", hint: "Use letters, digits and dashes.")
        }
    }
}
