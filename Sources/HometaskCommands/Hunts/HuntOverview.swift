// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskHunts
import HometaskTerminal
import HometaskTime

/// A hunt with its clues and teams, as far as this device can decrypt it.
struct HuntOverview: Sendable {
    let hunt: HuntRecord
    let opened: OpenedClues
    /// The teams that play the hunt, sorted by name.
    let teams: [TeamRecord]
    let board: Leaderboard
    private let session: FamilySession

    /// - Parameter teams: teams, including those of other hunts.
    init(_ hunt: HuntRecord, _ opened: OpenedClues, teams: [TeamRecord], in session: FamilySession) {
        self.hunt = hunt
        self.opened = opened
        self.teams = teams.filter { $0.hunt == hunt.id && !$0.isDeleted }
        self.session = session
        board = Leaderboard(of: hunt, self.teams)
    }

    /// The team of this device's member; if there are several, the one that began first.
    var ownTeam: TeamRecord? {
        guard let member = session.member else { return nil }
        let own = teams.filter { $0.members.contains { session.directory.current($0) == member } }
        return own.min {
            ($0.startedAt?.seconds ?? .max, $0.id) < ($1.startedAt?.seconds ?? .max, $1.id)
        }
    }

    /// The state of a clue for this member. For a player, later clues are locked even if they are not encrypted.
    enum State: String {
        case solved, open, locked
    }

    func state(of clue: Clue, for team: TeamRecord?) -> State {
        guard let team else { return opened.content(of: clue.id) == nil ? .locked : .open }
        if team.solutions[clue.id] != nil { return .solved }
        return hunt.nextClues(of: team).contains { $0.id == clue.id } ? .open : .locked
    }

    // MARK: For people

    /// Returns the title, the other text fields, and the text that players read first.
    func headLines() -> [String] {
        let (width, mode) = (session.output.width, session.output.mode)
        var block = FieldBlock()
        block.add(textsOf: hunt)
        let head = TextWidth.wrapped(EscapedText.safe(hunt.title), to: width)
        let facts = [hunt.finishedAt.map { "finished \(session.dates.ago($0))" }, hunt.isFree ? "in any order" : nil]
        let told = facts.compactMap(\.self).joined(separator: ", ")
        var lines = head.map { Style.bold.applied(to: $0, in: mode) }
        if !told.isEmpty { lines.append(Style.dim.applied(to: "(\(told))", in: mode)) }
        lines += block.lines(width: width, mode: mode)
        return lines + hunt.text.flatMap { TextWidth.wrapped(EscapedText.safe(Self.untabbed($0)), to: width) }
    }

    /// Returns the line shown in place of a locked clue.
    func lockedLines(_ clue: Clue) -> [String] {
        let number = hunt.number(of: clue.id) ?? 0
        return [
            Style.bold.applied(to: "Clue \(number)", in: session.output.mode)
                + Style.dim.applied(
                    to: ": locked until the clues before it are solved", in: session.output.mode)
        ]
    }

    /// Returns the next clues of a team.
    ///
    /// - Parameter reader: the reader's team; some of these clues may still be locked for it.
    func nextLines(for team: TeamRecord, shownTo reader: TeamRecord? = nil) -> [String] {
        let next = hunt.nextClues(of: team)
        if hunt.clues.isEmpty { return ["It has no clues yet."] }
        if next.isEmpty { return ["All clues are solved."] }
        return next.flatMap { reader != nil && state(of: $0, for: reader) == .locked ? lockedLines($0) : clueLines($0) }
    }

    /// Returns a clue with the way to solve it, or to unlock it.
    func clueLines(_ clue: Clue) -> [String] {
        let (width, mode) = (session.output.width, session.output.mode)
        let number = hunt.number(of: clue.id) ?? 0
        let points = clue.points > 0 ? ", \(SyncFormatter.count(clue.points, "point"))" : ""
        guard let content = opened.content(of: clue.id) else {
            let opener =
                opened.opener(of: clue.id).map { "the code word of clue \($0)" }
                ?? "a code word that no longer exists"
            return [
                Style.bold.applied(to: "Clue \(number)", in: mode)
                    + Style.dim.applied(
                        to: "\(points): encrypted with \(opener), which this device does not know", in: mode)
            ]
        }
        let task = HuntFormatter.task(content, isImperial: session.settings.isImperial)
        let text = content.text.flatMap {
            TextWidth.wrapped(EscapedText.safe(Self.untabbed($0)), to: max(20, width - 2)).map { "  " + $0 }
        }
        return [
            Style.bold.applied(to: "Clue \(number)", in: mode)
                + Style.dim.applied(to: "\(points): \(task)", in: mode)
        ] + text
    }

