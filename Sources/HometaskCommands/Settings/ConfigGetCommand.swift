// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments

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
