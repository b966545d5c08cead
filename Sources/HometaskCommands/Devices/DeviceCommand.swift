// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask device`: the devices of the family.
struct DeviceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device", _superCommandName: "hometask", abstract: "Show, rename and forget the family's devices.",
        subcommands: [
            DeviceListCommand.self, DeviceRenameCommand.self, DeviceForgetCommand.self, DeviceRestoreCommand.self,
        ],
        defaultSubcommand: DeviceListCommand.self)
}