    /// Replaces tabs with spaces, because `EscapedText` would escape them.
    private static func untabbed(_ line: String) -> String {
        line.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "    ")
    }

    /// Returns the ranking of the teams, the leading one first.
    func boardLines() -> [String] {
        if board.rows.isEmpty { return ["Nobody is playing it yet."] }
        var table = Table(columns: [
            Column(minimum: 2), Column(minimum: 10, shrinks: true), Column(minimum: 5),
            Column(minimum: 4),
            Column(minimum: 6, shrinks: true), Column(shrinks: true),
        ])
        let hasPoints = board.rows.contains { $0.points > 0 }
        for row in board.rows {
            let members = row.team.members.map { session.directory.name(of: $0) }
            let alone = members.count == 1 && members.first == row.team.name
            table.add([
                Cell("\(row.rank)."), Cell(row.team.name, style: .bold),
                Cell("\(row.solved.count)/\(board.clueCount)"),
                Cell(hasPoints ? SyncFormatter.count(row.points, "point") : ""),
                Cell(row.seconds.map(HuntFormatter.time) ?? ""),
                Cell(alone ? "" : members.joined(separator: ", "), style: .dim),
            ])
        }
        return table.lines(width: session.output.width, mode: session.output.mode)
    }

    // MARK: For programs

    func printJSON() throws { try session.output.print(.object(json)) }

    /// `id`, `title`, `text`, `order` (`fixed` or `free`), `finishedAt`, `conflict`, `deleted`, `clues` (`id`,
    /// `number`, `points`, `sealed`, `state`; `text`, `place` and `solvedBy` if they can be decrypted here) and `teams`
    /// (`id`, `name`, `rank`, `members`, `startedAt`, `points`, `seconds`, `solved`). Places and texts of clues that
    /// are locked for this device's member are left out.
    var json: JSONObject {
        let team = ownTeam
        var object = JSONObject(hunt)
        object["conflict"] = .bool(hunt.hasConflict)
        object["deleted"] = .bool(hunt.isDeleted)
        object["text"] = .array(hunt.text.map { .string($0) })
        object["order"] = hunt.isFree ? "free" : "fixed"
        object["clues"] = .array(hunt.clues.map { .object(json(of: $0, for: team)) })
        object["teams"] = .array(board.rows.map { .object(json(of: $0)) })
        object["title"] = .string(hunt.title)
        object["finishedAt"] = hunt.finishedAt.map { .string($0.rfc3339) }
        object["team"] = team.map { .string($0.id.description) }
        return object
    }

    private func json(of clue: Clue, for team: TeamRecord?) -> JSONObject {
        let state = state(of: clue, for: team)
        var isSealed = false
        if case .sealed = clue.body { isSealed = true }
        var object: JSONObject = [
            "id": .string(clue.id), "number": .number(JSONNumber(hunt.number(of: clue.id) ?? 0)),
            "points": .number(JSONNumber(clue.points)), "sealed": .bool(isSealed),
            "state": .string(state.rawValue),
        ]
        guard state != .locked, let content = opened.content(of: clue.id) else { return object }
        object["text"] = .array(content.text.map { .string($0) })
        object["solvedBy"] = content.code != nil ? "code" : content.place != nil ? "photo" : "adult"
        if let place = content.place {
            var location = place.coordinates.location().objectValue ?? [:]
            location["within"] = JSONNumber(place.within).map { .number($0) }
            object["place"] = .object(location)
        }
        return object
    }

    private func json(of row: Leaderboard.Row) -> JSONObject {
        var object: JSONObject = [
            "id": .string(row.team.id.description), "name": .string(row.team.name),
            "rank": .number(JSONNumber(row.rank)), "points": .number(JSONNumber(row.points)),
            "members": .array(
                row.team.members.map { .string(session.directory.current($0).description) }),
            "solved": .array(row.solved.map { .object(json(of: $0)) }),
        ]
        object["startedAt"] = row.team.startedAt.map { .string($0.rfc3339) }
        object["seconds"] = row.seconds.map { .number(JSONNumber(Int($0))) }
        return object
    }

    private func json(of solution: ClueSolution) -> JSONObject {
        var object: JSONObject = ["clue": .string(solution.clue), "at": .string(solution.at.rfc3339)]
        object["by"] = solution.by.map { .string(session.directory.current($0).description) }
        object["how"] = solution.means.map { .string($0.rawValue) }
        object["photo"] = solution.photo.map { .string($0.description) }
        return object
    }
}
