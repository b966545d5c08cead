// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskHunts
import HometaskReplica

/// A team's attempt at the clues that it may solve now.
struct ClueAttempt {
    let page: HuntOverview
    let team: TeamRecord
    let session: FamilySession

    private var title: String { page.hunt.title }

    /// Returns the clues that the attempt may be for.
    ///
    /// - Parameter number: the number of the clue, if the player named one.
    /// - Throws: `ReplicaError` if that clue is solved or locked, or no clue is left to solve.
    func candidates(number: Int?) throws -> [Clue] {
        guard page.hunt.finishedAt == nil else {
            throw ReplicaError(
                .invalidRequest, "‘\(title)’ is finished; nothing was changed",
                hint: "Resume it with: \(.resumeHunt(String(page.hunt.id.description.prefix(8))))")
        }
        let next = page.hunt.nextClues(of: team)
        if let number {
            let clue = try page.hunt.clue(numbered: number)
            if next.contains(where: { $0.id == clue.id }) { return [clue] }
            throw ReplicaError(
                .invalidRequest,
                team.solutions[clue.id] == nil
                    ? "clue \(number) of ‘\(title)’ is locked until the clues before it are solved"
                    : "clue \(number) of ‘\(title)’ is already solved",
                hint: "'hometask hunt status' shows the open clues.")
        }
        if !next.isEmpty { return next }
        throw ReplicaError(
            .invalidRequest,
            page.hunt.clues.isEmpty
                ? "‘\(title)’ has no clues yet" : "‘\(team.name)’ has solved all clues of ‘\(title)’",
            hint: "'hometask hunt status' shows the ranking.")
    }

    /// Solves the clue with a matching code word.
    func solve(_ candidates: [Clue], by text: String) async throws -> Clue {
        guard let word = CodeWord(text) else {
            throw UsageError("‘\(text)’ is not a code word, because it has no letter and no digit")
        }
        var keys = try await session.hunts.keys()
        let checks = try candidates.compactMap { clue -> (Clue, CodeCheck)? in
            try content(of: clue, isOnlyOne: candidates.count == 1)?.code.map { (clue, $0) }
        }
        if checks.isEmpty { throw noSuchMeans(candidates, "a code word") }
        for (clue, check) in checks {
            guard let key = try word.key(for: check) else { continue }
            keys.add(key, of: check)
            try await session.hunts.keep(keys)
            try await recordSolution(ClueSolution(of: clue.id, at: session.now, by: session.member, means: .code))
            return clue
        }
        throw ReplicaError(
            .invalidValue,
            "‘\(text)’ is not the code word of \(Self.words(checks.map(\.0), page.hunt)); nothing was changed",
            hint: "Case, accents and spaces do not matter: check the letters.")
    }

    /// Solves the clue whose place matches the location of a photo.
    func solve(_ candidates: [Clue], byPhoto file: String) async throws -> Clue {
        let places = try candidates.compactMap { clue -> (Clue, CluePlace)? in
            try content(of: clue, isOnlyOne: candidates.count == 1)?.place.map { (clue, $0) }
        }
        if places.isEmpty { throw noSuchMeans(candidates, "a photo") }
        var drafts = try await PhotoIntake(session).drafts([file], allowsPlace: true)
        for index in drafts.indices { drafts[index].subject = Subject(page.hunt) }
        let (all, team, started) = (drafts, team, team.startedAt)
        let (now, member, isImperial) = (session.now, session.member, session.settings.isImperial)
        return try await session.photos.keeping(all) {
            try await session.write(command: "hunt solve") { transaction in
                guard let draft = all.first else { throw ReplicaError(.notFound, "there is no photo") }
                let attached = try transaction.photos.attach(draft)
                let photo = try transaction.photos.record(attached.id)
                let others = try transaction.teams.all(of: team.hunt).filter { $0.id != team.id }
                if let other = others.first(where: { $0.solutions.values.contains { $0.photo == photo.id } }) {
                    throw ReplicaError(
                        .forbidden, "the team ‘\(other.name)’ solved a clue with the same photo; nothing was changed",
                        hint: "Take a photo of your own.")
                }
                guard let taken = photo.takenAt else {
                    throw ReplicaError(
                        .forbidden, "the photo has no time; nothing was changed",
                        hint: "An adult can accept the clue with 'hometask hunt accept'.")
                }
                if taken.seconds > now.seconds + 3_600 {
                    throw ReplicaError(
                        .forbidden, "the photo's time is in the future; nothing was changed",
                        hint: "Set the clock of the camera. An adult can accept the clue with 'hometask hunt accept'.")
                }
                if let started, taken < started {
                    throw ReplicaError(
                        .forbidden, "the photo was taken before the team ‘\(team.name)’ started; nothing was changed",
                        hint: "Take a new photo there.")
                }
                var reasons: [String] = []
                for (clue, place) in places {
                    let objection: ProofObjection? =
                        photo.isUnchecked
                        ? .unchecked : photo.objection(near: place.coordinates, within: place.within)
                    guard let objection else {
                        try transaction.teams.solve(
                            ClueSolution(of: clue.id, at: now, by: member, means: .photo, photo: photo.id),
                            by: team.id)
                        return clue
                    }
                    reasons.append(objection.reason(isImperial: isImperial, asker: "clue"))
                }
                throw ReplicaError(
                    .forbidden, "the photo solves no clue: \(reasons.first ?? ""); nothing was changed",
                    hint: "An adult can accept the clue with 'hometask hunt accept'.")
            }.result
        }
    }

    /// Records that an adult accepts the clue as solved.
    func accept(_ clue: Clue) async throws {
        try await recordSolution(
            ClueSolution(of: clue.id, at: session.now, by: session.member, means: .adult),
            command: "hunt accept")
    }

    private func recordSolution(_ solution: ClueSolution, command: String = "hunt solve") async throws {
        let id = team.id
        try await session.write(command: command) { try $0.teams.solve(solution, by: id) }
    }

    /// Returns the content of a clue; nil if it cannot be decrypted here and the attempt may be for another clue.
    private func content(of clue: Clue, isOnlyOne: Bool) throws -> ClueContent? {
        if let content = page.opened.content(of: clue.id) { return content }
        if !isOnlyOne { return nil }
        let number = page.hunt.number(of: clue.id) ?? 0
        let opener =
            page.opened.opener(of: clue.id).map { "the code word of clue \($0)" }
            ?? "a code word that no longer exists"
        throw ReplicaError(
            .forbidden,
            "clue \(number) of ‘\(title)’ is encrypted with \(opener), which this device does not know",
            hint: "Enter it with \(.unlockHunt(title)).")
    }

    private func noSuchMeans(_ clues: [Clue], _ means: String) -> ReplicaError {
        let task = clues.first.flatMap { page.opened.content(of: $0.id) }.map {
            HuntFormatter.task($0, isImperial: session.settings.isImperial)
        }
        return ReplicaError(
            .invalidRequest,
            "\(clues.count == 1 ? "\(Self.words(clues, page.hunt)) is not" : "no open clue is") solved by \(means); nothing was changed",
            hint: task.map { "To solve it, \($0)." })
    }

    private static func words(_ clues: [Clue], _ hunt: HuntRecord) -> String {
        let numbers = clues.compactMap { hunt.number(of: $0.id) }.map(String.init)
        return numbers.count == 1
            ? "clue \(numbers[0])" : "any of the clues \(numbers.joined(separator: ", "))"
    }
}
