// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// A reader of a task from the words of a line.
struct LineReader {
    private let line: TodoTxtImport.Line
    private let file: TodoTxtImport
    /// Whether the line is a task of this family from an earlier export. If so, an invalid pair does not become a word
    /// of the title.
    private let isOurs: Bool
    private var result = ImportedTask()
    private var words: ArraySlice<Substring>
    private var letter: Character?
    private var projects: [String] = []
    private var date: CivilDate?
    private var time: (time: TimeOfDay, isUTC: Bool)?

    /// Whether the rule is a duration, `rec:1m`.
    private var isRuleInWords = false

    init(_ line: TodoTxtImport.Line, isOurs: Bool, for file: TodoTxtImport) {
        self.line = line
        self.isOurs = isOurs
        self.file = file
        words = line.words[...]
    }

    /// Returns the task described by the line. Unreadable parts are reported and left out.
    mutating func task() throws -> ImportedTask {
        head()
        result.title = body()
        if let letter {
            if let priority = (["A": "high", "B": "medium", "C": "low"] as [Character: String])[letter] {
                result.priority = priority
            } else {
                result.tag(TodoTxtImport.priorityTag + String(letter))
            }
        }
        if let name = projects.first {
            result.category = try file.category(name)
            if result.category == nil { result.unread.insert("category") }
        }
        for name in projects.dropFirst() { result.tag(name) }
        due()
        if isRuleInWords { result.keepMonthEnd(in: file.zone) }
        return result
    }

    private func fault(_ message: String) { file.call.skip(line: line.number, message) }

    /// Returns noon on a day, for times that todo.txt stores as days.
    private func noon(_ date: CivilDate) -> Timestamp {
        file.zone.timestamp(of: CivilTime(date: date, time: .noon))
    }

    /// Reads the beginning of the line: `x`, a priority, one or two dates. Programs that complete a task in place leave
    /// the priority between the dates, and others write it after them.
    private mutating func head() {
        let isDone = words.first == "x" && words.count > 1
        if isDone { words.removeFirst() }
        var dates: [CivilDate] = []
        while let word = words.first, words.count > 1 {
            if letter == nil, let priority = Word.priority(word) {
                letter = priority
            } else if dates.count < (isDone ? 2 : 1), Word.isDate(word) {
                guard let date = CivilDate(iso: String(word)) else {
                    fault("there is no such date: \(word)")
                    break
                }
                dates.append(date)
            } else {
                break
            }
            words.removeFirst()
        }
        if isDone {
            result.doneAt = dates.first.map(noon) ?? file.call.session.now
            result.createdAt = dates.count > 1 ? noon(dates[1]) : nil
        } else {
            result.createdAt = dates.first.map(noon)
        }
    }

    /// Reads the pairs, and returns the other words as the title. Projects and contexts are removed from its beginning
    /// and end; those within the title remain as words.
    private mutating func body() -> String {
        var kept: [(text: String, isGroup: Bool)] = []
        for (index, word) in words.enumerated() {
            if let (key, value) = Word.pair(word) {
                if readPair(key, value) { continue }
                if let field = Self.fields[key] {
                    result.unread.insert(field)
                    if isOurs {
                        if !Self.named.contains(key) { fault("‘\(String(word).excerpt(limit: 40))’ cannot be read") }
                        continue
                    }
                }
            }
            if Word.isGroup(word) {
                let name = String(word.dropFirst())
                if word.utf8.first == UInt8(ascii: "+") { projects.append(name) } else { result.tag(name) }
                kept.append((name, true))
            } else {
                kept.append((Word.unescaped(word, isFirst: index == 0), false))
            }
        }
        func isMargin(_ word: (text: String, isGroup: Bool)) -> Bool { word.isGroup || word.text.isEmpty }
        guard let first = kept.firstIndex(where: { !isMargin($0) }), let last = kept.lastIndex(where: { !isMargin($0) })
        else { return kept.map(\.text).joined(separator: " ") }
        return kept[first...last].map(\.text).joined(separator: " ")
    }

    /// The fields that are read from pairs, by key.
    private static let fields: [String: String] = [
        "after": "after", "at": "due", "due": "due", "for": "assignees", "pri": "priority", "rec": "repeat",
        "remind": "reminders", "rrule": "repeat", "t": "wait",
    ].merging(DeclaredField.all.map { ($0.name, $0.name) }) { field, _ in field }

    /// The keys whose invalid values are reported during parsing.
    private static let named: Set<String> = ["due", "rec", "rrule", "t"]

    /// Reads a pair. Returns false if it is invalid; it then remains a word of the title, unless the task was exported
    /// from this family.
    private mutating func readPair(_ key: String, _ value: String) -> Bool {
        switch key {
        case "due": date = day(key, value)
        case "t":
            guard let day = day(key, value) else { return false }
            result.wait = .day(day)
        case "at": time = Self.time(value)
        case "rec", "rrule": return recur(key, value)
        case "pri":
            guard let priority = Word.priority("(\(value))") else { return false }
            letter = letter ?? priority
        case "for":
            guard let id = file.member(value) else { return false }
            result.assignees.insert(id)
        case "remind": return result.remind(value.split(separator: ",").map { String($0) }).isEmpty
        case "after": depend(value)
        default:
            guard let field = DeclaredField.all.first(where: { $0.name == key }) else { return line.uuid == value }
            guard let read = Word.value(of: field, from: value) else { return false }
            result.others[field.name] = read
        }
        return key == "due" ? date != nil : key == "at" ? time != nil : true
    }

    private func day(_ key: String, _ value: String) -> CivilDate? {
        let date = CivilDate(iso: value)
        if date == nil { fault("\(key): should be a date such as 2026-11-27, but is \(value.excerpt(limit: 40))") }
        return date
    }

    /// Parses a time, `18:00` or `18:00:30`, with an optional `Z` for UTC.
    private static func time(_ value: String) -> (time: TimeOfDay, isUTC: Bool)? {
        let isUTC = value.hasSuffix("Z")
        let parts = value.dropLast(isUTC ? 1 : 0).split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy(isDigit) })
        else {
            return nil
        }
        let numbers = parts.compactMap { Int($0) }
        return TimeOfDay(hour: numbers[0], minute: numbers[1], second: numbers.count > 2 ? numbers[2] : 0)
            .map { ($0, isUTC) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private mutating func recur(_ key: String, _ value: String) -> Bool {
        let rule = key == "rec" ? WordRecurrence.rule(value) : try? RecurrenceRule(value)
        guard let rule else {
            let form = key == "rec" ? "such as 1w or +2m" : "a rule of calendars such as FREQ=WEEKLY"
            fault("the task does not recur: \(key): should be \(form)")
            return false
        }
        result.rule = rule.description
        isRuleInWords = key == "rec"
        return true
    }

    private mutating func depend(_ value: String) {
        for uuid in value.split(separator: ",").map({ String($0) }) where uuid != line.uuid {
            if let id = file.task(uuid) {
                result.after.insert(id)
            } else {
                result.unread.insert("after")
                fault("it depends on a task that is not in the file: \(uuid.excerpt(limit: 40))")
            }
        }
    }

    private mutating func due() {
        guard let date else { return }
        guard let time else { return result.due = .day(date) }
        let civil = CivilTime(date: date, time: time.time)
        result.due = .instant((time.isUTC ? .utc : file.zone).timestamp(of: civil), zone: nil)
    }
}
