// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// A reader of a task from the properties of a VTODO.
struct TodoReader {
    let todo: TodoComponent
    /// Whether the to-do is a task of this family from an earlier export. Then the calendar's name does not become its
    /// category, and its checklist is found even if another program dropped `X-HOMETASK-ITEMS`.
    private let isOurs: Bool
    let file: CalendarImport
    var result = ImportedTask()

    init(_ todo: TodoComponent, isOurs: Bool = false, for file: CalendarImport) {
        self.todo = todo
        self.isOurs = isOurs
        self.file = file
    }

    /// Returns the task described by the to-do. Unreadable parts are reported and left out.
    mutating func task() throws -> ImportedTask {
        result.title = todo.title
        describe()
        times()
        state()
        passClosedOccurrences()
        for item in file.items(of: todo) { result.item(item.title, isDone: item.isDone) }
        people()
        relations()
        try groups()
        let alarms = AlarmReader(todo, due: result.due, start: start, zone: file.zones.family, call: file.call)
        try place(alarms.place())
        for field in DeclaredField.all {
            guard let line = todo.first(TodoWriter.property(of: field.name)), !line.text.isEmpty else { continue }
            if !result.set(field, to: line.text) { fault(line, "‘\(line.text.excerpt(limit: 40))’ \(field.fault)") }
        }
        let (reminders, isWhole) = alarms.reminders()
        if !isWhole { result.unread.insert("reminders") }
        for text in result.remind(reminders) {
            result.unread.insert("reminders")
            file.call.skip(
                line: todo.first("X-HOMETASK-REMINDERS")?.number ?? todo.line,
                "‘\(text.excerpt(limit: 40))’ is not a reminder")
        }
        return result
    }

    func fault(_ line: ContentLine, _ message: String) { file.call.skip(line: line.number, message) }

    /// Reads the description, and the checklist at its end if the to-do has one.
    private mutating func describe() {
        var lines = PlainText.lines(todo.text("DESCRIPTION"))
        if let count = Int(todo.text("X-HOMETASK-ITEMS")) ?? (isOurs ? lines.count : nil), count > 0 {
            var items = lines.suffix(count).compactMap(Self.item)
            // If another program edited the checklist, all items at the end of the description count.
            if items.count < count {
                items = lines.reversed().prefix { Self.item($0) != nil }.reversed().compactMap(Self.item)
            }
            lines.removeLast(items.count)
            for item in items { result.item(item.text, isDone: item.isDone) }
        }
        // Without a summary, the first line is the title.
        if PlainText.line(todo.text("SUMMARY")).line.isEmpty,
            let first = lines.firstIndex(where: { !PlainText.line($0).line.isEmpty })
        {
            lines.removeSubrange(...first)
        }
        if !lines.isEmpty { result.addDescription(lines.joined(separator: "\n")) }
        for comment in todo.all("COMMENT") { result.addDescription(comment.text) }
        for url in todo.all("URL") where !url.value.isEmpty { result.addDescription(url.value) }
    }

    private static func item(_ line: String) -> (text: String, isDone: Bool)? {
        guard line.hasPrefix("- [ ] ") || line.hasPrefix("- [x] ") else { return nil }
        return (String(line.dropFirst(6)), line.hasPrefix("- [x]"))
    }

    /// Reads a time of the to-do; nil if it is absent. An invalid time is reported.
    private mutating func time(_ name: String) -> Due? {
        guard let line = todo.first(name), !line.value.isEmpty else { return nil }
        guard let (time, isLost) = file.zones.time(line) else {
            fault(line, "\(name) is not a valid date: \(line.value.excerpt(limit: 40))")
            if let field = Self.fields[name] { result.unread.insert(field) }
            return nil
        }
        if isLost {
            let zone = line.parameter("TZID") ?? ""
            fault(
                line, "the time zone \(zone.excerpt(limit: 40)) is unknown; \(name) is read in the family's time zone")
        }
        return time
    }

    /// The fields that are read from times of the to-do.
    private static let fields = [
        "DTSTART": "wait", "DUE": "due", "X-HOMETASK-WAIT": "wait",
    ]

    var start: Due? { todo.first("DTSTART").flatMap { file.zones.time($0)?.time } }

    private mutating func times() {
        let start = time("DTSTART")
        result.due = time("DUE")
        if result.due == nil, let line = todo.first("DURATION") {
            if let start, let length = CalendarLength(line.value) {
                result.due = length.added(to: start, in: file.zones.family)
            } else {
                result.unread.insert("due")
                fault(
                    line, "the DURATION cannot be read, so the task has no due date: \(line.value.excerpt(limit: 40))")
            }
        }
        result.createdAt = file.zones.instant(todo.first("CREATED"))
        recur(start)
        if let wait = time("X-HOMETASK-WAIT") {
            result.wait = wait
        } else if let start, start != result.due, result.rule == nil {
            // A start after the due date is a mistake, and a start equal to it is redundant.
            let zone = file.zones.family
            let isEarlier = result.due.map { start.beginning(in: zone) < $0.beginning(in: zone) } ?? true
            if isEarlier { result.wait = start }
        }
    }

