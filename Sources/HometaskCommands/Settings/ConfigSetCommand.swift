// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask config set`: changes a setting, or a field that a plugin added to the family.
struct ConfigSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change a setting.",
        discussion: Setting.allCases.map { "\($0.rawValue): \($0.values)" }.joined(separator: "\n"))

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var place: ScopeOptions

    @Argument(help: "The setting.")
    var name: String

    // An order may begin with a dash: -priority.
    @Argument(parsing: .allUnrecognized, help: "Its new value.")
    var value: [String]

    mutating func validate() throws {
        if value.first == "--" { value.removeFirst() }
        // A plugin's field may be a list.
        guard value.count == 1 || !value.isEmpty && Setting(rawValue: name) == nil else {
            throw ValidationError("a setting takes one value, but \(value.count) were given")
        }
    }

    func run() async throws {
        if let fields = try await FamilyFields.named(name, global) {
            return try await fields.set(name, to: value, place: place, showing: showing)
        }
        let setting = try Setting.named(name)
        let scope = try place.scope(of: setting)
        let checked = try setting.checked(value.joined(), CommandEnvironment.running)
        let store = try await SettingStore.open(global)
        if setting == .home { return try await setHome(checked, store) }
        try await store.set(setting, to: checked, at: scope)
        if scope != .family { await global.noteLasting("config set \(setting.rawValue)") }
        if showing.json { return try await setting.printNow(global) }
        try store.output.say("\(setting.rawValue) is \(checked) \(scope.reach).")
    }

    private func setHome(_ words: String, _ store: SettingStore) async throws {
        let home = try await store.homeSetting(words)
        try await store.set(.home, to: home.text, at: .family)
        if showing.json { return try await Setting.home.printNow(global) }
        let effect = home.effect(isImperial: store.value(of: .units).value == "imperial")
        try store.output.say("home is \(home.text) for the whole family: \(effect).")
    }
}
