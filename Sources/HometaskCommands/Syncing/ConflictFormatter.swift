// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskReplica
import HometaskTime

/// One of the values of a conflict; its number is the argument of `resolve --take`.
struct ConflictChoice: Sendable {
    /// The value; `null` clears the field.
    let value: JSON
    /// The authors and times of the value, the latest first; empty if they are unknown.
    let writes: [Write]
}

/// Formats the fields, values and authors of conflicts.
struct ConflictFormatter {
    private let session: FamilySession
    private let dates: DateDisplay
    /// The kind of the documents, for the fields that plugins add to it.
    private let kind: DocumentKind

    init(_ session: FamilySession, of kind: DocumentKind = .task) {
        self.session = session
        self.kind = kind
        dates = DateDisplay(now: session.now, zone: session.zone)
    }

    /// Returns the values to choose from. If one device deleted a document while another edited it, the choices are to
    /// keep and to delete the document.
    static func choices(of conflict: Conflict) -> [ConflictChoice] {
        guard conflict.field == "deleted" else {
            return conflict.candidates.map { ConflictChoice(value: $0.value, writes: $0.writes) }
        }
        return [
            ConflictChoice(value: "restore", writes: conflict.edits),
            ConflictChoice(value: "delete", writes: conflict.candidates.flatMap(\.writes)),
        ]
    }

    /// Returns the place of a conflict: `title`, `description, line 3`, `items, text of item 2`.
    static func place(of conflict: Conflict, items: [TaskItem]) -> String { conflict.subject(among: items) }

    /// Returns the conflicting edits: `title`, or `deleted by Mia on phone, edited by Ben on laptop`.
    func event(of conflict: Conflict, items: [TaskItem]) -> String {
        guard conflict.field == "deleted" else { return Self.place(of: conflict, items: items) }
        let names = { (writes: [Write]) in
            var names: [String] = []
            for name in writes.map({ author(of: $0.dot.actor) }) where !names.contains(name) { names.append(name) }
            return names.list(with: "and")
        }
        return "deleted by \(names(conflict.candidates.flatMap(\.writes))), edited by \(names(conflict.edits))"
    }

    /// Formats one of the values of a conflict.
    func value(_ value: JSON, in conflict: Conflict) -> String {
        self.value(value, of: conflict.field, member: conflict.member)
    }

    /// Returns a value of a field, or of a member of an item.
    func value(_ value: JSON, of field: FieldName, member: Conflict.ItemMember?) -> String {
        guard let member else { return self.value(value, of: field) }
        return field == "clues" ? clueValue(value, of: member.name) : itemValue(value, of: member.name)
    }

    private func itemValue(_ value: JSON, of name: String) -> String {
        if name == "done" { return value == true ? "ticked off" : "open" }
        return plain(value)
    }

    /// Returns a value of a member of a clue; secret values are not shown.
    private func clueValue(_ value: JSON, of name: String) -> String {
        if value.isNull { return "(nothing)" }
        switch name {
        case "sealed": return "(sealed)"
        case "code": return "(a code word)"
        case "place": return Coordinates(value)?.description ?? plain(value)
        default: return value.arrayValue?.compactMap(\.stringValue).joined(separator: " / ") ?? plain(value)
        }
    }

    /// Returns a value of a field.
    func value(_ value: JSON, of field: FieldName) -> String {
        switch field.description {
        case "deleted": return value == "restore" ? "restore it, with the edits" : "delete it"
        case "completion":
            guard let completion = Completion(value) else { return "open" }
            let person = completion.by.map { " by \(session.directory.name(of: $0))" } ?? ""
            return "done\(person), \(dates.instant(completion.at))"
        case "finished":
            guard let time = value["at"]?.stringValue.flatMap({ Timestamp(rfc3339: $0) }) else { return plain(value) }
            let member = value["by"]?.stringValue.flatMap { DocumentID($0) }
            return (member.map { "by \(session.directory.name(of: $0)), " } ?? "") + dates.instant(time)
        case _ where TaskField.dates.contains(where: { $0.key == field }):
            switch Due(value) {
            case .day(let day): return dates.day(day)
            case .instant(let instant, _): return dates.instant(instant)
            case nil: return plain(value)
            }
        case "clues": return value.arrayValue.map { SyncFormatter.count($0.count, "clue") } ?? plain(value)
        case "repeat": return value.stringValue.map { session.rules.words(for: $0) } ?? plain(value)
        case "category":
            return value.stringValue.flatMap { DocumentID($0) }
                .flatMap { session.directory.categories[$0]?.name } ?? plain(value)
        case "mergedInto", "member":
            return value.stringValue.flatMap { DocumentID($0) }.map { session.directory.name(of: $0) } ?? plain(value)
        default:
            guard let name = ExtensionName(field), !value.isNull else { return plain(value) }
            return ExtensionFieldFormatter(session, of: kind).text(value, of: name)
        }
    }

    /// Returns a sentence about the settled conflict and its value.
    func settled(_ conflict: Conflict, with value: JSON, in document: ConflictedDocument) -> String {
        if conflict.field == "deleted" {
            return value == "restore"
                ? "‘\(document.name)’ is kept, with the edits." : "‘\(document.name)’ is in the trash."
        }
        let isWhole = conflict.member == nil && conflict.line == nil
        let place = isWhole ? TaskField.title(of: conflict.field) : Self.place(of: conflict, items: document.items)
        return "Resolved the \(place) of ‘\(document.name)’: \(self.value(value, in: conflict))"
    }

    private func plain(_ value: JSON) -> String {
        if value.isNull { return "(nothing)" }
        return value.stringValue ?? value.compactText
    }

    /// Returns the author and time of a value: `Mia on kitchen, 5 minutes ago`.
    func author(of choice: ConflictChoice) -> String {
        // hometask may have repeated a person's write in order to show or list the value.
        guard let write = choice.writes.first(where: { !$0.dot.actor.isFollowing }) ?? choice.writes.first else {
            return ""
        }
        return "\(author(of: write.dot.actor)), \(dates.ago(write.time))"
    }

    /// Returns the person and device of an actor.
    func author(of actor: ActorID) -> String {
        if let origin = actor.origin { return "\(author(of: origin)) (a copy)" }
        guard let (member, device) = session.directory.author(of: actor) else { return Self.source(of: actor) }
        return member.map { "\($0) on \(device)" } ?? device
    }

    /// Returns the source of an actor's writes if no device of the family has that actor.
    ///
    /// The server's edits for forms and for parts of a phone's submission have actors derived from their bytes, like
    /// hand edits. The document does not distinguish these, so the text names both.
    static func source(of actor: ActorID) -> String {
        switch actor.text.first {
        case "g": "a commit made with git"
        case "x": "an edit on a web page, by hand or with git"
        case "r": "from the previous task of the series"
        default: "an unknown device"
        }
    }
}
