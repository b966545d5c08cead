// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments

/// `hometask config`: shows and changes settings.
struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", _superCommandName: "hometask",
        abstract: "Show and change settings.",
        discussion: """
            A setting applies to this device; with --user, to all your families on this machine; with --family, to \
            everybody in the family. The device's setting takes precedence over the user's, and the user's over the \
            family's.
            """,
        subcommands: [
            ConfigListCommand.self, ConfigGetCommand.self, ConfigSetCommand.self, ConfigUnsetCommand.self,
        ],
        defaultSubcommand: ConfigListCommand.self)
}

/// The options that choose the scope of a setting.
struct ScopeOptions: ParsableArguments {
    @Flag(help: "The setting for everybody in the family.")
    var family = false

    @Flag(help: "The setting for all your families on this machine.")
    var user = false

    func validate() throws {
        if family, user { throw ValidationError("--family and --user cannot be used together") }
    }

    /// Returns the scope in which to read or write a setting.
    func scope(of setting: Setting) throws -> SettingScope {
        let asked: SettingScope? = family ? .family : user ? .user : nil
        guard let scope = asked ?? setting.scopes.first else { return .device }
        guard setting.scopes.contains(scope) else {
            let others = setting.scopes.map(\.option).list(with: "or")
            throw UsageError("‘\(setting.rawValue)’ cannot be set \(scope.words)", hint: "Set it \(others).")
        }
        return scope
    }
}

/// `hometask config get`: prints one setting; the exit code is 1 if it is not set.
struct ConfigGetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Show one setting. The exit code is 1 if it is not set.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var place: ScopeOptions

    @Argument(help: "The setting.")
    var name: String

    func run() async throws {
        if let fields = try await FamilyFields.named(name, global) {
            if place.user { throw FamilyFields.notTheirs(name) }
            return try show(fields)
        }
        let setting = try Setting.named(name)
        let store = try await SettingStore.open(global)
        let isScoped = place.family || place.user
        let value =
            isScoped
            ? store.value(of: setting, at: try place.scope(of: setting)) : store.value(of: setting).value
        if showing.json {
            try store.output.print(value.json)
        } else if let value {
            try store.output.say(value)
        }
        if value == nil { throw ExitCode(ExitStatus.unsatisfied) }
    }

    private func show(_ fields: FamilyFields) throws {
        let output = CommandEnvironment.running.output(global)
        let (field, value) = try fields.value(name)
        if showing.json {
            try output.print(value ?? .null)
        } else if let value {
            try output.say(fields.text(value, of: field))
        }
        if value == nil { throw ExitCode(ExitStatus.unsatisfied) }
    }
}

/// `hometask config unset`: removes the value of a setting; the name and the time zone of a family cannot be removed.
struct ConfigUnsetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unset", abstract: "Reset a setting to its default.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var place: ScopeOptions

    @Argument(help: "The setting.")
    var name: String

    func run() async throws {
        if let fields = try await FamilyFields.named(name, global) {
            return try await fields.set(name, to: [], place: place, showing: showing)
        }
        let setting = try Setting.named(name)
        let scope = try place.scope(of: setting)
        guard setting != .name, setting != .zone else {
            throw UsageError(
                "the \(setting.rawValue) of a family cannot be unset",
                hint: "Set another one with 'hometask config set'.")
        }
        let store = try await SettingStore.open(global)
        guard store.value(of: setting, at: scope) != nil else {
            if showing.json { return try store.output.print(SettingJSON.value(setting, store)) }
            return try store.output.say(Self.absence(of: setting, at: scope, in: store))
        }
        try await store.set(setting, to: nil, at: scope)
        if scope != .family { await global.noteLasting("config unset \(setting.rawValue)") }
        if showing.json { return try await setting.printNow(global) }
        if setting == .home { return try store.output.say("home is no longer set: no place is hidden.") }
        let (value, _) = try await SettingStore.open(global).value(of: setting)
        try store.output.say(
            value.map { "\(setting.rawValue) is \($0) again." } ?? "\(setting.rawValue) is no longer set.")
    }

    /// Returns a sentence saying that a setting was not set in a scope, and where its value comes from.
    private static func absence(of setting: Setting, at scope: SettingScope, in store: SettingStore) -> String {
        let absence = "\(setting.rawValue) was not set \(scope.reach)"
        let (value, origin) = store.value(of: setting)
        guard let value, origin != .builtIn else { return absence + "." }
        return "\(absence). It is \(value) \(origin.reach): '\(origin.unsetCommand(setting))' resets that."
    }
}
