// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// Who plays a hunt together, and how far they are. One member alone is a team too.
public struct TeamRecord: Hashable, Sendable, Identifiable {
    /// The team's name for life.
    public let id: DocumentID
    /// The hunt it plays.
    public let hunt: DocumentID
    /// What it is called.
    public let name: String
    /// Who plays in it.
    public let members: [DocumentID]
    /// When it began: the earliest time, where several devices said so.
    public let startedAt: Timestamp?
    /// How each clue was solved first.
    public let solutions: [String: ClueSolution]
    /// Whether it is in the trash.
    public let isDeleted: Bool
    /// Whether concurrent edits of it wait for somebody to choose.
    public let hasConflict: Bool

    /// A team from the members of its document; nil if it has no id, or no hunt.
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

    /// All teams of a version that can be read, those in the trash too, by name.
    public static func all(reading reader: DocumentReader) throws(ReplicaError) -> [TeamRecord] {
        var teams: [TeamRecord] = []
        try reader.forEachMembers(of: .team) { _, members in
            if let team = TeamRecord(members) { teams.append(team) }
        }
        return teams.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }
}

/// That a team solved a clue.
public struct ClueSolution: Hashable, Sendable {
    /// By what a clue is solved.
    public enum Means: String, Sendable, CaseIterable {
        /// Its code word, which matched the clue's ``CodeCheck``.
        case code
        /// A photo taken at its place.
        case photo
        /// The word of an adult.
        case adult
    }

    /// The id of the clue in its hunt (``Clue/id``).
    public let clue: String
    /// When it was solved.
    public let at: Timestamp
    /// Who solved it, or whose word it was.
    public let by: DocumentID?
    /// By what; nil if a later version says something else.
    public let means: Means?
    /// The photo that solved it.
    public let photo: DocumentID?

    /// Creates a solution; `photo` is nil if it was not a photo that solved the clue.
    public init(of clue: String, at: Timestamp, by: DocumentID?, means: Means, photo: DocumentID? = nil) {
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
        means = members.text("how").flatMap { Means(rawValue: $0) }
        photo = members.id("photo")
    }

    package var members: JSONObject {
        var object: JSONObject = ["at": .string(at.rfc3339), "clue": .string(clue)]
        object["by"] = by.map { .string($0.description) }
        object["how"] = means.map { .string($0.rawValue) }
        object["photo"] = photo.map { .string($0.description) }
        return object
    }

    /// Whether it counts before another one of the same clue: the earlier one, and of two in one second the same one on
    /// every device.
    func precedes(_ other: ClueSolution) -> Bool {
        (at, by?.description ?? "", means?.rawValue ?? "")
            <= (other.at, other.by?.description ?? "", other.means?.rawValue ?? "")
    }
}
