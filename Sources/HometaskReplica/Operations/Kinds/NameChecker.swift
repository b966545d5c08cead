// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskQueries

/// Checks the names that people choose.
struct NameChecker {
    /// The word for the named thing: `member`.
    let noun: String

    /// Checks a name and removes surrounding spaces.
    func checked(_ text: String) throws -> String {
        let name = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        guard !name.isEmpty else {
            throw ReplicaError(
                .invalidValue, "a \(noun)'s name cannot be empty", hint: "Choose a name that is not only spaces.")
        }
        let hasControls = name.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
        guard !hasControls else {
            throw ReplicaError(.invalidValue, "a \(noun)'s name must be a single line without control characters")
        }
        guard name.count <= 100 else {
            throw ReplicaError(
                .invalidValue, "a \(noun)'s name can have at most 100 characters, not \(name.count)")
        }
        guard !["member", "category", "view"].contains(noun) || !QueryName.reserved.contains(name.lowercased()) else {
            throw ReplicaError(
                .invalidValue, "a \(noun) cannot be called ‘\(name)’: that word has another meaning in queries",
                hint: "Choose another name.")
        }
        return name
    }
}
