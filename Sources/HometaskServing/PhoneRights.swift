// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// The rights of a member who uses a phone.
///
/// An adult may change everything that a person can change. A child may not judge tasks, change the worth or the
/// requirements of a task, or change other members or the family's settings. These rules apply to phones, not to people
/// who can push to the family's git repository.
struct PhoneRights {
    let member: MemberRecord
    /// The latest permitted time of a past event, allowing for a phone's fast clock.
    let latest: Timestamp
    /// The family's documents, for resolving members that were merged into this one.
    let reader: DocumentReader

    /// Creates the rights of a member at a time given by the server's clock.
    init(member: MemberRecord, now: Timestamp, reading reader: DocumentReader) {
        self.member = member
        self.reader = reader
        latest = Timestamp(seconds: now.seconds + DocumentAdmission.tolerance)
    }

    /// Returns whether an id in a document refers to the member: it is the id of the member, or of a member merged into
    /// them.
    func isMember(_ id: String?) -> Bool {
        if id == member.id.description { return true }
        guard let id = id.flatMap({ DocumentID($0) }) else { return false }
        return (try? reader.currentMember(id))?.id == member.id
    }

    private static let demands = TaskField.demands
    /// The recurrence field of a task; each occurrence earns the task's worth.
    private static let recurrence: FieldName = "repeat"
    /// The fields that children may change in their own documents.
    private static let ownFields: Set<FieldName> = ["color", "quietHours", "remindAt", "reminders"]
    /// A change of a field.
    struct Change {
        let field: FieldName
        let path: DocumentPath
        /// The document in the base version of the change; nil if absent.
        let before: JSONObject?
        /// The new value; nil for none.
        let new: JSON?
        /// The whole document as the phone writes it.
        let typed: JSONObject
        /// The family's version of the document; nil if it is new. The author is read from this version, not from the
        /// base version that a request claims.
        let standing: JSONObject?
        /// All completions in the base version, shown or not. A change to the completion replaces all of them.
        var completions: [JSON] = []

        /// The old value; nil for none.
        var old: JSON? { before?[field.key.string] }

        /// Whether the family already has this value, as after a retry.
        var isThere: Bool { new != nil && standing?[field.key.string] == new }

        /// Returns the author in a member of the document.
        func author(_ key: String) -> String? { standing?[key]?["by"]?.stringValue }
    }

    /// A rule, and the reason it forbids a change.
    typealias Objection = (rule: Refusal.Rule, why: String)

    /// Returns the refusal of a change; nil if the change is permitted.
    func refusal(of change: Change) -> Refusal? {
        objection(to: change).map { Refusal(path: change.path, field: change.field, rule: $0.rule, why: $0.why) }
    }

    private func objection(to change: Change) -> Objection? {
        if change.path.kind == .device { return (.command, "a phone cannot change the devices of the family") }
        if change.path.kind == .photo, change.standing == nil {
            return (.command, "a photo is attached with its file, and not as a document")
        }
        if change.field == "created" || change.field == "attached" {
            return objectionToOrigin(change) ?? objectionToTime(change)
        }
        if change.field == "erased" { return change.isThere ? nil : (.command, "a phone cannot erase a photo") }
        if let why = objectionToTime(change) ?? objectionToHunt(change) { return why }
        guard member.isChild else { return nil }
        if let why = objectionToDerivedID(change) { return why }
        switch change.path.kind {
        case .family: return adults("change the family's settings")
        case .member:
            if isMember(change.path.id?.description), Self.ownFields.contains(change.field) { return nil }
            return adults("change members")
        case .task: return objectionToTask(change)
        case .template: return adults("change templates")
        case .photo: return objectionToPhoto(change)
        case .comment: return change.standing == nil || isOwn(change) ? nil : others("comment")
        case .hunt: return change.standing == nil || isOwn(change) ? nil : others("treasure hunt")
        case .team: return objectionToTeam(change)
        case .pin where change.field == "location" && change.standing != nil && !change.isThere:
            return adults("move a place")
        default: return nil
        }
    }

    private func objectionToTask(_ change: Change) -> Objection? {
        switch change.field {
        case "completion": return objectionToCompletion(change)
        case "verdict": return objectionToVerdict(change)
        case "place":
            let isFree = change.standing?["proof"] == nil || change.isThere
            return isFree ? nil : adults("change where a task has to be proved")
        // `series` has the worth of later occurrences if it differs from this occurrence's.
        case "series" where Self.demanded(change.old) == Self.demanded(change.new): return nil
        case "series": return adults("change what a task requires or is worth")
        case Self.recurrence where Self.isWorthSomething(change): return adults("change how often a task earns points")
        case "deleted" where change.new != nil: return objectionToDeletion(change)
        default:
            return Self.demands.contains(change.field) ? adults("change what a task requires or is worth") : nil
        }
    }

