// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The members who play a hunt together, and their progress. A single member is a team too.
public struct TeamRecord: Hashable, Sendable, Identifiable {
    /// The team's permanent id.
    public let id: DocumentID
    /// The hunt it plays.
    public let hunt: DocumentID
    /// The team's name; a placeholder if the document has none.
    public let name: String
    /// The members of the team.
    public let members: [DocumentID]
    /// When the team began: the earliest time, if several devices recorded one.
    public let startedAt: Timestamp?
    /// The first solution of each clue.
    public let solutions: [String: ClueSolution]
    /// Whether the team is in the trash.
    public let isDeleted: Bool
    /// Whether the team has open conflicts between concurrent edits.
    public let hasConflict: Bool

    /// Reads a team from the members of its document; nil if it has no id, or no hunt.
    public init?(_ members: JSONObject) {
        guard let id = members.id("id"), let hunt = members.id("hunt") else { return nil }
        self.id = id
        self.hunt = hunt
        name = members.text("name") ?? "a team without a name"
        self.members = members.ids("members")
        let steps = members["progress"]?.arrayValue?.compactMap { $0.objectValue } ?? []
        startedAt = steps.filter { $0["clue"] == nil }.compactMap { $0.time("at") }.min()
        var solutions: [String: ClueSolution] = [:]
        for solution in steps.compactMap({ ClueSolution($0) }) {
            guard let known = solutions[solution.clue], known.precedes(solution) else {
                solutions[solution.clue] = solution
                continue
            }
        }
        self.solutions = solutions
        isDeleted = members["deleted"] != nil
        hasConflict = members["conflicts"]?.objectValue?.isEmpty == false
    }

    /// Reads all readable teams of a version, including those in the trash, by name.
    public static func all(reading reader: DocumentReader) throws(ReplicaError) -> [TeamRecord] {
        var teams: [TeamRecord] = []
        try reader.forEachMembers(of: .team) { _, members in
            if let team = TeamRecord(members) { teams.append(team) }
        }
        return teams.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }
}

/// A team's solution of a clue.
public struct ClueSolution: Hashable, Sendable {
    /// How a clue is solved.
    public enum SolvingMethod: String, Sendable, CaseIterable {
        /// The clue's code word, which matched the clue's ``CodeCheck``.
        case code
        /// A photo taken at the clue's place.
        case photo
        /// The confirmation of an adult, who marks the clue as solved.
        case adult
    }

    /// The id of the clue in its hunt (``Clue/id``).
    public let clue: String
    /// When the clue was solved.
    public let at: Timestamp
    /// The member who solved it, or the adult who confirmed it.
    public let by: DocumentID?
    /// How the clue was solved; nil if a later version recorded an unknown method.
    public let means: SolvingMethod?
    /// The photo that solved it.
    public let photo: DocumentID?

    /// Creates a solution; `photo` is nil if the clue was not solved with a photo.
    public init(of clue: String, at: Timestamp, by: DocumentID?, means: SolvingMethod, photo: DocumentID? = nil) {
        self.clue = clue
        self.at = at
        self.by = by
        self.means = means
        self.photo = photo
    }

    init?(_ members: JSONObject) {
        guard let clue = members.text("clue"), let at = members.time("at") else { return nil }
        self.clue = clue
        self.at = at
        by = members.id("by")
        means = members.text("how").flatMap { SolvingMethod(rawValue: $0) }
        photo = members.id("photo")
    }

    package var members: JSONObject {
        var object: JSONObject = ["at": .string(at.rfc3339), "clue": .string(clue)]
        object["by"] = by.map { .string($0.description) }
        object["how"] = means.map { .string($0.rawValue) }
        object["photo"] = photo.map { .string($0.description) }
        return object
    }

    /// Whether the solution takes precedence over another of the same clue: the earlier one does, with a deterministic
    /// tie-break within the same second.
    func precedes(_ other: ClueSolution) -> Bool {
        (at, by?.description ?? "", means?.rawValue ?? "")
            <= (other.at, other.by?.description ?? "", other.means?.rawValue ?? "")
    }
}
