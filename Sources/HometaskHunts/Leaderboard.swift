// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

/// The ranking of the teams of a hunt.
///
/// Teams are ranked by points, then by the number of solved clues, then by the time from the team's start to its last
/// solution; less time is better. Solutions after the end of the hunt, and those of clues that were removed, do not
/// count.
public struct Leaderboard: Hashable, Sendable {
    /// A team with its results and its rank.
    public struct Row: Hashable, Sendable {
        /// The team; it may have solved nothing yet.
        public let team: TeamRecord
        /// The solutions that count, in the order of the hunt's clues.
        public let solved: [ClueSolution]
        /// The sum of the points of the clues in ``solved``.
        public let points: Int
        /// The time from the team's start to its last solution, in seconds; nil if it has not started or has solved
        /// nothing.
        public let seconds: Int64?
        /// The rank, from 1; teams with equal results share a rank.
        public fileprivate(set) var rank = 1

        fileprivate var order: (Int, Int, Int64) { (-points, -solved.count, seconds ?? .max) }
    }

    /// One row for each team, by rank; teams with the same rank are in the order of their names.
    public let rows: [Row]
    /// The number of clues.
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
