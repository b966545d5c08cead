// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

// Treasure hunts: who plays adds to what the own team has done, and no phone writes the clues of a hunt.

extension PhoneRights {
    /// Why nobody may make a change from a phone: of clues, which the command encrypts, and of what a team did in the
    /// future, so that it would be the fastest one.
    func objectionToHunt(_ change: Change) -> Objection? {
        switch (change.path.kind, change.field) {
        case (.hunt, "clues") where !change.isThere, (.hunt, "order") where !change.isThere:
            return (.command, "a phone cannot write clues of a treasure hunt: they have to be encrypted")
        case (.team, "progress"):
            let times = Self.added(change).compactMap { $0["at"]?.stringValue.flatMap { Timestamp(rfc3339: $0) } }
            return times.allSatisfy { $0 <= latest }
                ? nil : (.future, "what a team has done cannot be in the future")
        default: return nil
        }
    }

    /// A child starts teams, joins them and adds members, as with the command. What a team has done is added by whoever
    /// plays in it and has done it, and only an adult accepts a clue without a code word or a photo.
    func objectionToTeam(_ change: Change) -> Objection? {
        switch change.field {
        case "members":
            let taken = Self.entries(change.old).subtracting(Self.entries(change.new))
            return taken.isEmpty ? nil : adults("take a member out of a team")
        case "progress": return objectionToProgress(change)
        case "deleted": return plays(change) ? nil : others("team")
        case "hunt", "name": return change.standing == nil || change.isThere ? nil : others("team")
        default: return nil
        }
    }

    private func objectionToProgress(_ change: Change) -> Objection? {
        let added = Self.added(change)
        let isOwn = added.allSatisfy { isMember($0["by"]?.stringValue) && $0["how"] != "adult" }
        let taken = Self.entries(change.old).subtracting(Self.entries(change.new))
        guard isOwn, taken.isEmpty else { return adults("change what a team has done, or accept it") }
        return plays(change) ? nil : adults("say what a team has done in which they do not play")
    }

    /// Whether the member plays in the team, or does from now on.
    private func plays(_ change: Change) -> Bool {
        Self.entries(change.standing?["members"]).union(Self.entries(change.typed["members"]))
            .contains { isMember($0.stringValue) }
    }

    /// What a change adds to the progress of a team, besides what the family has.
    private static func added(_ change: Change) -> Set<JSON> {
        entries(change.new).subtracting(entries(change.old)).subtracting(entries(change.standing?["progress"]))
    }

    private static func entries(_ list: JSON?) -> Set<JSON> { Set(list?.arrayValue ?? []) }
}
