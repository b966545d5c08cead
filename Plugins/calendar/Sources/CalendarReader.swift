// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin

/// A to-do in a file: its properties, and those of its alarms.
struct TodoComponent {
    /// The line of its `BEGIN:VTODO`.
    let line: Int
    /// The name of its calendar (`X-WR-CALNAME` or `NAME`); nil if the calendar has none.
    let calendar: String?
    var properties: [ContentLine] = []
    var alarms: [[ContentLine]] = []

    /// Returns the first property with a name.
    func first(_ name: String) -> ContentLine? { properties.first { $0.name == name } }

    /// Returns all properties with a name.
    func all(_ name: String) -> [ContentLine] { properties.filter { $0.name == name } }

    /// Returns the text of the first property with a name; empty if there is none.
    func text(_ name: String) -> String { first(name)?.text ?? "" }

    /// Its UID, without control characters; empty if it has none.
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
    /// The components that were skipped, such as `VEVENT` and `VJOURNAL`, by name: how many there are, and the line of
    /// the first.
    private(set) var others: [String: (count: Int, line: Int)] = [:]
    /// Whether the file contains a `VCALENDAR`.
    private(set) var isCalendar = false
    private var todo: TodoComponent?
    private var alarm: [ContentLine]?
    /// The number of open components that are being skipped.
    private var depth = 0
    private var calendar: String?
    private var zone: (name: String?, location: String?) = (nil, nil)

    /// Reads a file.
    ///
    /// - Parameter fault: called with the line and a message for each part that cannot be read.
    init(_ bytes: [UInt8], zones: CalendarZones, fault: (Int, String) -> Void) {
        var last = 0
        for (number, bytes) in UnfoldedLines(bytes) {
            last = number
            guard let line = ContentLine(bytes, number: number) else {
                if todo != nil && depth == 0 { fault(number, "the line has no name and value and is left out") }
                continue
            }
            switch line.name {
            case "BEGIN": begin(line.value.uppercased(), at: number, fault: fault)
            case "END": end(line.value.uppercased(), zones)
            default: readContentLine(line)
            }
        }
        if todo != nil { fault(last, "the file ends within a to-do, which is left out") }
    }

    private mutating func begin(_ name: String, at number: Int, fault: (Int, String) -> Void) {
        switch name {
        case "VCALENDAR":
            isCalendar = true
            if let todo { fault(todo.line, "the to-do has no end and is left out") }
            (todo, alarm, depth, calendar) = (nil, nil, 0, nil)
        case "VTODO":
            if let todo { fault(todo.line, "the to-do has no end and is left out") }
            (todo, alarm, depth) = (TodoComponent(line: number, calendar: calendar), nil, 0)
        case "VALARM" where todo != nil && depth == 0 && alarm == nil:
            alarm = []
        default:
            if depth == 0, todo == nil {
                others[name] = (others[name].map { $0.count + 1 } ?? 1, others[name]?.line ?? number)
                zone = (nil, nil)
            }
            depth += 1
        }
    }

    private mutating func end(_ name: String, _ zones: CalendarZones) {
        switch name {
        case "VTODO" where todo != nil:
            if let todo { todos.append(todo) }
            (todo, alarm, depth) = (nil, nil, 0)
        case _ where depth > 0:
            depth -= 1
            if name == "VTIMEZONE", let id = zone.name, let location = zone.location { zones.alias(id, for: location) }
        case "VALARM":
            if let alarm { todo?.alarms.append(alarm) }
            alarm = nil
        default: break
        }
    }

    private mutating func readContentLine(_ line: ContentLine) {
        if depth > 0 {
            if line.name == "TZID" { zone.name = line.text }
            if line.name == "X-LIC-LOCATION" { zone.location = line.text }
        } else if alarm != nil {
            alarm?.append(line)
        } else if todo != nil {
            todo?.properties.append(line)
        } else if line.name == "X-WR-CALNAME" || line.name == "NAME" {
            calendar = line.text
        }
    }
}
