// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica

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
