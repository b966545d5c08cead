// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskTime

/// A task as others receive it: its title, date, place and checklist.
struct SharedTask {
    let task: TaskRecord
    var pin: PinRecord?
    /// Whether the task's pin is near home and hidden.
    var isHidden = false
    /// The numbers of notes and photos about the task.
    let notes: Int
    let photos: Int

    /// Returns the lines for people.
    ///
    /// - Parameters:
    ///   - zone: the family's time zone, whose name is included.
    ///   - recurrence: formats a rule in words.
    func lines(zone: TimeZoneRules, recurrence: (String) -> String) -> [String] {
        var head = [task.title]
        if let due = task.due { head.append("Due: \(Self.words(due, zone))") }
        if let rule = task.rule { head.append("Repeats: \(recurrence(rule))") }
        if let pin {
            let place = pin.coordinates.map { HomeRedaction.words($0, pin.accuracy, isHidden: isHidden) }
            let parts = [pin.name, pin.address, place].compactMap(\.self)
            head.append("Where: \(parts.joined(separator: ", "))")
        }
        if task.completion != nil { head.append("Done") }
        let items = task.items.map { "- [\($0.isDone ? "x" : " ")] \($0.text)" }
        return Array([head, task.description, items].filter { !$0.isEmpty }.joined(separator: [""]))
    }

    private static func words(_ due: Due, _ zone: TimeZoneRules) -> String {
        switch due {
        case .day(let date): return date.description
        case .instant(let instant, let name):
            let own = name.flatMap { try? TimeZoneRules(identifier: $0) } ?? zone
            return "\(TaskText.clock(instant, in: own)) (\(own.identifier))"
        }
    }

    /// The fields that are sent.
    private static let sent: Set<TaskField> = [.title, .due, .rule, .pin, .description, .items]

    /// The parts of the task that are not sent.
    var leftOut: [String] {
        let fields = TaskField.all.filter { !Self.sent.contains($0) && has($0) }
            .map { $0 == .assignees ? "who should do it" : "the \($0.title)" }
        let others: [(isThere: Bool, words: String)] = [
            (task.createdBy != nil, "who added it"), (task.completion != nil, "who did it"),
            (task.verdict != nil, "the verdict"), (task.snooze != nil, "until when it is snoozed"),
            (!task.extensions.isEmpty, "fields of plugins"),
        ]
        let counted = [HometaskCommands.leftOut(notes, "note"), HometaskCommands.leftOut(photos, "photo")]
        return fields + others.filter(\.isThere).map(\.words) + counted.compactMap(\.self)
    }

    /// Returns whether the task has a value of a field.
    private func has(_ field: TaskField) -> Bool {
        switch field.values {
        case .members, .author: !task.ids(of: field).isEmpty
        case .tags: !task.tags.isEmpty
        case .tasks: !task.after.isEmpty
        case .reminders: task.reminders != nil
        case .distance: task.place?.within != nil
        case .line, .lines, .items, .pin, .rule: true
        case .category, .date, .interval, .choice, .number, .hours, .flag: task.value(of: field) != nil
        }
    }
}
