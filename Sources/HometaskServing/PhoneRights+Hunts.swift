// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

// Treasure hunts: players add to their own team's progress, and no phone writes a hunt's clues.

extension PhoneRights {
    /// Returns the objection if no phone may make a change: to clues, which the command encrypts, or to progress dated
    /// in the future, which would make the team the fastest.
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

    /// Returns the objection if a child may not make a change to a team. A child may start teams, join them and add
    /// members, as with the command. Progress is added by the player who made it, and only an adult may accept a clue
    /// without a code word or a photo.
    func objectionToTeam(_ change: Change) -> Objection? {
        switch change.field {
        case "members":
            let taken = Self.entries(change.old).subtracting(Self.entries(change.new))
            return taken.isEmpty ? nil : adults("take a member out of a team")
        case "progress": return objectionToProgress(change)
        case "deleted": return playsAlone(change) ? nil : others("team")
        case "hunt", "name": return change.standing == nil || change.isThere ? nil : others("team")
        default: return nil
        }
    }

    private func objectionToProgress(_ change: Change) -> Objection? {
        let added = Self.added(change)
        let isOwn = added.allSatisfy { isMember($0["by"]?.stringValue) && $0["how"] != "adult" }
        let taken = Self.entries(change.old).subtracting(Self.entries(change.new))
        guard isOwn, taken.isEmpty else { return adults("change what a team has done, or accept it") }
        guard plays(change) else { return adults("say what a team has done in which they do not play") }
        return isInHunt(change, added) ? nil : adults("say that a team has done something before its hunt was made")
    }

    /// Returns whether all added progress is later than the hunt's creation, allowing for clock skew.
    private func isInHunt(_ change: Change, _ added: Set<JSON>) -> Bool {
        guard let hunt = (change.standing ?? change.typed).id("hunt"), let path = DocumentPath(kind: .hunt, id: hunt),
            let made = try? reader.readableMembers(at: path)?["created"]?["at"]?.stringValue,
            let created = Timestamp(rfc3339: made)
        else { return true }
        let earliest = Timestamp(seconds: created.seconds - DocumentAdmission.tolerance)
        return added.compactMap { $0["at"]?.stringValue.flatMap { Timestamp(rfc3339: $0) } }.allSatisfy {
            $0 >= earliest
        }
    }

    /// Returns whether the family's version of the team has no players other than the member, regardless of who joins
    /// in the same edit.
    private func playsAlone(_ change: Change) -> Bool {
        guard let standing = change.standing else { return true }
        return change.isThere || Self.entries(standing["members"]).allSatisfy { isMember($0.stringValue) }
    }

    /// Returns whether the member plays in the team, before or after the change.
    private func plays(_ change: Change) -> Bool {
        Self.entries(change.standing?["members"]).union(Self.entries(change.typed["members"]))
            .contains { isMember($0.stringValue) }
    }

    /// Returns the progress that a change adds to the family's.
    private static func added(_ change: Change) -> Set<JSON> {
        entries(change.new).subtracting(entries(change.old)).subtracting(entries(change.standing?["progress"]))
    }

    private static func entries(_ list: JSON?) -> Set<JSON> { Set(list?.arrayValue ?? []) }
}
