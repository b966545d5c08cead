// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// `hometask device`: the devices of the family.
struct DeviceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device", _superCommandName: "hometask", abstract: "Show, rename and forget the family's devices.",
        subcommands: [
            DeviceListCommand.self, DeviceRenameCommand.self, DeviceForgetCommand.self, DeviceRestoreCommand.self,
        ],
        defaultSubcommand: DeviceListCommand.self)
}

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

/// `hometask device forget`: removes a device that is lost or no longer used from the list.
struct DeviceForgetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Forget a device that is lost or no longer used.",
        discussion: """
            It is not listed any more, and other devices send the reminders that it was to send. Its changes stay. It \
            keeps its copy of the family, and its access to the remote until you take that away there: remove its key, \
            change the password, or sign out the phone with 'hometask serve devices revoke'.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The device.")
    var device: String

    func run() async throws {
        let session = try await FamilySession.open(global)
        let id = try session.deviceID(device)
        guard try await session.replica.deviceID() != id else {
            throw UsageError(
                "the device that you are using cannot be forgotten",
                hint: "Run the command on another device, or 'hometask leave' here.")
        }
        let written = try await session.write(command: "device forget") { transaction in
            try transaction.devices.forget(id)
            return try transaction.devices.record(id)
        }
        try await session.replica.noteLasting("device forget")
        if showing.json { return try await session.devices.print(id) }
        try session.output.say("Forgot \(written.result.name). 'hometask device restore' lists it again.")
        session.output.remark(
            "hint: It can still sync: take away its access to the remote, as 'hometask help device forget' says.")
    }
}

/// `hometask device restore`: lists a forgotten device again.
struct DeviceRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "List a forgotten device again.",
        discussion: "'hometask device list --all' shows the forgotten ones.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The device; several words need no quotes.")
    var device: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let forgotten = session.directory.forgottenDevices.map { ($0.id, $0.name) }
        let id = try session.resolve(device.joined(separator: " "), among: forgotten, noun: "forgotten device")
        let written = try await session.write(command: "device restore") { transaction in
            try transaction.devices.restore(id)
            return try transaction.devices.record(id)
        }
        try await session.replica.noteLasting("device restore")
        if showing.json { return try await session.devices.print(id) }
        try session.output.say("Restored: \(written.result.name)")
    }
}
