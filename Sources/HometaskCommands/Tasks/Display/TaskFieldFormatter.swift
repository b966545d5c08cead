// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskTime

/// Formats the values of a task's fields so that they round-trip through the parser.
struct TaskFieldFormatter {
    private let session: FamilySession
    private let pins: [PinRecord]

    /// - Parameter pins: the pins that a place may refer to.
    init(_ session: FamilySession, pins: [PinRecord]) {
        self.session = session
        self.pins = pins
    }

    /// Returns the value of a field of a task; empty if it has none.
    func text(of field: TaskField, _ task: TaskRecord) -> String {
        let directory = session.directory
        return switch field.values {
        case .line: TaskText.trimmed(task.title[...])
        case .lines: task.description.joined(separator: "\n")
        case .members, .author: task.ids(of: field).map { directory.name(of: $0) }.joined(separator: ", ")
        case .tags: task.tags.joined(separator: " ")
        case .tasks: task.after.map { "#\($0)" }.joined(separator: " ")
        case .items: task.items.map(\.text).joined(separator: ", ")
        case .pin: task.place.map { place in pins.first { $0.id == place.pin }?.name ?? "#\(place.pin)" } ?? ""
        case .distance: task.place?.within.map { Distance.exact($0) } ?? ""
        case .rule: task.rule.map { session.rules.words(for: $0) } ?? ""
        case .reminders: ReminderFormatter.typed(task.reminders, in: session.zone)
        case .category: task.category.map { directory.categories[$0]?.name ?? "#\($0)" } ?? ""
        case .interval: task.value(of: field)?.stringValue.flatMap { ISODuration(iso: $0)?.words } ?? ""
        case .date: task.date(of: field).map(text) ?? ""
        case .hours: ProofWindow(task.value(of: field))?.hours.text ?? ""
        case .choice, .flag: task.value(of: field)?.stringValue ?? ""
        case .number: task.value(of: field)?.compactText ?? ""
        }
    }

    private func text(_ due: Due) -> String {
        switch due {
        case .day(let date): date.description
        case .instant(let at, _): TaskText.clock(at, in: session.zone)
        }
    }
}
