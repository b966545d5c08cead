// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The attributes under which Taskwarrior keeps what it has no name for (UDA): all of them texts.
enum WarriorField {
    static let rule = "hometask_repeat"
    static let points = "hometask_points"
    static let proof = "hometask_proof"
    static let assignees = "hometask_assignees"
    static let place = "hometask_place"
    static let doneBy = "hometask_by"
    static let createdBy = "hometask_maker"
    static let reminders = "hometask_reminders"
    static let nag = "hometask_nag"
    static let dueZone = "hometask_zone"
    static let waitZone = "hometask_waitzone"

    /// What Taskwarrior itself writes, and what needs no words in a description.
    static let known: Set<String> = [
        "id", "uuid", "status", "description", "entry", "modified", "due", "wait", "until", "scheduled", "start", "end",
        "priority", "project", "tags", "depends", "annotations", "recur", "rtype", "parent", "mask", "imask",
        "template",
        "last", "urgency", rule, points, proof, assignees, place, doneBy, createdBy, reminders, nag, dueZone, waitZone,
    ]

    /// The marks of an item of a checklist among the annotations.
    static let open = "[ ] "
    static let done = "[x] "

    /// A line of a description as an annotation: with a backslash where it would be taken for an item.
    static func annotation(_ line: String) -> String {
        let bare = line.drop { $0 == "\\" }
        return bare.hasPrefix(open) || bare.hasPrefix(done) ? "\\" + line : line
    }

    /// The line of a description that an annotation is.
    static func line(_ annotation: String) -> String {
        guard annotation.hasPrefix("\\") else { return annotation }
        let bare = annotation.drop { $0 == "\\" }
        return bare.hasPrefix(open) || bare.hasPrefix(done) ? String(annotation.dropFirst()) : annotation
    }
}

extension JSONObject {
    /// Returns the text of a member of this object; empty if there is none.
    func text(_ name: String) -> String { self[name]?.stringValue ?? "" }

    /// Returns the texts of a member of this object that is an array; empty if there are none.
    func texts(_ name: String) -> [String] { self[name]?.arrayValue?.compactMap(\.stringValue) ?? [] }
}
