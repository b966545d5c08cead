// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

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
