// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// The user-defined attributes (UDAs) for fields that Taskwarrior lacks. All of their values are texts.
enum TaskwarriorField {
    static let rule = "hometask_repeat"
    static let assignees = "hometask_assignees"
    static let place = "hometask_place"
    static let doneBy = "hometask_by"
    static let createdBy = "hometask_maker"
    static let reminders = "hometask_reminders"
    static let dueZone = "hometask_zone"
    static let waitZone = "hometask_waitzone"

    /// The attributes excluded from the description: Taskwarrior's own, and the ones above.
    static let known = Set(
        [
            "id", "uuid", "status", "description", "entry", "modified", "due", "wait", "until", "scheduled", "start",
            "end", "priority", "project", "tags", "depends", "annotations", "recur", "rtype", "parent", "mask", "imask",
            "template", "last", "urgency", rule, assignees, place, doneBy, createdBy, reminders, dueZone, waitZone,
        ] + DeclaredField.all.map { attribute(of: $0.name) })

    /// The attribute that a declared field is written to.
    static func attribute(of name: String) -> String { "hometask_\(name)" }

    /// The prefixes of annotations that are checklist items.
    static let open = "[ ] "
    static let done = "[x] "

    /// Returns a line of a description as an annotation: with a backslash if it would be read as a checklist item.
    static func annotation(_ line: String) -> String {
        let bare = line.drop { $0 == "\\" }
        return bare.hasPrefix(open) || bare.hasPrefix(done) ? "\\" + line : line
    }

    /// Returns an annotation as a line of a description, without the backslash of ``annotation(_:)``.
    static func line(_ annotation: String) -> String {
        guard annotation.hasPrefix("\\") else { return annotation }
        let bare = annotation.drop { $0 == "\\" }
        return bare.hasPrefix(open) || bare.hasPrefix(done) ? String(annotation.dropFirst()) : annotation
    }
}
