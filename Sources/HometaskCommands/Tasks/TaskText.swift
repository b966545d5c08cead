// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskTime

/// A task as text for an editor: one field per line, then an empty line and the description.
///
///     title: Take out the bins
///     for: Mia, Ben
///     due: 2026-11-27 18:00
///     noise.loudness: 7
///
///     The green one every other week.
///
/// Lines that begin with `#` are ignored, except in the description. A field whose text is unchanged is not changed,
/// even if the text is invalid; a field with empty text is cleared. A line missing from text generated for an editor
/// counts as empty; fields missing from any other text are kept.
struct TaskText: Equatable {
    /// The fields that have a line, in the order of the lines.
    private static let fields = TaskField.all.filter { $0.values != .lines && $0.values != .items }

    private(set) var values: [TaskField: String] = [:]
    /// The fields of plugins.
    private(set) var extensions: [ExtensionName: String] = [:]
    private(set) var description: [String] = []

    /// Creates the text of a task.
    init(_ task: TaskRecord, pins: [PinRecord], in session: FamilySession) {
        let formatter = TaskFieldFormatter(session, pins: pins)
        for field in Self.fields { values[field] = formatter.text(of: field, task) }
        extensions = ExtensionText(session).lines(of: task)
        description = Self.withoutBlankEnds(task.description)
    }

    /// Parses the edited text of a task.
    ///
    /// - Throws: `UsageError`, which names the line.
    init(parsing text: String, in session: FamilySession) throws {
        let plugins = ExtensionText(session)
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        var index = 0
        while index < lines.count {
            let line = lines[index]
            index += 1
            if line.hasPrefix("#") { continue }
            if line.allSatisfy(\.isWhitespace) {
                if values.isEmpty, extensions.isEmpty { continue }
                break
            }
            try parseLine(line, number: index, plugins: plugins)
        }
        description = Self.withoutBlankEnds(Array(lines[index...]))
    }

    private mutating func parseLine(_ line: String, number: Int, plugins: ExtensionText) throws {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = Self.trimmed(parts[0]).lowercased()
        let isFirst: Bool
        if parts.count == 2, let field = TaskField.named(name), Self.fields.contains(field) {
            isFirst = values.updateValue(Self.trimmed(parts[1]), forKey: field) == nil
        } else if parts.count == 2, let field = plugins.name(Self.trimmed(parts[0])) {
            isFirst = extensions.updateValue(Self.trimmed(parts[1]), forKey: field) == nil
        } else {
            throw UsageError(
                "line \(number) is not a field: ‘\(line)’",
                hint:
                    "Fields are \(Self.fields.map { Self.name(of: $0) }.joined(separator: ", ")), and those of plugins such as noise.loudness, each followed by a colon; the description begins after an empty line."
            )
        }
        guard isFirst else {
            throw UsageError(
                "line \(number) has the field ‘\(name)’ for the second time", hint: "Leave one of them out.")
        }
    }

    /// Returns the text with a comment at its beginning.
    func text(version: String) -> String {
        let comment = """
            # Edit the fields below; an empty field is cleared.
            # The description begins after the empty line. Lines before it that begin with # are ignored.
            # version: \(version)

            """
        let own = Self.fields.map { (Self.name(of: $0), values[$0] ?? "") }
        let added = extensions.sorted { $0.key < $1.key }.map { ($0.key.description, $0.value) }
        let fields = (own + added).map { name, value in value.isEmpty ? "\(name):\n" : "\(name): \(value)\n" }
        return comment + fields.joined() + "\n" + description.map { $0 + "\n" }.joined()
    }

    /// Returns this text with missing fields and a missing description filled in from another text.
    func completed(from other: TaskText) -> TaskText {
        var text = self
        text.values.merge(other.values) { own, _ in own }
        text.extensions.merge(other.extensions) { own, _ in own }
        if description.isEmpty { text.description = other.description }
        return text
    }

    /// Returns the version that the text was generated from, if the text's comment still contains it.
    static func version(of text: String) -> String? {
        let prefix = "# version: "
        let line = text.split(whereSeparator: \.isNewline).prefix { $0.hasPrefix("#") }.first { $0.hasPrefix(prefix) }
        return line.map { trimmed($0.dropFirst(prefix.count)) }.flatMap { version in
            version.utf8.count == 40
                && version.utf8.allSatisfy {
                    UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                        || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
                } ? version : nil
        }
    }

    /// Returns lines without blank ones at the beginning and end, which editors add and remove.
    private static func withoutBlankEnds(_ lines: [String]) -> [String] {
        let isBlank: (String) -> Bool = { $0.allSatisfy(\.isWhitespace) }
        return lines.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    }

    static func trimmed(_ text: Substring) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// Returns the name at the beginning of a field's line.
    private static func name(of field: TaskField) -> String { field == .tags ? "tags" : field.name }

    /// Returns an instant as a date and a time of day: `2026-11-27 18:00`.
    static func clock(_ instant: Timestamp, in zone: TimeZoneRules) -> String {
        let civil = zone.civil(at: instant)
        return "\(civil.date) \(civil.time.second == 0 ? civil.time.hourAndMinute : civil.time.description)"
    }
}
