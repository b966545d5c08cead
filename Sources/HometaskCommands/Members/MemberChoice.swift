// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskReplica
import HometaskTerminal

/// Determines which member a device belongs to.
struct MemberChoice {
    enum Answer: Sendable {
        case present(DocumentID)
        case new(String)
        case open
    }

    private let session: FamilySession

    init(_ session: FamilySession) {
        self.session = session
    }

    /// Returns the member named by the options, otherwise the one picked by the user at the terminal.
    func choose(named word: String?, new name: String?) throws -> Answer {
        if let word { return .present(try member(named: word)) }
        if let name { return .new(name) }
        let question = Question(session.environment)
        return question.canAsk ? try ask(question) : .open
    }

    private func member(named word: String) throws -> DocumentID {
        do {
            return try session.memberID(word)
        } catch let error as ReplicaError where error.code == .notFound {
            let advice: Hint = "--new NAME adds a new member."
            throw ReplicaError(.notFound, error.message, hint: error.hint.map { $0 + " " + advice } ?? advice)
        }
    }

    private func ask(_ question: Question) throws -> Answer {
        let members = session.directory.activeMembers
        guard !members.isEmpty else {
            return try question.ask("What is your name?").map { .new(try FamilyDraft.checkedMemberName($0)) } ?? .open
        }
        StandardError.writeText("Who are you?\n")
        for (index, member) in members.enumerated() {
            StandardError.writeText("  \(index + 1)  \(EscapedText.safe(member.name))\n")
        }
        guard let answer = question.ask("The number, or a new name:") else { return .open }
        if let number = Int(answer) {
            guard members.indices.contains(number - 1) else {
                throw UsageError("‘\(number)’ is out of range: choose 1 to \(members.count)")
            }
            return .present(members[number - 1].id)
        }
        if let member = members.first(where: { $0.name.lowercased() == answer.lowercased() }) {
            return .present(member.id)
        }
        let name = try FamilyDraft.checkedMemberName(answer)
        guard question.confirms("There is no member \(name) yet. Add \(name) to the family?") else { return .open }
        return .new(name)
    }

    /// Sets the chosen member for this device, and adds a new member if necessary.
    ///
    /// - Parameter way: how to choose an existing member instead, by shell-quoted name: `use 'hometask me Ben'`.
    /// - Throws: `ReplicaError.Code.alreadyExists` if a present or former member has the name of a new one.
    func applyAnswer(_ answer: Answer, orChoosing way: (String) -> String) async throws -> DocumentID? {
        let id: DocumentID
        switch answer {
        case .open: return nil
        case .present(let member): id = member
        case .new(let name):
            id = try await add(name, orChoosing: way)
        }
        try await session.replica.setMember(id)
        return id
    }

    private func add(_ name: String, orChoosing way: (String) -> String) async throws -> DocumentID {
        do {
            return try await session.write(command: nil) { try $0.members.add(MemberDraft(name: name)) }.result
        } catch let error as ReplicaError where error.code == .alreadyExists {
            let present = session.directory.activeMembers.first { $0.name.lowercased() == name.lowercased() }
            let advice =
                present.map { "If that is you, \(way(ShellQuoting.quoted($0.name)))." }
                ?? "If that was you, have somebody run 'hometask member restore' with that name, and sync."
            throw ReplicaError(error.code, error.message, hint: "\(advice) Otherwise choose another name.")
        }
    }
}