    /// Returns whether the changed task has requirements or worth, in the family's version or the phone's base version.
    private static func isWorthSomething(_ change: Change) -> Bool {
        guard !change.isThere else { return false }
        return [change.before, change.standing].contains { task in
            demands.contains { task?[$0.key.string] != nil }
        }
    }

    /// Returns the objection if a child deletes a task that somebody else has done: this would cost them their points,
    /// as reopening the task would.
    private func objectionToDeletion(_ change: Change) -> Objection? {
        guard let completion = change.standing?["completion"], !change.isThere, !isMember(completion["by"]?.stringValue)
        else { return nil }
        return adults("delete a task that somebody else has done")
    }

    /// Returns the entries of a series that concern the requirements or the worth of its tasks.
    private static func demanded(_ series: JSON?) -> Set<JSON> {
        Set(
            (series?.arrayValue ?? []).filter { entry in
                let field = entry["field"]?.stringValue ?? entry["id"]?.stringValue ?? ""
                return demands.contains(FieldName(field)) || ["place", recurrence.description].contains(field)
            })
    }

    /// Returns the objection if a change alters a document's creator, or creates a document in another person's name.
    private func objectionToOrigin(_ change: Change) -> Objection? {
        if change.isThere { return nil }
        // Two phones can create the same team independently, so the creator of a team has no special rights.
        let isNew = change.standing?[change.field.key.string] == nil || change.path.kind == .team
        guard isNew, change.old == nil else {
            return (.origin, "who created a document, and when, cannot be changed")
        }
        let author = change.new?["by"]?.stringValue
        return author == nil || isMember(author)
            ? nil : (.origin, "a phone creates in its member's name alone")
    }

    /// Returns the objection if a child may not change a completion. A child completes tasks in their own name, and may
    /// not replace somebody else's completion, whether it is in the base version or reached the family later.
    ///
    /// If the phone showed the task as open, the child's completion and the family's are independent. Both are kept and
    /// the earlier one counts, unless an adult has already judged the family's.
    func objectionToCompletion(_ change: Change) -> Objection? {
        if let why = objectionToJudged(change) ?? objectionToProof(change) { return why }
        var completions = change.completions + [change.old, change.new].compactMap(\.self)
        if !isIndependent(change) { completions += [change.standing?["completion"]].compactMap(\.self) }
        return completions.allSatisfy { $0["by"] == nil || isMember($0["by"]?.stringValue) }
            ? nil : (.adults, "only an adult may change that somebody else has done a task")
    }

    /// Returns whether a change completes a task that the phone showed as open and whose completion in the family has
    /// not been judged.
    private func isIndependent(_ change: Change) -> Bool {
        guard change.old == nil, change.new != nil else { return false }
        guard let done = Verdict(change.standing?["verdict"])?.done else { return true }
        return done != Completion(change.standing?["completion"])?.at
    }

    /// Returns the objection if a child may not change a photo. A child may change a photo's caption, and delete or
    /// restore a photo that they attached, but may not change its content, proof or subject.
    private func objectionToPhoto(_ change: Change) -> Objection? {
        switch change.field {
        case _ where change.isThere, "caption": nil
        case "deleted": isTheirs(change) ? nil : others("photo")
        default: adults("change what a photo is and proves")
        }
    }

    private func isTheirs(_ change: Change) -> Bool { isMember(change.author("attached")) }

    private func isOwn(_ change: Change) -> Bool { isMember(change.author("created")) }

    func others(_ noun: String) -> Objection { (.author, "only its author or an adult may change a \(noun)") }

    func adults(_ act: String) -> Objection {
        (.adults, "only an adult of the family may \(act), and \(member.name) is a child")
    }
}

// Times of past events cannot be in the future. Due times, and the times until which tasks are hidden, can.

extension PhoneRights {
    /// Returns the objection if a change dates a past event in the future. The rule applies to adults too.
    func objectionToTime(_ change: Change) -> Objection? {
        guard !change.isThere, let time = Self.time(in: change), time > latest else { return nil }
        return (.future, "what has happened cannot be in the future")
    }

    /// Returns the time of the past event that a change records; nil for other fields.
    private static func time(in change: Change) -> Timestamp? {
        let said: JSON? =
            switch change.field {
            case "attached", "completed", "completion", "created", "finished", "verdict": change.new?["at"]
            case "location" where change.path.kind == .photo: change.new?["at"]
            case "takenAt" where change.path.kind == .photo: change.new
            default: nil
            }
        return said?.stringValue.flatMap { Timestamp(rfc3339: $0) }
    }
}
