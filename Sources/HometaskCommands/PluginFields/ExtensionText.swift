// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskReplica
import HometaskTime

/// The fields that plugins add to tasks as lines of a task's text: `noise.loudness: 7`.
///
/// A line contains the value in the form that `--set` takes; the strings in a list are separated by commas. A value
/// that does not fit on a line, or would be read as something else, is written as JSON: `"two\nlines"`,
/// `["a, b", "c"]`.
struct ExtensionText {
    private let session: FamilySession
    private let parser: ExtensionFieldParser

    init(_ session: FamilySession) {
        self.session = session
        parser = ExtensionFieldParser(session)
    }

    /// Returns the lines of a task: one for each field that is known here or has a value in the task.
    func lines(of task: TaskRecord) -> [ExtensionName: String] {
        var lines: [ExtensionName: String] = [:]
        for field in session.extensions.fields(of: .task) { lines[field.name] = "" }
        for (name, value) in ExtensionName.values(in: task.extensions) {
            // A field whose name cannot be typed gets no line.
            if ExtensionName(name.description) == name { lines[name] = text(value, of: name) }
        }
        return lines
    }

    /// Returns the field with the name of a line; nil if there is none.
    func name(_ word: String) -> ExtensionName? {
        let named = session.extensions.named(word, of: .task)
        return named.count == 1 ? named[0].name : ExtensionName(word)
    }

    /// Adds a typed value to a change.
    ///
    /// - Throws: `UsageError`, which names the field, if the field is unknown here or its value is invalid.
    func setValue(_ text: String, in name: ExtensionName, of task: TaskRecord, into change: inout TaskChange) throws {
        guard !text.isEmpty else { return change.values[name.field] = .null }
        let field = try parser.field(name.description)
        let value = try self.value(text, of: field)
        try parser.check(value, name)
        guard field.rule == .set, let new = Self.texts(value), let old = Self.texts(task.value(of: name) ?? .array([]))
        else { return change.values[name.field] = value }
        let (before, after) = (Set(old), Set(new))
        var elements = TaskChange.ElementChange()
        elements.added = new.filter { !before.contains($0) }.map(\.string)
        elements.removed = old.filter { !after.contains($0) }.map(\.string)
        change.elements[name.field] = elements
    }

    private func text(_ value: JSON, of name: ExtensionName) -> String {
        let type = session.extensions.field(name, of: .task)?.type ?? .other
        switch (type, value) {
        case (.flag, .bool(let flag)): return flag ? "yes" : "no"
        case (.time, .string(let text)):
            return ExtensionTime.instant(of: text).map { TaskText.clock($0, in: session.zone) } ?? text
        case (.text, .string(let text)), (.choice, .string(let text)), (.date, .string(let text)):
            return Self.isPlain(text) ? text : Self.escaped(value)
        case (.texts, .array):
            guard let texts = Self.texts(value)?.map(\.string),
                texts.allSatisfy({ Self.isPlain($0) && !$0.contains(",") })
            else { return Self.escaped(value) }
            return texts.joined(separator: ", ")
        default: return Self.escaped(value)
        }
    }

    private func value(_ text: String, of field: ExtensionField) throws -> JSON {
        let json = text.hasPrefix("\"") || text.hasPrefix("[") ? try? JSON.parse(text) : nil
        switch (field.type, json) {
        case (.texts, let json?) where Self.texts(json) != nil: return json
        case (.texts, _):
            let texts = text.split(separator: ",").map { TaskText.trimmed($0) }.filter { !$0.isEmpty }
            // Duplicates are removed only from a set; a list may contain the same string twice.
            var seen: Set<ExactString> = []
            let kept = texts.filter { seen.insert(ExactString($0)).inserted || field.rule != .set }
            return .array(kept.map { .string($0) })
        case (.text, .string(let string)?): return .string(string)
        default: return try parser.value(text, of: field)
        }
    }

    private static func texts(_ value: JSON) -> [ExactString]? {
        guard let array = value.arrayValue else { return nil }
        let texts = array.compactMap(\.stringValue).map { ExactString($0) }
        return texts.count == array.count ? texts : nil
    }

    /// Returns whether a string round-trips when written on a line unchanged.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.first, let last = text.last, !first.isWhitespace, !last.isWhitespace else {
            return false
        }
        return first != "\"" && first != "[" && !text.unicodeScalars.contains(where: isOdd)
    }

    /// Returns compact JSON on one line.
    private static func escaped(_ value: JSON) -> String {
        var text = ""
        for scalar in value.compactText.unicodeScalars {
            guard isOdd(scalar) else {
                text.unicodeScalars.append(scalar)
                continue
            }
            let code = String(scalar.value, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - code.count) + code
        }
        return text
    }

    /// Returns whether a scalar ends lines or moves the cursor of a terminal.
    private static func isOdd(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
    }
}
