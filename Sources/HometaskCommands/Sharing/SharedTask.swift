// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskTime

/// A task as others receive it: its title, date, place and checklist.
struct SharedTask {
    let task: TaskRecord
    /// The pin of the task.
    var pin: PinRecord?
    /// Whether the pin is near home, and hidden.
    var isHidden = false
    /// The numbers of notes and photos about the task.
    let notes: Int
    let photos: Int

    /// The lines for people.
    ///
    /// - Parameters:
    ///   - zone: the family's time zone, whose name is included.
    ///   - recurrence: formats a rule in words.
    func lines(zone: TimeZoneRules, recurrence: (String) -> String) -> [String] {
        var head = [task.title]
        if let due = task.due { head.append("Due: \(Self.words(due, zone))") }
        if let rule = task.rule { head.append("Repeats: \(recurrence(rule))") }
        if let pin {
            let place = pin.coordinates.map { HomeCover.words($0, pin.accuracy, isHidden: isHidden) }
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

    /// The parts of the task that are not sent.
    var leftOut: [String] {
        let fields: [(isThere: Bool, words: String)] = [
            (!task.assignees.isEmpty, "who should do it"), (task.createdBy != nil, "who added it"),
            (task.completion != nil, "who did it"), (task.category != nil, "the category"),
            (!task.tags.isEmpty, "tags"), (task.priority != nil, "the priority"), (task.points != nil, "points"),
            (task.reminders != nil || task.nag != nil || task.snooze != nil, "reminders"),
            (task.wait != nil, "until when it waits"), (!task.after.isEmpty, "the tasks before it"),
            (task.needsPhoto || task.place?.within != nil, "the required proof"),
        ]
        let counted = [HometaskCommands.leftOut(notes, "note"), HometaskCommands.leftOut(photos, "photo")]
        return fields.filter(\.isThere).map(\.words) + counted.compactMap(\.self)
            + (task.extensions.isEmpty ? [] : ["fields of plugins"])
    }
}
