// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

/// How far the teams of a hunt are, the one that is ahead first.
///
/// More points come before fewer, then more clues before fewer, then less time before more: the time from when a team
/// began until it solved its last clue. What was solved after the hunt's end, or of a clue that is gone, does not
/// count.
public struct Leaderboard: Hashable, Sendable {
    /// A team, what it has achieved, and how it ranks.
    public struct Row: Hashable, Sendable {
        /// The team as its document has it; it may have solved nothing yet.
        public let team: TeamRecord
        /// The clues that count, in the hunt's order.
        public let solved: [ClueSolution]
        /// The sum of the points of the clues in ``solved``.
        public let points: Int
        /// From its beginning to its last clue, in seconds; nil if it solved none, or did not begin.
        public let seconds: Int64?
        /// Its place, from 1: teams that are level share one.
        public fileprivate(set) var rank = 1

        fileprivate var order: (Int, Int, Int64) { (-points, -solved.count, seconds ?? .max) }
    }

    /// One row for each team, by rank; teams that are level follow each other by name.
    public let rows: [Row]
    /// How many clues there are.
    public let clueCount: Int

    /// Ranks the given teams, which should all be teams of this hunt.
    public init(of hunt: HuntRecord, _ teams: [TeamRecord]) {
        clueCount = hunt.clues.count
        var rows = teams.map { Self.row($0, hunt) }
        rows.sort { one, other in
            if one.order != other.order { return one.order < other.order }
            return (one.team.name.lowercased(), one.team.id) < (other.team.name.lowercased(), other.team.id)
        }
        for place in rows.indices {
            rows[place].rank =
                place > 0 && rows[place - 1].order == rows[place].order ? rows[place - 1].rank : place + 1
        }
        self.rows = rows
    }

    private static func row(_ team: TeamRecord, _ hunt: HuntRecord) -> Row {
        let end = hunt.finishedAt ?? Timestamp(seconds: .max)
        let clues = hunt.clues.filter { (team.solutions[$0.id]?.at).map { $0 <= end } ?? false }
        let solved = clues.compactMap { team.solutions[$0.id] }
        let last = solved.map(\.at.seconds).max()
        let seconds = team.startedAt.flatMap { start in last.map { max(0, $0 - start.seconds) } }
        return Row(team: team, solved: solved, points: clues.reduce(0) { $0 + $1.points }, seconds: seconds)
    }
}

extension HuntRecord {
    /// The clues that a team may solve next: the first one that it has not, or where the order is free all of these.
    public func nextClues(of team: TeamRecord) -> [Clue] {
        let rest = clues.filter { team.solutions[$0.id] == nil }
        return isFree ? rest : Array(rest.prefix(1))
    }
}
