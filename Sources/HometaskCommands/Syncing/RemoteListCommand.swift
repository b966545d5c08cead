// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskReplica
import HometaskTerminal

/// `hometask remote list`: the names and URLs of the remotes.
struct RemoteListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Show the remotes.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    func run() async throws {
        let session = try await FamilySession.open(global)
        let remotes = try await session.replica.remotes()
        if showing.json {
            return try session.output.print(.array(remotes.map(RemoteJSON.value)))
        }
        guard !remotes.isEmpty else {
            return try session.output.say(
                "There are no remotes yet. Add one with 'hometask remote add origin URL': any git repository that your devices can reach."
            )
        }
        var table = Table(columns: [Column(), Column(minimum: 10, shrinks: true)])
        for remote in remotes { table.add([Cell(remote.name, style: .bold), Cell(remote.url)]) }
        try session.output.print(table.lines(width: session.output.width, mode: session.output.mode))
    }
}

/// A remote as `--json` prints it.
enum RemoteJSON {
    /// Returns an object with the members `name` and `url`.
    static func value(_ remote: Remote) -> JSON { ["name": .string(remote.name), "url": .string(remote.url)] }
}
