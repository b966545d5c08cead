// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// `hometask device list`: the devices by name, with `--all` also the forgotten ones.
struct DeviceListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the family's devices.",
        discussion: "A device is listed once it has made its first change.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Include forgotten devices.")
    var all = false

    func run() async throws {
        let session = try await FamilySession.open(global)
        let here = try await session.replica.deviceID()
        let devices = session.directory.knownDevices + (all ? session.directory.forgottenDevices : [])
        if showing.json {
            let objects = devices.map { DeviceJSON.object($0, here: here, in: session) }
            return try session.output.print(objects, isList: true)
        }
        guard !devices.isEmpty else {
            return try session.output.say("No device has made a change yet.")
        }
        let lines = table(devices, here: here, in: session).lines(
            width: session.output.width, mode: session.output.mode)
        try session.output.print(lines)
    }

    private func table(_ devices: [DeviceRecord], here: DocumentID, in session: FamilySession) -> Table {
        var table = Table(columns: [
            Column(minimum: 4, shrinks: true), Column(minimum: 4, shrinks: true), Column(), Column(),
        ])
        let ids = ShortIDs(devices.map(\.id))
        let shared = SharedNames(of: devices) { $0.name }
        for device in devices {
            let state = device.id == here ? "this device" : device.isForgotten ? "forgotten" : ""
            table.add([
                Cell(device.name, style: device.isForgotten ? .dim : .bold),
                Cell(device.member.map { "of \(session.directory.name(of: $0))" } ?? ""), Cell(state, style: .dim),
                Cell(shared.contains(device.name) ? "#\(ids[device.id])" : "", style: .dim),
            ])
        }
        return table
    }
}
