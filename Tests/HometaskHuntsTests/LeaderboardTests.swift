// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import TestSupport
import Testing

@testable import HometaskHunts

@Suite("The leaderboard of a hunt")
struct LeaderboardTests {
    private static func id(_ number: Int) -> DocumentID {
        DocumentID(randomBytes: (UInt64(number) << 32, UInt64(number)))
    }

    private func hunt(points: [Int], finished: Int64? = nil) throws -> HuntRecord {
        let clues = points.enumerated().map { Clue(id: "c\($0)", points: $1, body: .open(ClueContent(text: ["x"]))) }
        var members: JSONObject = [
            "id": .string(Self.id(1).description), "title": "Test", "clues": .array(clues.map(\.json)),
        ]
        if let finished { members["finished"] = ["at": .string(Timestamp(seconds: finished).rfc3339)] }
        return try #require(HuntRecord(members))
    }

    private func team(_ number: Int, started: Int64?, steps: [(clue: Int, at: Int64)]) throws -> TeamRecord {
        var progress: [JSON] = started.map { [["at": .string(Timestamp(seconds: $0).rfc3339)]] } ?? []
        progress += steps.map { ["at": .string(Timestamp(seconds: $0.at).rfc3339), "clue": .string("c\($0.clue)")] }
        return try #require(
            TeamRecord([
                "id": .string(Self.id(number).description), "hunt": .string(Self.id(1).description),
                "name": .string("Team \(number)"), "progress": .array(progress),
            ]))
    }

    @Test("Teams rank by points, then clues, then time; equal teams share a rank")
    func order() throws {
        let hunt = try hunt(points: [0, 0, 5])
        let teams = [
            try team(2, started: 0, steps: [(0, 10), (1, 20)]), try team(3, started: 0, steps: [(2, 90)]),
            try team(4, started: 5, steps: [(0, 10), (1, 20)]), try team(5, started: 10, steps: [(0, 20), (1, 30)]),
            try team(6, started: 0, steps: []),
        ]
        let board = Leaderboard(of: hunt, teams)
        #expect(board.rows.map(\.team.name) == ["Team 3", "Team 4", "Team 2", "Team 5", "Team 6"])
        #expect(board.rows.map(\.rank) == [1, 2, 3, 3, 5])
        #expect(board.rows.map(\.seconds) == [90, 15, 20, 20, nil])
    }

    @Test("The first of several devices to solve a clue counts, in any order of their steps")
    func earliest() throws {
        var steps: [(clue: Int, at: Int64)] = [(0, 30), (0, 12), (0, 45), (1, 50), (1, 60)]
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        let hunt = try hunt(points: [1, 1])
        for _ in 0..<10 {
            steps.shuffle(using: &generator)
            let row = try #require(Leaderboard(of: hunt, [try team(2, started: 2, steps: steps)]).rows.first)
            #expect(row.solved.map(\.at.seconds) == [12, 50] && row.seconds == 48 && row.points == 2)
        }
    }

    @Test("Steps after the end, or for a removed clue, do not count; earlier steps do")
    func end() throws {
        let steps: [(clue: Int, at: Int64)] = [(0, 10), (1, 20), (7, 15)]
        let row = Leaderboard(
            of: try hunt(points: [3, 4], finished: 19), [try team(2, started: 0, steps: steps)]
        ).rows.first
        #expect(row?.points == 3 && row?.solved.count == 1 && row?.seconds == 10)
        let late = Leaderboard(
            of: try hunt(points: [3, 4], finished: 20), [try team(2, started: 0, steps: steps)]
        ).rows.first
        #expect(late?.points == 7)
    }
}
