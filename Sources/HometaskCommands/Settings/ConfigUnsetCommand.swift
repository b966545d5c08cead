// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

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
