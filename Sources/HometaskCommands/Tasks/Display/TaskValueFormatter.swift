// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica
import HometaskTime

/// Formats the fields of a task for people.
struct TaskValueFormatter {
    private let conflictWords: ConflictFormatter
    private let session: FamilySession
    private let pins: [DocumentID: PinRecord]

    /// - Parameters:
    ///   - pins: the pins that a place may refer to.
    ///   - kind: the kind of the documents, for the fields that plugins add to it.
    init(_ session: FamilySession, pins: [PinRecord], of kind: DocumentKind = .task) {
        self.session = session
        self.pins = Dictionary(pins.map { ($0.id, $0) }) { first, _ in first }
        conflictWords = ConflictFormatter(session, of: kind)
    }

    /// Returns a value of a field; nil stands for none.
    func value(_ value: JSON?, of field: FieldName) -> String {
        guard let value, !value.isNull else { return field == "completion" ? "open" : "(nothing)" }
        switch field {
        case "assignees": return members(value)
        case "tags": return strings(value).map { "+\($0)" }.joined(separator: " ")
        case "after": return strings(value).map { "#\($0.prefix(8))" }.joined(separator: " ")
        case "verdict":
            guard let verdict = Verdict(value) else { return value.compactText }
            return (verdict.isApproved ? "approved" : "rejected") + (verdict.why.map { ": \($0)" } ?? "")
        case "description", "text": return strings(value).joined(separator: "\n")
        case "labels": return strings(value).joined(separator: " ")
        case "location": return location(value)
        case "about": return Self.subject(value)
        case "items": return TaskItem.all(value).map { ($0.isDone ? "✔ " : "○ ") + $0.text }.joined(separator: "\n")
        case "reminders":
            return ReminderFormatter.words(ReminderTime.all(strings(value)) ?? [], session.dates)
        case "place": return Place(value).map { place($0) } ?? value.compactText
        case "created": return Self.text(value)
        case "series":
            let names = SeriesValue.all(value).map { TaskField.title(of: $0.field) }
            return "this once: \(names.joined(separator: ", "))"
        default: return scalar(value, of: field) ?? conflictWords.value(value, of: field)
        }
    }

    /// Formats a value that conflicts hold in its stored form; nil unless its field is a time window or a duration.
    private func scalar(_ value: JSON, of field: FieldName) -> String? {
        switch TaskField.all.first(where: { $0.key == field })?.values {
        case .hours?: ProofWindow(value).map(\.hours.text) ?? value.compactText
        case .interval?: value.stringValue.flatMap { ISODuration(iso: $0)?.words } ?? Self.text(value)
        default: nil
        }
    }

    /// Returns a point with its accuracy: `52.37,4.89 ± 10 m`.
    private func location(_ value: JSON) -> String {
        guard let coordinates = Coordinates(value) else { return value.compactText }
        let accuracy = value["accuracy"]?.doubleValue
            .map { " ± \(Distance.text($0, isImperial: session.settings.isImperial))" }
        return "\(coordinates)\(accuracy ?? "")"
    }

    /// Returns the subject of a note: `pin #1a2b3c4d`.
    private static func subject(_ value: JSON) -> String {
        guard let kind = value["kind"]?.stringValue, let id = value["id"]?.stringValue else { return value.compactText }
        return "\(kind) #\(id.prefix(8))"
    }

    /// Formats one of the values of a conflict.
    func value(_ value: JSON, in conflict: Conflict) -> String {
        conflict.member == nil
            ? self.value(value, of: conflict.field) : conflictWords.value(value, in: conflict)
    }

    /// Returns a place: `Home, within 100 m`.
    func place(_ place: Place) -> String {
        let name = pins[place.pin]?.name ?? "a pin that no longer exists"
        return name
            + (place.within.map { ", within \(Distance.text($0, isImperial: session.settings.isImperial))" } ?? "")
    }

    /// Returns a flag of a task; nil if the task does not have it.
    func flag(_ flag: TaskField, of task: TaskRecord) -> String? {
        guard let word = task.value(of: flag)?.stringValue else { return nil }
        return flag == .proof ? proof(task) : word
    }

    /// Returns the required proof of a task: `a photo taken there, between 07:00 and 09:00`.
    private func proof(_ task: TaskRecord) -> String {
        let hours = task.window?.hours
        let parts = [
            task.place?.within == nil ? nil : "there",
            hours.map { "between \($0.from.hourAndMinute) and \($0.to.hourAndMinute)" },
        ].compactMap(\.self)
        return parts.isEmpty ? "a photo" : "a photo taken \(parts.joined(separator: ", "))"
    }

    /// Returns a time and a person: `Mia, today 10:00`.
    func event(at time: Timestamp?, by member: DocumentID?) -> String {
        let parts = [member.map { session.directory.name(of: $0) }, time.map { session.dates.instant($0) }]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    private func members(_ value: JSON) -> String {
        strings(value).map { text in DocumentID(text).map { session.directory.name(of: $0) } ?? text }
            .joined(separator: ", ")
    }

    private func strings(_ value: JSON) -> [String] {
        value.arrayValue?.compactMap(\.stringValue) ?? []
    }

    private static func text(_ value: JSON) -> String { value.stringValue ?? value.compactText }
}
