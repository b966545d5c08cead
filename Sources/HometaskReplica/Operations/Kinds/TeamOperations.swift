// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging

/// The result of starting a team.
public enum TeamStart: Hashable, Sendable {
    /// The team starts now, and so does its time.
    case began
    /// The team was already playing, and these members joined it.
    case joined([DocumentID])
    /// The team had withdrawn and plays again; the time of the team was not stopped.
    case returned
    /// The team was already playing with these members.
    case unchanged
}

/// Operations on the teams of hunts.
public struct TeamOperations {
    let transaction: Transaction

    /// Derives the id of a team: two devices that start a team with the same name in a hunt create one document.
    package static func id(named name: String, in hunt: DocumentID) -> DocumentID {
        .derived(namespace: hunt, name: "team:\(name.lowercased())")
    }

    /// Starts a team in a hunt. If a team with that name is already playing, the members join it, and its time
    /// continues.
    ///
    /// If two devices start a team with the same name independently, they create one team, because its id is derived
    /// from the hunt and the name.
    ///
    /// - Throws: `ReplicaError` (`invalidRequest` if the hunt is finished; `alreadyExists` if a member plays in another
    ///   team; `invalidValue` if the name is invalid).
    @discardableResult
    public func start(
        _ name: String, of members: [DocumentID], in hunt: DocumentID
    ) throws -> (id: DocumentID, start: TeamStart) {
        let record = try requireOpen(hunt)
        let name = try NameChecker(noun: "team").checked(name)
        let id = Self.id(named: name, in: hunt)
        let directory = try FamilyDirectory(reading: transaction)
        let path = try Transaction.path(of: .team, id)
        let present = try transaction.document(at: path)
        let earlier = present.flatMap { TeamRecord($0.shown) }?.members ?? []
        try requireFree(members + earlier, for: id, of: record, in: directory)
        if present == nil {
            try transaction.create(
                .team, id: id,
                fields: [
                    "created": transaction.created, "hunt": .string(hunt.description), "members": [],
                    "name": .string(name),
                ])
        } else if present?.isDeleted == true {
            try transaction.trash.moveOut(path)
        }
        let team = try self.record(id)
        let playing = Set(team.members.map { directory.current($0) })
        let new = members.filter { !playing.contains(directory.current($0)) }
        try transaction.writeFields(["members": .array((team.members + new).map { .string($0.description) })], to: path)
        let start = try describeStart(
            team, of: record, isBack: present?.isDeleted == true, joinedBy: new, in: directory)
        return (id, start)
    }

    /// Records the start of a team in the family's log.
    private func describeStart(
        _ team: TeamRecord, of hunt: HuntRecord, isBack: Bool, joinedBy new: [DocumentID], in directory: FamilyDirectory
    ) throws -> TeamStart {
        if team.startedAt == nil, case .object(let step) = transaction.created {
            try addStep(step, to: team.id)
            transaction.describe(
                "started the hunt \(CommitMessage.quoted(hunt.title)) as \(CommitMessage.quoted(team.name))")
            return .began
        }
        if isBack {
            transaction.describe(
                "brought the team \(CommitMessage.quoted(team.name)) back into \(CommitMessage.quoted(hunt.title))")
            return .returned
        }
        if new.isEmpty { return .unchanged }
        let names = new.map { directory.name(of: $0) }.joined(separator: ", ")
        transaction.describe(
            "added \(names) to the team \(CommitMessage.quoted(team.name)) in \(CommitMessage.quoted(hunt.title))")
        return .joined(new)
    }

    private func requireFree(
        _ members: [DocumentID], for team: DocumentID, of hunt: HuntRecord, in directory: FamilyDirectory
    ) throws {
        let wanted = Set(members.map { directory.current($0) })
        for other in try all(of: hunt.id) where other.id != team {
            guard let member = other.members.map({ directory.current($0) }).first(where: { wanted.contains($0) })
            else { continue }
            throw ReplicaError(
                .alreadyExists, "\(directory.name(of: member)) plays ‘\(hunt.title)’ in the team \(other.name)",
                hint: "Withdraw that team first: \(.withdrawTeam(other.name, hunt: hunt.title))")
        }
    }

    /// Records that a team solved a clue. A clue that it has already solved is not changed.
    ///
    /// - Returns: whether the solution is new.
    /// - Throws: `ReplicaError` (`invalidRequest` if the hunt is finished; `notFound` if the hunt has no such clue;
    ///   `adultsOnly` if the solution needs an adult and this member is a child).
    @discardableResult
    public func solve(_ solution: ClueSolution, by id: DocumentID) throws -> Bool {
        let team = try record(id)
        let hunt = try requireOpen(team.hunt)
        guard let number = hunt.number(of: solution.clue) else {
            throw ReplicaError(.notFound, "the clue is no longer part of ‘\(hunt.title)’")
        }
        if team.solutions[solution.clue] != nil { return false }
        if solution.means == .adult { _ = try transaction.members.requireAdult(to: "accept a clue as solved") }
        try addStep(solution.members, to: id)
        transaction.describe(
            "solved clue \(number) of \(CommitMessage.quoted(hunt.title)) as \(CommitMessage.quoted(team.name))")
        return true
    }

    /// Withdraws a team from its hunt and puts it into the trash; starting the team again restores it with its
    /// solutions.
    public func withdraw(_ id: DocumentID) throws {
        let team = try record(id)
        try transaction.trash.moveIn(Transaction.path(of: .team, id))
        transaction.describe(
            "withdrew the team \(CommitMessage.quoted(team.name)) from \(CommitMessage.quoted(try transaction.hunts.record(team.hunt).title))"
        )
    }

    private func addStep(_ step: JSONObject, to team: DocumentID) throws {
        try transaction.changeDocument(at: Transaction.path(of: .team, team)) {
            _ = $0.insertItem(step, into: "progress", by: transaction.author)
        }
    }

    /// Returns a hunt, which must not be finished.
    private func requireOpen(_ id: DocumentID) throws -> HuntRecord {
        let hunt = try transaction.hunts.record(id)
        guard hunt.finishedAt == nil else {
            throw ReplicaError(
                .invalidRequest, "‘\(hunt.title)’ is finished; nothing was changed",
                hint: "Resume it with: \(.resumeHunt(String(id.description.prefix(8))))")
        }
        return hunt
    }

    /// Returns the team, with the changes of the transaction.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func record(_ id: DocumentID) throws -> TeamRecord {
        try transaction.record(of: .team, id) { TeamRecord($0) }
    }

    /// Returns the teams that play a hunt, sorted by name.
    public func all(of hunt: DocumentID) throws -> [TeamRecord] {
        try TeamRecord.all(reading: transaction).filter { $0.hunt == hunt && !$0.isDeleted }
    }
}
