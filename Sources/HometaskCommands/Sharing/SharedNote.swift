// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskTime

/// A note as others receive it: its heading, text and checklist.
struct SharedNote {
    let note: NoteRecord
    /// The number of photos about the note.
    let photos: Int

    /// The lines for people.
    var lines: [String] {
        let items = note.items.map { "- [\($0.isDone ? "x" : " ")] \($0.text)" }
        let parts = [note.title.map { [$0] } ?? [], note.text, items].filter { !$0.isEmpty }
        return Array(parts.joined(separator: [""]))
    }

    /// Writes a journal entry (RFC 5545, section 3.6.3).
    func writeEntry(to calendar: inout ContentLines, now: Timestamp) {
        let items = note.items.map { "- [\($0.isDone ? "x" : " ")] \($0.text)" }
        let parts = [note.text, items].filter { !$0.isEmpty }
        calendar.add("BEGIN", "VJOURNAL")
        calendar.addText("UID", note.id.description)
        calendar.add("DTSTAMP", ContentLines.utc(now))
        calendar.addText("SUMMARY", note.name)
        calendar.addText("DESCRIPTION", parts.joined(separator: [""]).joined(separator: "\n"))
        calendar.add("END", "VJOURNAL")
    }

    /// The parts of the note that are not sent.
    var leftOut: [String] {
        let fields = TextField.all(of: .note).filter { !$0.isHeading && note.texts[$0.key] != nil }
        let others = [
            note.aboutID.map { _ in "what it belongs to" },
            note.createdBy.map { _ in "who wrote it and when" },
            HometaskCommands.leftOut(photos, "photo"),
            note.extensions.isEmpty ? nil : "fields of plugins",
        ]
        return fields.map { "the \($0.name)" } + others.compactMap(\.self)
    }
}

/// The lines of a calendar or a vCard.
struct ContentLines {
    /// The lines so far, folded, each with CRLF at its end.
    private(set) var text = ""

    /// Adds a property whose value needs no escaping.
    mutating func add(_ name: String, _ value: String) { text += PropertyLine.property(name, [], value: value) }

    /// Adds a property whose value is text; nothing if the text is empty.
    mutating func addText(_ name: String, _ value: String) {
        if !value.isEmpty { add(name, PropertyLine.escaped(value)) }
    }

    /// Returns an instant in UTC, as both formats write it: `20261122T193403Z`.
    static func utc(_ time: Timestamp) -> String {
        time.rfc3339.filter { $0 != "-" && $0 != ":" }
    }
}
