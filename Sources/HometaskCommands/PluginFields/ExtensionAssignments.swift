// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica

/// The values of `--set FIELD=VALUE`, which may be repeated, for fields that plugins add.
struct ExtensionAssignments {
    private let values: [String]

    init(_ values: [String]) {
        self.values = values
    }

    /// Returns the values to write, by field, in the given order.
    private func typed(_ parser: ExtensionFieldParser) throws -> [(field: ExtensionField, texts: [String])] {
        var found: [(field: ExtensionField, texts: [String])] = []
        for word in values {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw UsageError(
                    "--set needs a field and its value, but has ‘\(word)’", hint: "Write it like --set loudness=5.")
            }
            let field = try parser.field(String(parts[0]))
            if field.type == .texts, ["", "+", "-"].contains(String(parts[1])) {
                throw UsageError("\(field.name) is given no text", hint: "To remove it, use --unset \(field.name).")
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

    /// Returns the initial values of a new document of a kind.
    func draft(of kind: DocumentKind, in session: FamilySession) throws -> [FieldName: JSON] {
        let parser = ExtensionFieldParser(session, of: kind)
        var draft: [FieldName: JSON] = [:]
        for (field, texts) in try typed(parser) {
            let value: JSON
            if field.type == .texts {
                let change = Self.elements(texts)
                guard change.removed.isEmpty else {
                    throw UsageError(
                        "a new \(kind) has no \(field.name) yet, so nothing can be removed from it",
                        hint: "Leave ‘-\(change.removed[0])’ out.")
                }
                value = .array(change.added.map { .string($0) })
            } else {
                value = try parser.value(texts[0], of: field)
            }
            try parser.check(value, field.name)
            draft[field.name.field] = value
        }
        return draft
    }

    /// Returns the values as a change to an existing document of a kind.
    func fieldChange(of kind: DocumentKind, in session: FamilySession) throws -> FieldChange {
        let parser = ExtensionFieldParser(session, of: kind)
        var change = FieldChange()
        for (field, texts) in try typed(parser) {
            if field.type == .texts {
                let isRelative = texts.contains { $0.hasPrefix("+") || $0.hasPrefix("-") }
                if !isRelative { change.values[field.name.field] = .array([]) }
                change.elements[field.name.field] = Self.elements(texts)
            } else {
                let value = try parser.value(texts[0], of: field)
                try parser.check(value, field.name)
                change.values[field.name.field] = value
            }
        }
        return change
    }

    /// Returns the elements added to and removed from a list of strings: `+a` or `a` adds, `-a` removes.
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
