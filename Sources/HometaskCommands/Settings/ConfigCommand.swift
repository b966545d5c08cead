// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

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
            let others = setting.scopes.map(\.option).joined(separator: " or ")
            throw UsageError("‘\(setting.rawValue)’ cannot be set \(scope.words)", hint: "Set it \(others).")
        }
        return scope
    }
}
