// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica

/// `hometask device rename`: renames a device.
struct DeviceRenameCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rename", abstract: "Rename a device.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The device.")
    var device: String

    @Argument(help: "The new name; several words need no quotes.")
    var name: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let id = try session.deviceID(device)
        let name = name.joined(separator: " ")
        let written = try await session.write(command: "device rename") { transaction in
            let before = try transaction.devices.record(id).name
            try transaction.devices.setName(name, of: id)
            return (before: before, after: try transaction.devices.record(id).name)
        }
        try await session.replica.noteLasting("device rename")
        if showing.json { return try await session.devices.print(id) }
        try session.output.say("\(written.result.before) is called \(written.result.after) now.")
    }
}
