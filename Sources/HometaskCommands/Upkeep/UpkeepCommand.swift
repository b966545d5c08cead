// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskPlatform
import HometaskReplica

/// `hometask upkeep`: packs the history.
struct UpkeepCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upkeep", _superCommandName: "hometask",
        abstract: "Pack the history, to keep the repository small and fast.",
        discussion: """
            Commands, and the server for phones, start this in the background when enough data was written or \
            received; after 'hometask config set upkeep manual' they do not. Other commands can run at the same time, \
            and it may be stopped at any time.
            """)

    @OptionGroup var global: GlobalOptions

    @Flag(help: .hidden)
    var background = false

    func run() async throws {
        // Lower priority: the user's other programs take precedence.
        if background { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10) }
        let session = try await FamilySession.open(global)
        if background, !session.settings.hasUpkeep { return }
        guard let report = try await session.replica.upkeep() else {
            throw ReplicaError(
                .busy, "another process is packing the history of \(session.replica.folder)",
                hint: "Wait for it to end.")
        }
        let objects = SyncFormatter.count(report.objects, "object")
        try session.output.say(
            report.objects == 0 && report.photoPacks == 0 ? "Nothing to pack." : "\(objects) packed.")
        if report.photoPacks > 0 {
            try session.output.say("\(SyncFormatter.count(report.photoPacks, "pack")) of photos combined.")
        }
        if report.leftovers > 0 {
            try session.output.say("\(SyncFormatter.count(report.leftovers, "file")) of killed programs removed.")
        }
    }
}
