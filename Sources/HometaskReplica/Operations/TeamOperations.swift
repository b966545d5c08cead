// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskMerging

extension Transaction {
    /// Has a team begin a hunt; one of that name which plays already gets the members, and its time runs on.
    ///
    /// Two devices that start a team of one name apart have started one team: its id follows from the hunt and the name.
    ///
    /// - Returns: the team, and whether it began now.
    /// - Throws: `ReplicaError` (`invalidRequest` where the hunt is at its end, or a member plays in another team).
    @discardableResult
    public func startTeam(
        _ name: String, of members: [DocumentID], in hunt: DocumentID
    ) throws -> (id: DocumentID, isNew: Bool) {
        let record = try requireOpen(hunt)
        let name = try Self.checkedName(name, of: "team")
        let id = DocumentID.derived(namespace: hunt, name: "team:\(name.lowercased())")
        for member in members {
            guard let other = try teams(of: hunt).first(where: { $0.id != id && $0.members.contains(member) }) else {
                continue
            }
            throw ReplicaError(
                .alreadyExists, "\(try self.member(member).name) plays ‘\(record.title)’ in the team \(other.name)",
                hint: "'hometask hunt status' shows how far it is.")
        }
        let path = try Self.path(of: .team, id)
        let present = try document(at: path)
        if present == nil {
            try create(
                .team, id: id,
                ["created": created, "hunt": .string(hunt.description), "members": [], "name": .string(name)])
        } else if present?.isDeleted == true {
            try change(path) { $0.restore(by: author) }
        }
        let team = try self.team(id)
        let all = team.members + members.filter { !team.members.contains($0) }
        try write(["members": .array(all.map { .string($0.description) })], to: path)
        guard team.startedAt == nil, case .object(let step) = created else { return (id, false) }
        try add(step, to: id)
        tell("started the hunt \(Diary.quoted(record.title)) as \(Diary.quoted(team.name))")
        return (id, true)
    }

    /// Notes that a team solved a clue. A clue that it solved already stays as it is.
    ///
    /// - Returns: whether it was new.
    /// - Throws: `ReplicaError` (`invalidRequest` where the hunt is at its end, or has no such clue).
    @discardableResult
    public func solve(_ solution: ClueSolution, by id: DocumentID) throws -> Bool {
        let team = try team(id)
        let hunt = try requireOpen(team.hunt)
        guard let number = hunt.number(of: solution.clue) else {
            throw ReplicaError(.notFound, "the clue is no longer part of ‘\(hunt.title)’")
        }
        if team.solutions[solution.clue] != nil { return false }
        if solution.means == .word { _ = try requireAdult(to: "say that a clue is solved") }
        try add(solution.members, to: id)
        tell("solved clue \(number) of \(Diary.quoted(hunt.title)) as \(Diary.quoted(team.name))")
        return true
    }

    /// Takes a team out of its hunt, into the trash; starting it again brings it back with what it solved.
    public func withdrawTeam(_ id: DocumentID) throws {
        let team = try team(id)
        try change(Self.path(of: .team, id)) { if !$0.isDeleted { $0.delete(by: author) } }
        tell("withdrew the team \(Diary.quoted(team.name)) from \(Diary.quoted(try hunt(team.hunt).title))")
    }

    private func add(_ step: JSONObject, to team: DocumentID) throws {
        try change(Self.path(of: .team, team)) { _ = $0.insertItem(step, into: "progress", by: author) }
    }

    /// The hunt, which goes on.
    private func requireOpen(_ id: DocumentID) throws -> HuntRecord {
        let hunt = try hunt(id)
        guard hunt.finishedAt == nil else {
            throw ReplicaError(
                .invalidRequest, "‘\(hunt.title)’ is at its end; nothing was changed",
                hint: "Let it go on with: hometask hunt resume '#\(id.description.prefix(8))'")
        }
        return hunt
    }

    /// The team as it stands in the transaction.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func team(_ id: DocumentID) throws -> TeamRecord {
        guard let document = try document(at: Self.path(of: .team, id)), let record = TeamRecord(document.shown) else {
            throw ReplicaError(.notFound, "there is no team #\(id)")
        }
        return record
    }

    /// The teams that play a hunt, by name.
    public func teams(of hunt: DocumentID) throws -> [TeamRecord] {
        try TeamRecord.all(reading: self).filter { $0.hunt == hunt && !$0.isDeleted }
    }
}
