// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskTerminal

/// `hometask config list`: all settings in force, and the scope in which each is set.
struct ConfigListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Show all settings in force.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    func run() async throws {
        let store = try await SettingStore.open(global)
        if showing.json { return try store.output.print(json(store)) }
        var table = Table(columns: [
            Column(), Column(minimum: 8, shrinks: true), Column(),
        ])
        for setting in Setting.allCases {
            let (value, scope) = store.value(of: setting)
            table.add([
                Cell(setting.rawValue, style: .bold), Cell(value ?? "not set", style: value == nil ? .dim : .plain),
                Cell(value == nil ? "" : scope.rawValue, style: .dim),
            ])
        }
        for (name, value) in store.fields?.all ?? [] {
            let text = store.fields?.text(value, of: name) ?? ""
            table.add([
                Cell(name.description, style: .bold), Cell(text), Cell(SettingScope.family.rawValue, style: .dim),
            ])
        }
        try store.output.print(table.lines(width: store.output.width, mode: store.output.mode))
    }

    /// Returns an array of `name`, `value` (or null) and `from`: device, user, family or default. The fields that
    /// plugins added to the family follow the built-in settings.
    private func json(_ store: SettingStore) -> JSON {
        let own = Setting.allCases.map { setting in
            SettingJSON.value(setting, store)
        }
        let added = (store.fields?.all ?? []).map { name, value in
            SettingJSON.value(name, value)
        }
        return .array(own + added)
    }
}

/// A setting as `--json` prints it.
enum SettingJSON {
    /// Returns an object with `name`, `value` (or null) and `from` (device, user, family or default) of the value in
    /// force.
    static func value(_ setting: Setting, _ store: SettingStore) -> JSON {
        let (value, scope) = store.value(of: setting)
        return ["name": .string(setting.rawValue), "value": value.json, "from": .string(scope.rawValue)]
    }

    /// Returns a field that a plugin added to the family; `value` is null if it is not set.
    static func value(_ name: ExtensionName, _ value: JSON?) -> JSON {
        [
            "name": .string(name.description), "value": value ?? .null,
            "from": .string(SettingScope.family.rawValue),
        ]
    }
}
