// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily

/// `hometask position`: shows the position of this device.
struct PositionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "position", _superCommandName: "hometask",
        abstract: "Show this device's position.",
        discussion: """
            Plugins provide the sources: a place that you set, a GPS receiver (gpsd), the desktop (GeoClue). The \
            first one that knows the position is used, or the one set with 'hometask config set position SOURCE'.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The source to use.")
    var source: String?

    func run() async throws {
        let session = try await FamilySession.open(global)
        let position = try await session.position.find(from: source)
        if showing.json { return try session.output.print(.object(json(position))) }
        let accuracy = position.accuracy.map { ", to \(Int($0.rounded())) m" } ?? ""
        try session.output.say("\(position.coordinates)\(accuracy) (\(position.source))")
    }

    /// Returns an object with `latitude`, `longitude`, `accuracy` in metres or null, `at` or null, `source`.
    private func json(_ position: DevicePosition) -> JSONObject {
        var object = position.coordinates.location(accuracy: position.accuracy).objectValue ?? [:]
        if object["accuracy"] == nil { object["accuracy"] = .null }
        object["at"] = position.time.map { .string($0.rfc3339) } ?? .null
        object["source"] = .string(position.source)
        return object
    }
}
