// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// The fields that plugins add to the family; they are listed with its settings.
struct FamilyFields {
    private let session: FamilySession
    private let parser: ExtensionFieldParser

    /// Creates the fields of a session's family.
    init(_ session: FamilySession) {
        self.session = session
        parser = ExtensionFieldParser(session, of: .family)
    }

    /// Returns the fields, if a word names one of them; nil if it can only be a built-in setting.
    static func named(_ word: String, _ global: GlobalOptions) async throws -> FamilyFields? {
        if Setting(rawValue: word) != nil { return nil }
        if ExtensionName(word) != nil { return FamilyFields(try await FamilySession.open(global)) }
        do {
            let session = try await FamilySession.open(global)
            return session.extensions.named(word, of: .family).isEmpty ? nil : FamilyFields(session)
        } catch let error as ReplicaError where error.code == .noRepository && global.directory == nil {
            return nil
        }
    }

    /// The fields that have a value, sorted by name.
    var all: [(name: ExtensionName, value: JSON)] {
        ExtensionName.values(in: session.directory.family?.extensions ?? [:])
    }

    /// Formats a value for people.
    func text(_ value: JSON, of name: ExtensionName) -> String {
        ExtensionFieldFormatter(session, of: .family).text(value, of: name)
    }

    /// Returns the value of the field named by `word`; nil if it has none.
    func value(_ word: String) throws -> (name: ExtensionName, value: JSON?) {
        let name = try parser.removable(word)
        return (name, all.first { $0.name == name }?.value)
    }

    /// Returns the error for a field of the family that was given with `--user`.
    static func notTheirs(_ word: String) -> UsageError {
        UsageError("‘\(word)’ is not a setting of --user", hint: "It is set for the whole family.")
    }

    /// Writes the field named by `word`, or removes it if no text is given.
    func set(_ word: String, to texts: [String], place: ScopeOptions, showing: ShowingOptions) async throws {
        if place.user { throw Self.notTheirs(word) }
        var options = ExtensionChangeOptions()
        options.added = texts.map { "\(word)=\($0)" }
        options.removed = texts.isEmpty ? [word] : []
        let change = try options.fieldChange(of: .family, in: session)
        let name = try parser.removable(word)
        let changed = try await session.write(command: "config") { try $0.family.edit(change) }.result
        if showing.json {
            let family = try await session.replica.read { try FamilyDirectory(reading: $0) }.family
            let value = family?.extensions[name.plugin]?[name.member]
            return try session.output.print(SettingJSON.value(name, value))
        }
        if changed.isEmpty { return try session.output.say("Nothing to change: \(name)") }
        try session.output.say(
            texts.isEmpty
                ? "\(name) is no longer set." : "\(name) is \(texts.joined(separator: ", ")) for the whole family.")
    }
}
