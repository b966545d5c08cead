// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskTime

/// A renderer of tasks as the lines of a Markdown list.
struct MarkdownRenderer {
    /// The name of a pin, and its coordinates in degrees.
    struct Pin {
        let name: String
        let place: (latitude: Double, longitude: Double)?
    }

    let now: Timestamp
    let zone: TimeZoneRules
    let members: [String: String]
    let pins: [String: Pin]

    /// Returns a summary: the date, and the numbers of open, overdue and done tasks.
    func summary(of tasks: [TaskEntry]) -> String {
        let open = tasks.filter { $0.done == nil }
        let overdue = open.filter { isOverdue($0) }.count
        let late = overdue == 0 ? "" : ", \(overdue) of them overdue"
        return "\(Self.text(zone.civil(at: now).date)): \(open.count) to do\(late), \(tasks.count - open.count) done."
    }

    /// Returns the lines of a task: its title with details, its description, and its checklist.
    func lines(of task: TaskEntry) -> [String] {
        let details = details(of: task)
        let title = MarkdownText.inline(task.title) + (details.isEmpty ? "" : " — " + details.joined(separator: ", "))
        var lines = ["- [\(task.done == nil ? " " : "x")] \(title)"]
        var isParagraph = true
        for line in task.description {
            let text = MarkdownText.line(line)
            if text.isEmpty {
                isParagraph = false
            } else {
                // A backslash at the end of a line is a line break; after an empty line, a new paragraph begins.
                if isParagraph { lines[lines.count - 1] += "\\" } else { lines.append("") }
                lines.append("  " + text)
                isParagraph = true
            }
        }
        return lines + task.items.map { "  - [\($0.isDone ? "x" : " ")] \(MarkdownText.inline($0.text))" }
    }

    private func isOverdue(_ task: TaskEntry) -> Bool {
        task.done == nil && task.due.map { $0.deadline < now } ?? false
    }

    private func details(of task: TaskEntry) -> [String] {
        var details: [String] = []
        if let done = task.done {
            let person = done.by.flatMap { members[$0] }.map { " by \(MarkdownText.inline($0))" } ?? ""
            details.append("done \(Self.text(zone.civil(at: done.at).date))\(person)")
        } else if let due = task.due {
            let time = due.time.map { " \($0.hourAndMinute)" } ?? ""
            details.append("\(isOverdue(task) ? "**overdue**, " : "")due \(Self.text(due.day))\(time)")
        }
        if let priority = task.priority, task.done == nil {
            details.append("\(MarkdownText.inline(priority)) priority")
        }
        let assignees = task.assignees.compactMap { members[$0] }.map { MarkdownText.inline($0) }
        if !assignees.isEmpty { details.append("for \(assignees.joined(separator: ", "))") }
        if let rule = task.rule { details.append(words(for: rule)) }
        if let pin = task.pin.flatMap({ pins[$0] }) { details.append(Self.link(to: pin)) }
        details += task.named.map { MarkdownText.inline("\($0.name): \($0.value)") }
        details += task.tags.map { MarkdownText.code("#" + $0) }
        return details
    }

    private func words(for rule: String) -> String {
        let dates = DateParser(now: now, zone: zone)
        let words = (try? RecurrenceRule(rule)).flatMap { RecurrencePhrases(dates).words(for: $0) }
        return words.map { MarkdownText.inline($0) } ?? MarkdownText.code(rule)
    }

    /// Returns the name of a pin, with a link to its coordinates on a map.
    private static func link(to pin: Pin) -> String {
        let name = MarkdownText.inline(pin.name)
        guard let place = pin.place, !name.contains("<") else { return "at \(name)" }
        let latitude = Self.decimal(place.latitude)
        let longitude = Self.decimal(place.longitude)
        let address =
            "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=17/\(latitude)/\(longitude)"
        return "at [\(name)](\(address))"
    }

    /// Returns degrees with six decimals, a tenth of a metre.
    private static func decimal(_ degrees: Double) -> String {
        guard (-180...180).contains(degrees) else { return "0" }
        let units = Int((degrees.magnitude * 1e6).rounded())
        let fraction = String(String(units % 1_000_000 + 1_000_000).dropFirst())
        return "\(degrees < 0 && units != 0 ? "-" : "")\(units / 1_000_000).\(fraction)"
    }

    private static func text(_ date: CivilDate) -> String {
        "\(date.weekday.shortName) \(date.day) \(date.shortMonthName) \(date.year)"
    }
}
