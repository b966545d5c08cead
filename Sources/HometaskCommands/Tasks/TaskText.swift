// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskTime

/// A task as text for an editor: a line a field, then, behind an empty line, the description.
///
///     title: Take out the bins
///     for: Mia, Ben
///     due: 2026-11-27 18:00
///     noise.loudness: 7
///
///     The green one every other week.
///
/// Lines that begin with `#` are left out, but not in the description. A field whose text has not been changed is not
/// changed either, whatever it says; an empty one is cleared.
struct TaskText: Equatable {
    /// The fields, in the order in which they stand.
    enum Key: String, CaseIterable {
        case title, `for`, due, every, wait, remind, nag, after, category, tags, priority, points, proof, at, within
        case between, approval
    }

    private(set) var values: [Key: String] = [:]
    /// The fields of plugins.
    private(set) var extensions: [ExtensionName: String] = [:]
    private(set) var description: [String] = []

    /// The text of a task.
    init(_ task: TaskRecord, pins: [PinRecord], in session: FamilySession) {
        let directory = session.directory
        values[.title] = Self.trimmed(task.title[...])
        values[.for] = task.assignees.map { directory.name(of: $0) }.joined(separator: ", ")
        values[.due] = task.due.map { Self.due($0, in: session.zone) } ?? ""
        values[.every] = task.rule.map { session.words(forRule: $0) } ?? ""
        values[.wait] = task.wait.map { Self.due($0, in: session.zone) } ?? ""
        values[.remind] = ReminderFormatter.typed(task.reminders, in: session.zone)
        values[.nag] = task.nag?.words ?? ""
        values[.after] = task.after.map { "#\($0)" }.joined(separator: " ")
        values[.category] = task.category.map { directory.categories[$0]?.name ?? "#\($0)" } ?? ""
        values[.tags] = task.tags.joined(separator: " ")
        values[.priority] = task.priority?.rawValue ?? ""
        values[.points] = task.points.map { "\($0)" } ?? ""
        values[.proof] = task.needsPhoto ? "photo" : ""
        values[.at] = task.place.map { place in pins.first { $0.id == place.pin }?.name ?? "#\(place.pin)" } ?? ""
        values[.within] = task.place?.within.map { Distance.exact($0) } ?? ""
        values[.between] = task.window?.hours.text ?? ""
        values[.approval] = task.needsApproval ? "adult" : ""
        extensions = ExtensionText(session).lines(of: task)
        description = Self.withoutBlankEnds(task.description)
    }

    /// Reads what somebody typed.
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
            try take(line, number: index, plugins)
        }
        description = Self.withoutBlankEnds(Array(lines[index...]))
    }

    private mutating func take(_ line: String, number: Int, _ plugins: ExtensionText) throws {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = Self.trimmed(parts[0]).lowercased()
        let isFirst: Bool
        if parts.count == 2, let key = Key(rawValue: name) {
            isFirst = values.updateValue(Self.trimmed(parts[1]), forKey: key) == nil
        } else if parts.count == 2, let field = plugins.name(Self.trimmed(parts[0])) {
            isFirst = extensions.updateValue(Self.trimmed(parts[1]), forKey: field) == nil
        } else {
            throw UsageError(
                "line \(number) is not a field: ‘\(line)’",
                hint:
                    "Fields are \(Key.allCases.map(\.rawValue).joined(separator: ", ")), and those of plugins such as noise.loudness, each followed by a colon; the description begins behind an empty line."
            )
        }
        guard isFirst else {
            throw UsageError("line \(number) has the field ‘\(name)’ a second time", hint: "Leave one of them out.")
        }
    }

    /// The text with a comment on top.
    func text(version: String) -> String {
        let comment = """
            # Change what should be different; an empty field is cleared.
            # The description begins behind the empty line. Lines with # up to there are left out.
            # version: \(version)

            """
        let own = Key.allCases.map { ($0.rawValue, values[$0] ?? "") }
        let added = extensions.sorted { $0.key < $1.key }.map { ($0.key.description, $0.value) }
        let fields = (own + added).map { name, value in value.isEmpty ? "\(name):\n" : "\(name): \(value)\n" }
        return comment + fields.joined() + "\n" + description.map { $0 + "\n" }.joined()
    }

    /// The version that a text was made from, if its comment still says so.
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

    /// Lines without the blank ones at both ends, which an editor adds and drops as it likes.
    private static func withoutBlankEnds(_ lines: [String]) -> [String] {
        let isBlank: (String) -> Bool = { $0.allSatisfy(\.isWhitespace) }
        return lines.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    }

    static func trimmed(_ text: Substring) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    private static func due(_ due: Due, in zone: TimeZoneRules) -> String {
        switch due {
        case .day(let date): return date.description
        case .instant(let at, _): return clock(at, in: zone)
        }
    }

    /// An instant as calendar and clock show it: `2026-11-27 18:00`.
    static func clock(_ instant: Timestamp, in zone: TimeZoneRules) -> String {
        let civil = zone.civil(at: instant)
        return "\(civil.date) \(civil.time.second == 0 ? civil.time.hourAndMinute : civil.time.description)"
    }
}
