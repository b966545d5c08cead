// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily

extension HuntRecord {
    /// Returns the clues that a team can solve next: the first one that is not solved or, if the order is free, all of
    /// them.
    public func nextClues(of team: TeamRecord) -> [Clue] {
        let rest = clues.filter { team.solutions[$0.id] == nil }
        return isFree ? rest : Array(rest.prefix(1))
    }
}
