// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask config`: how the program behaves here.
struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", _superCommandName: "hometask",
        abstract: "Show and change settings.",
        discussion: """
            A setting holds for this device; with --user for all families of this person on this machine, with --family \
            for everybody in the family. The nearest one that is set counts: the device's, the user's, the family's.
            """,
        subcommands: [
            ConfigListCommand.self, ConfigGetCommand.self, ConfigSetCommand.self, ConfigUnsetCommand.self,
        ],
        defaultSubcommand: ConfigListCommand.self)
}

/// For whom a setting is meant.
struct ScopeOptions: ParsableArguments {
    @Flag(help: "For everybody in the family.")
    var family = false

    @Flag(help: "For all families of this person on this machine.")
    var user = false

    func validate() throws {
        if family, user { throw ValidationError("--family and --user exclude each other") }
    }

    /// The place to read or write a setting at.
    func scope(of setting: Setting) throws -> SettingScope {
        let asked: SettingScope? = family ? .family : user ? .user : nil
        guard let scope = asked ?? setting.scopes.first else { return .device }
        guard setting.scopes.contains(scope) else {
            let others = setting.scopes.map(\.option).joined(separator: " or ")
            throw UsageError("‘\(setting.rawValue)’ cannot be set \(scope.words)", hint: "Set it \(others).")
        }
        return scope
    }
}
