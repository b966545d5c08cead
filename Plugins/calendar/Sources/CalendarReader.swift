// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin

/// A to-do in a file: its properties, and the properties of its alarms.
struct TodoComponent {
    /// The line of the to-do's `BEGIN:VTODO`.
    let line: Int
    /// The name of the to-do's calendar (`X-WR-CALNAME` or `NAME`); nil if the calendar has no name.
    let calendar: String?
    var properties: [ContentLine] = []
    var alarms: [[ContentLine]] = []

    /// Returns the first property with a name.
    func first(_ name: String) -> ContentLine? { properties.first { $0.name == name } }

    /// Returns all properties with a name.
    func all(_ name: String) -> [ContentLine] { properties.filter { $0.name == name } }

    /// Returns the text of the first property with a name; empty if there is none.
    func text(_ name: String) -> String { first(name)?.text ?? "" }

    /// The title: the summary, otherwise the first line of the description; empty if the to-do has neither.
    var title: String {
        let summary = text("SUMMARY")
        guard PlainText.line(summary).line.isEmpty else { return summary }
        return PlainText.lines(text("DESCRIPTION")).first { !PlainText.line($0).line.isEmpty } ?? ""
    }

    /// Whether the to-do is done: by its status or, without a status, by its percentage or completion time.
    var isDone: Bool {
        let status = word("STATUS")
        if !status.isEmpty { return status == "COMPLETED" }
        return word("PERCENT-COMPLETE") == "100" || first("COMPLETED") != nil
    }

    /// Whether the to-do was cancelled.
    var isCancelled: Bool { word("STATUS") == "CANCELLED" }

    /// Returns the text of the first property with a name, in upper case and without surrounding spaces.
    private func word(_ name: String) -> String { PlainText.line(text(name)).line.uppercased() }

    /// The UID, without control characters; empty if the to-do has none.
    var uid: String { PlainText.line(text("UID"), limit: 10_000).line }
}

/// A reader that collects the to-dos of a file, which may contain several calendars in sequence, and counts other
/// components.
///
/// Components can be nested to any depth, but only calendars, their to-dos and the alarms of these are read. The reader
/// therefore counts the levels of other components instead of calling itself, and a component that is never closed does
/// not hide the to-dos after it.
struct CalendarReader {
    private(set) var todos: [TodoComponent] = []
    /// The skipped components by name, such as `VEVENT` and `VJOURNAL`: their number, and the line of the first.
    private(set) var others: [String: (count: Int, line: Int)] = [:]
    /// Whether the file contains a `VCALENDAR`.
    private(set) var isCalendar = false
    private var todo: TodoComponent?
    private var alarm: [ContentLine]?
    /// The number of open components that are being skipped.
    private var depth = 0
    private var calendar: String?
    /// The line of the `BEGIN:VCALENDAR` of the open calendar.
    private var opened: Int?
    private var zone: ZoneDefinition?
    /// Whether some lines are not in UTF-8, and were read as Windows-1252.
    private(set) var hasWindows1252 = false

    /// Reads a file.
    ///
    /// - Parameter fault: called with the line and a message for each unreadable part.
    init(_ bytes: [UInt8], zones: CalendarZones, fault: (Int, String) -> Void) {
        var last = 0
        for (number, bytes) in UnfoldedLines(SourceTextDecoder.unmarked(bytes)) {
            last = number
            guard let utf8 = decoded(bytes) else {
                fault(number, "the line is neither in UTF-8 nor in Windows-1252 and is left out")
                continue
            }
            guard let line = ContentLine(utf8, number: number) else {
                if todo != nil && depth == 0 { fault(number, "the line has no name and value and is left out") }
                continue
            }
            switch line.name {
            case "BEGIN": begin(Self.component(line), at: number, fault: fault)
            case "END": end(Self.component(line), zones, fault: fault)
            default: readContentLine(line)
            }
        }
        if todo != nil {
            fault(last, "the file ends within a to-do, which is left out")
        } else if opened != nil {
            fault(last, "the file ends without END:VCALENDAR; it may be cut off, and to-dos may be missing")
        }
    }

    private static func component(_ line: ContentLine) -> String { PlainText.line(line.value).line.uppercased() }

    /// Decodes a line as UTF-8; nil if it is not text. Each line that is not valid UTF-8 is decoded as Windows-1252 on
    /// its own, because a file may be concatenated from several.
    private mutating func decoded(_ line: [UInt8]) -> [UInt8]? {
        if String(validating: line, as: UTF8.self) != nil { return line }
        guard let text = Windows1252.text(of: line) else { return nil }
        hasWindows1252 = true
        return Array(text.utf8)
    }

    private mutating func begin(_ name: String, at number: Int, fault: (Int, String) -> Void) {
        switch name {
        case "VCALENDAR":
            isCalendar = true
            if let todo {
                fault(todo.line, "the to-do has no end and is left out")
            } else if let opened {
                fault(opened, "the calendar that begins here has no END:VCALENDAR; to-dos may be missing")
            }
            (todo, alarm, depth, calendar, opened, zone) = (nil, nil, 0, nil, number, nil)
        case "VTODO":
            if let todo { fault(todo.line, "the to-do has no end and is left out") }
            (todo, alarm, depth, zone) = (TodoComponent(line: number, calendar: calendar), nil, 0, nil)
        case "VALARM" where todo != nil && depth == 0 && alarm == nil:
            alarm = []
        default:
            if depth == 0, todo == nil {
                others[name] = (others[name].map { $0.count + 1 } ?? 1, others[name]?.line ?? number)
                zone = name == "VTIMEZONE" ? ZoneDefinition() : nil
            } else if name == "STANDARD" || name == "DAYLIGHT" {
                zone?.beginObservance()
            }
            depth += 1
        }
    }

    private mutating func end(_ name: String, _ zones: CalendarZones, fault: (Int, String) -> Void) {
        switch name {
        case "VTODO" where todo != nil:
            if let alarm { todo?.alarms.append(alarm) }
            if let todo { todos.append(todo) }
            (todo, alarm, depth) = (nil, nil, 0)
        case "VCALENDAR":
            if let todo { fault(todo.line, "the to-do has no end and is left out") }
            (todo, alarm, depth, opened, zone) = (nil, nil, 0, nil, nil)
        case _ where depth > 0:
            depth -= 1
            guard name == "VTIMEZONE", let zone else { break }
            zones.add(zone)
            self.zone = nil
        case "VALARM":
            if let alarm { todo?.alarms.append(alarm) }
            alarm = nil
        default: break
        }
    }

    private mutating func readContentLine(_ line: ContentLine) {
        if depth > 0 {
            zone?.read(line)
        } else if alarm != nil {
            alarm?.append(line)
        } else if todo != nil {
            todo?.properties.append(line)
        } else if line.name == "X-WR-CALNAME" || line.name == "NAME" {
            calendar = line.text
        }
    }
}
