// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask remote set`: changes the URL of a remote.
struct RemoteSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "set", abstract: "Change the URL of a remote.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The remote's name.")
    var name: String

    @Argument(help: ArgumentHelp("A path, host:path, ssh://… or https://…", valueName: "url"))
    var url: String

    func run() async throws {
        let session = try await FamilySession.open(global)
        try await session.remotes.require(name, otherwise: "Add one with 'hometask remote add \(name) URL'.")
        let place = RemotePlace.url(url, session.environment)
        try await session.replica.setRemote(name, url: place)
        try? await session.replica.noteLasting("remote set \(name)")
        if showing.json {
            try await session.remotes.print(name)
        } else {
            try session.output.say("Changed the URL of the remote ‘\(name)’.")
            session.remotes.remarkMissingFolder(place, of: name)
        }
        try await session.remotes.warnAboutPassword(in: name, isRemark: showing.json)
    }
}
