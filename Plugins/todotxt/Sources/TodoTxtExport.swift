// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// The export of tasks as lines of todo.txt.
final class TodoTxtExport {
    private let call: Call
    private let zone: TimeZoneRules
    private let isPlain: Bool
    private var categories: [String: String] = [:]
    private var members: [String: String] = [:]
    private let uuids: SourceUIDs
    /// The number of tasks with a value that no pair can express, by field.
    private var leftOut: [String: Int] = [:]

    init(_ call: Call) throws {
        self.call = call
        uuids = try SourceUIDs(of: call)
        zone = call.session.zoneRules
        isPlain = call.flag("plain")
        try call.forEachDocument(.category) { categories[$0.text("id")] = $0.text("name") }
        try call.forEachDocument(.member) { member in
            let address = member.text("email")
            members[member.text("id")] = Word.joined(address.isEmpty ? member.text("name") : address)
        }
    }

    func run() throws {
        let isShort = call.flag("open")
        try call.forEachDocument(.task) { task in
            if !isShort || task["completion"] == nil { try call.print(line(task)) }
        }
        for (name, count) in leftOut.sorted(by: { $0.key < $1.key }) {
            let tasks = "\(count) task\(count == 1 ? "" : "s")"
            call.note("the \(name) of \(tasks) is left out: todo.txt has no pair for its value")
        }
    }

    private func line(_ task: JSONObject) -> String {
        let done = task["completion"]?["at"]?.stringValue.flatMap { Timestamp(rfc3339: $0) }
        let created = task["created"]?["at"]?.stringValue.flatMap { Timestamp(rfc3339: $0) }
        let (letter, tags) = priority(task)
        var words: [String] = []
        if let done {
            words += ["x", zone.civil(at: done).date.description]
        } else if let letter {
            words.append("(\(letter))")
        }
        if let created { words.append(zone.civil(at: created).date.description) }
        let title = PlainText.line(task.text("title")).line.split(separator: " ", omittingEmptySubsequences: false)
        words += title.enumerated().map { Word.escaped($1, isFirst: $0 == 0) }
        if let category = categories[task.text("category")] { words.append("+\(Word.joined(category))") }
        words += tags.map { "@\(Word.joined($0))" }
        if done != nil, let letter { words.append("pri:\(letter)") }
        words += times(task)
        words += task.texts("assignees").compactMap { members[$0] }.map { "for:\($0)" }
        let (reminders, pairs) = (task.texts("reminders"), declared(task))
        let points = pairs.prefix { $0.hasPrefix("points:") }
        words += points
        if !reminders.isEmpty { words.append("remind:" + Word.joined(reminders.joined(separator: ","))) }
        words += pairs.dropFirst(points.count)
        if !isPlain {
            let after = task.texts("after").map { uuids[$0] }
            if !after.isEmpty { words.append("after:" + Word.joined(after.joined(separator: ","))) }
            words.append("uuid:\(uuids[task.text("id")])")
        }
        return words.joined(separator: " ")
    }

    /// Returns the pairs for declared fields. A value that would not round-trip is counted instead.
    private func declared(_ task: JSONObject) -> [String] {
        var words: [String] = []
        for field in DeclaredField.all {
            guard let value = task[field.name] else { continue }
            if let text = field.text(of: task).map({ Word.joined($0) }), Word.value(of: field, from: text) == value {
                words.append("\(field.name):\(text)")
            } else {
                leftOut[field.name, default: 0] += 1
            }
        }
        return words
    }

    /// Returns the priority's letter, and the tags without the tag that supplied it.
    private func priority(_ task: JSONObject) -> (Character?, [String]) {
        let tags = task.texts("tags")
        if let letter: Character = ["high": "A", "medium": "B", "low": "C"][task.text("priority")] {
            return (letter, tags)
        }
        for (index, tag) in tags.enumerated() {
            guard tag.hasPrefix(TodoTxtImport.priorityTag), tag.utf8.count == TodoTxtImport.priorityTag.utf8.count + 1,
                let letter = Word.priority("(\(tag.suffix(1)))"), letter > "C"
            else { continue }
            return (letter, Array(tags[..<index] + tags[(index + 1)...]))
        }
        return (nil, tags)
    }

    private func times(_ task: JSONObject) -> [String] {
        var words: [String] = []
        switch Due(task["due"]) {
        case .day(let date): words.append("due:\(date)")
        case .instant(let at, _):
            let civil = zone.civil(at: at)
            let isClear = zone.timestamp(of: civil) == at
            let shown = isClear ? civil : TimeZoneRules.utc.civil(at: at)
            let time = shown.time.second == 0 ? shown.time.hourAndMinute : shown.time.description
            words += ["due:\(shown.date)", "at:\(time)\(isClear ? "" : "Z")"]
        case nil: break
        }
        if let wait = Due(task["wait"]) { words.append("t:\(wait.date(in: zone))") }
        if let rule = task["repeat"]?.stringValue.flatMap({ try? RecurrenceRule($0) }) {
            words.append(WordRecurrence.word(rule))
        }
        return words
    }
}