    private mutating func state() {
        if let line = todo.first("PRIORITY"), !line.value.isEmpty { prioritize(line) }
        guard todo.isDone else { return }
        let times = ["COMPLETED", "LAST-MODIFIED", "DTSTAMP"].compactMap { file.zones.instant(todo.first($0)) }
        result.doneAt = times.first ?? file.call.session.now
        if let line = todo.first("X-HOMETASK-COMPLETED-BY") {
            result.doneBy = file.member(address: line.parameter("EMAIL"), name: line.text)
            if result.doneBy == nil { result.addDescription("Done by: \(line.text)") }
        }
    }

    private mutating func prioritize(_ line: ContentLine) {
        switch Int(line.value) {
        case 0: break
        case .some(1...4): result.priority = "high"
        case 5: result.priority = "medium"
        case .some(6...9): result.priority = "low"
        default:
            result.unread.insert("priority")
            fault(line, "PRIORITY should be a number from 0 to 9, but is \(line.value.excerpt(limit: 40))")
        }
    }

    private mutating func people() {
        for line in todo.all("X-HOMETASK-ASSIGNEE") { assign(address: line.parameter("EMAIL"), name: line.text) }
        for line in todo.all("ATTENDEE") {
            let isMail = line.value.lowercased().hasPrefix("mailto:")
            let address = isMail ? String(line.value.dropFirst(7)) : nil
            assign(address: address, name: line.parameter("CN") ?? address ?? line.value)
        }
        if let line = todo.first("X-HOMETASK-CREATED-BY"), result.createdAt != nil {
            let maker = file.member(address: line.parameter("EMAIL"), name: line.text)
            result.createdBy = maker
        }
    }

    /// Assigns the task to a member. A non-member is named in the description.
    private mutating func assign(address: String?, name: String) {
        if let id = file.member(address: address, name: name) {
            result.assignees.insert(id)
        } else {
            result.unread.insert("assignees")
            let detail = address.flatMap { $0 == name ? nil : " <\($0)>" } ?? ""
            result.addDescription("For: \(PlainText.line(name + detail).line)")
        }
    }

    private mutating func relations() {
        let uid = todo.uid
        for line in todo.all("RELATED-TO") where line.text != uid {
            switch (line.parameter("RELTYPE") ?? "PARENT").uppercased() {
            case "DEPENDS-ON":
                if let id = file.task(line.text) {
                    result.after.insert(id)
                } else if !file.knows(line.text) {
                    result.unread.insert("after")
                    fault(line, "it depends on a to-do that is not in the file: \(line.text.excerpt(limit: 60))")
                }
            case "PARENT": if let title = file.title(line.text) { result.addDescription("Part of: \(title)") }
            default: break
            }
        }
    }

    private mutating func groups() throws {
        var words = todo.all("CATEGORIES").flatMap(\.texts).map { PlainText.line($0).line }.filter { !$0.isEmpty }
        var name = PlainText.line(todo.text("X-HOMETASK-CATEGORY")).line
        let isForeign = todo.first("X-HOMETASK-CATEGORY") == nil
        if isForeign { name = words.first { file.hasCategory($0) } ?? "" }
        if let index = words.firstIndex(of: name) { words.remove(at: index) }
        for word in words { result.tag(word) }
        if isForeign && name.isEmpty && !isOurs { name = todo.calendar ?? "" }
        if name.isEmpty { return }
        result.category = try file.category(name)
        if result.category == nil { result.unread.insert("category") }
    }

    /// Reads the place of the to-do, or otherwise the place of a location alarm.
    private mutating func place(_ alarm: AlarmPlace?) throws {
        if let alarm, todo.first("GEO") == nil, todo.text("LOCATION").isEmpty { return try place(of: alarm) }
        var fields: JSONObject = [:]
        var coordinates = ""
        if let line = todo.first("GEO") {
            let numbers = line.value.split(separator: ";", omittingEmptySubsequences: false).map { Double($0) }
            if numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1], abs(latitude) <= 90,
                abs(longitude) <= 180, let north = JSONNumber(latitude), let east = JSONNumber(longitude)
            {
                fields["location"] = ["latitude": .number(north), "longitude": .number(east)]
                coordinates = "\(latitude), \(longitude)"
            } else {
                fault(line, "GEO is not a place on earth: \(line.value.excerpt(limit: 40))")
            }
        }
        let (name, rest) = PlainText.line(todo.text("LOCATION"))
        if !rest.isEmpty { result.addDescription("Place: \(name) \(rest)") }
        let address = PlainText.line(todo.text("X-HOMETASK-ADDRESS")).line
        if !address.isEmpty { fields["address"] = .string(address) }
        guard let pin = try file.pin(name.isEmpty ? coordinates : name, fields: fields) else { return }
        var place: JSONObject = ["pin": .string(pin.description)]
        if let within = Double(todo.text("X-HOMETASK-WITHIN")), (0...100_000).contains(within) {
            place["within"] = JSONNumber(within).map { .number($0) }
        }
        result.others["place"] = .object(place)
    }

    private mutating func place(of alarm: AlarmPlace) throws {
        var fields: JSONObject = ["location": alarm.location]
        if !alarm.address.isEmpty { fields["address"] = .string(alarm.address) }
        guard let pin = try file.pin(alarm.name, fields: fields) else { return }
        var place: JSONObject = ["pin": .string(pin.description)]
        place["within"] = alarm.radius.map { .number($0) }
        result.others["place"] = .object(place)
    }
}
