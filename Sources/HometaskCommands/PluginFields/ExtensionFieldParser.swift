// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskQueries
import HometaskTime

/// Parses the names and values of plugins' fields in user input.
struct ExtensionFieldParser {
    private let session: FamilySession
    private let kind: DocumentKind

    init(_ session: FamilySession, of kind: DocumentKind = .task) {
        self.session = session
        self.kind = kind
    }

    /// Returns the field named by `word`: `noise.loudness`, or `loudness` if only one plugin has that field.
    func field(_ word: String) throws -> ExtensionField {
        let found = session.extensions.named(word, of: kind)
        if found.count == 1 { return found[0] }
        guard found.isEmpty else {
            throw ReplicaError(
                .ambiguous, "several plugins have a field ‘\(word)’ of \(kind.plural)",
                hint: "Name it with its plugin, such as \(found[0].name).", candidates: found.map(\.name.description))
        }
        let name = ExtensionName(word)
        let owner = name?.plugin
        if let plugin = session.environment.plugins()?.disabled(field: name?.member ?? word, of: kind),
            owner == nil || owner == plugin
        {
            throw UsageError(
                "‘\(word)’ is a field of the plugin ‘\(plugin)’, which is not enabled here",
                hint: "'hometask plugin enable \(plugin)' lets it run.")
        }
        throw UsageError("no plugin that is enabled here has a field ‘\(word)’ of \(kind.plural)", hint: hint(word))
    }

    /// Returns the name of a field to remove, which may belong to a plugin that is not enabled.
    func removable(_ word: String) throws -> ExtensionName {
        if session.extensions.named(word, of: kind).isEmpty, let name = ExtensionName(word) { return name }
        return try field(word).name
    }

    private func hint(_ word: String) -> String {
        if kind == .task, QueryField.allCases.contains(where: { $0.name == word.lowercased() }) {
            return "--set is for fields of plugins; 'hometask help edit' lists the options for the others."
        }
        let words = session.extensions.words(of: kind)
        if words.isEmpty { return "'hometask plugin list' shows the plugins." }
        let near = Spelling.nearest(to: word, among: words).map { "Did you mean \($0)? " } ?? ""
        return near + "Fields: \(words.joined(separator: ", "))."
    }

    /// Parses the value of a field.
    ///
    /// - Throws: `UsageError`, which names the field, the expected value and the given one.
    func value(_ text: String, of field: ExtensionField) throws -> JSON {
        guard !text.isEmpty else {
            throw UsageError("\(field.name) is given no value", hint: "To remove it, use --unset \(field.name).")
        }
        switch field.type {
        case .integer, .number:
            if let number = Self.number(text) { return .number(number) }
            throw refusal(field, field.type == .integer ? "a whole number" : "a number", text: text)
        case .flag:
            switch text.lowercased() {
            case "yes", "true": return true
            case "no", "false": return false
            default: throw refusal(field, "yes or no", text: text)
            }
        case .choice(let choices):
            if let choice = choices.first(where: { $0 == text }) { return .string(choice) }
            if let choice = choices.first(where: { $0.lowercased() == text.lowercased() }) { return .string(choice) }
            throw refusal(field, "one of \(choices.joined(separator: ", "))", text: text)
        case .date: return .string(try day(text, of: field))
        case .time: return .string(try time(text, of: field))
        case .text: return .string(text)
        case .texts: return .array([.string(text)])
        case .other:
            if let value = try? JSON.parse(text) { return value }
            throw refusal(field, "JSON", text: text)
        }
    }

    /// Checks a value against the plugin's schema.
    func check(_ value: JSON, _ name: ExtensionName) throws {
        guard let fault = session.extensions.fault(value, in: name, of: kind) else { return }
        let field = session.extensions.field(name, of: kind)
        throw UsageError("\(name) should be \(fault.expected), but is \(fault.found)", hint: field.flatMap(summary))
    }

    private static func number(_ text: String) -> JSONNumber? {
        let text = text.hasPrefix("+") ? String(text.dropFirst()) : text
        return text.utf8.count <= 40 ? JSONNumber(lexeme: text) : nil
    }

    private func day(_ text: String, of field: ExtensionField) throws -> String {
        switch try session.times.moment(text) {
        case .day(let date): return date.description
        case .instant: throw refusal(field, "a day without a time", text: text)
        }
    }

    private func time(_ text: String, of field: ExtensionField) throws -> String {
        if ExtensionTime.instant(of: text) != nil { return text }
        switch try session.times.moment(text) {
        case .day: throw refusal(field, "a day and a time, such as 'fri 18:00'", text: text)
        case .instant(let instant): return instant.rfc3339
        }
    }

    private func refusal(_ field: ExtensionField, _ expected: String, text: String) -> UsageError {
        UsageError("\(field.name) should be \(expected), but is ‘\(text)’", hint: summary(field))
    }

    private func summary(_ field: ExtensionField) -> String? {
        field.summary.isEmpty ? nil : "\(field.name): \(field.summary)"
    }
}
