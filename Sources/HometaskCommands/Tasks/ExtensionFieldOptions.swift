// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskReplica

/// The options that write fields which plugins add to tasks, shared by `add` and `edit`.
struct ExtensionFieldOptions: ParsableArguments {
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "A field that a plugin adds, and its value; of a list of texts several, or +TEXT and -TEXT. May be given several times.",
            valueName: "field=value"))
    var values: [String] = []

    /// The values to write, by field, in the order they were given.
    private func typed(in session: FamilySession) throws -> [(field: ExtensionField, texts: [String])] {
        var found: [(field: ExtensionField, texts: [String])] = []
        for word in values {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw UsageError(
                    "--set needs a field and its value, and has ‘\(word)’", hint: "Write it like --set loudness=5.")
            }
            let field = try ExtensionWords(session).field(String(parts[0]))
            if field.type == .texts, ["", "+", "-"].contains(String(parts[1])) {
                throw UsageError("\(field.name) is given no text", hint: "To take it away, say --unset \(field.name).")
            }
            if let index = found.firstIndex(where: { $0.field.name == field.name }) {
                guard field.type == .texts else {
                    throw UsageError("\(field.name) is given twice", hint: "Leave one of them out.")
                }
                found[index].texts.append(String(parts[1]))
            } else {
                found.append((field, [String(parts[1])]))
            }
        }
        return found
    }

    /// Puts the values into the draft of a new task.
    func apply(to draft: inout TaskDraft, in session: FamilySession) throws {
        for (field, texts) in try typed(in: session) {
            if field.type == .texts {
                let change = Self.elements(texts)
                guard change.removed.isEmpty else {
                    throw UsageError(
                        "a new task has no \(field.name) yet, so nothing can be taken from it",
                        hint: "Leave ‘-\(change.removed[0])’ out.")
                }
                draft.extensions[field.name] = .array(change.added.map { .string($0) })
            } else {
                draft.extensions[field.name] = try ExtensionWords(session).value(texts[0], of: field)
            }
        }
        for (name, value) in draft.extensions { try ExtensionWords(session).check(value, name) }
    }

    /// Puts the values into a change.
    func apply(to change: inout TaskChange, in session: FamilySession) throws {
        let words = ExtensionWords(session)
        for (field, texts) in try typed(in: session) {
            if field.type == .texts {
                let isRelative = texts.contains { $0.hasPrefix("+") || $0.hasPrefix("-") }
                if !isRelative { change.values[field.name.field] = .array([]) }
                change.elements[field.name.field] = Self.elements(texts)
            } else {
                let value = try words.value(texts[0], of: field)
                try words.check(value, field.name)
                change.values[field.name.field] = value
            }
        }
    }

    /// What a list of texts gains and loses: `+a` and `a`, and `-a`.
    private static func elements(_ texts: [String]) -> TaskChange.ElementChange {
        var change = TaskChange.ElementChange()
        for text in texts {
            if text.hasPrefix("-") {
                change.removed.append(String(text.dropFirst()))
            } else {
                let text = text.hasPrefix("+") ? String(text.dropFirst()) : text
                if !change.added.contains(where: { ExactString($0) == ExactString(text) }) { change.added.append(text) }
            }
        }
        return change
    }
}

/// The option that takes such fields away, for `edit`.
struct ExtensionRemovalOptions: ParsableArguments {
    @Option(
        name: .customLong("unset"),
        help: ArgumentHelp("Take away a field that a plugin added; may be given several times.", valueName: "field"))
    var fields: [String] = []

    /// Puts the removals into a change.
    func apply(to change: inout TaskChange, in session: FamilySession) throws {
        for word in fields {
            // What a plugin left behind that is not enabled any more can be named in full.
            let name = try ExtensionWords(session).removable(word)
            guard change.values[name.field] == nil, change.elements[name.field] == nil else {
                throw UsageError("--set and --unset contradict each other for \(name)", hint: "Leave one of them out.")
            }
            change.values[name.field] = .null
        }
    }
}
