// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask remote remove`: removes a remote from this device; the remote repository is not changed.
struct RemoteRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a remote from this device; the remote repository is not changed.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The remote's name.")
    var name: String

    func run() async throws {
        let session = try await FamilySession.open(global)
        try await session.remotes.require(name, otherwise: "This family has none.")
        let removed = try await session.replica.remotes().first { $0.name == name }
        try await session.replica.setRemote(name, url: nil)
        try? await session.replica.noteLasting("remote remove \(name)")
        if showing.json, let removed { return try session.output.print(RemoteJSON.value(removed)) }
        try session.output.say("Removed the remote ‘\(name)’. Its repository was not changed.")
    }
}
