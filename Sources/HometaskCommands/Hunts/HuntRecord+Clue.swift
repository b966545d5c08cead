// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

extension HuntRecord {
    /// Returns the clue with a number, counted from 1.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    func clue(numbered number: Int) throws -> Clue {
        guard clues.indices.contains(number - 1) else {
            let hint: Hint =
                switch clues.count {
                case 0: "It has no clues yet."
                case 1: "It has only clue 1."
                default: "Its clues have the numbers 1 to \(clues.count)."
                }
            throw ReplicaError(.notFound, "‘\(title)’ has no clue \(number)", hint: hint)
        }
        return clues[number - 1]
    }
}
