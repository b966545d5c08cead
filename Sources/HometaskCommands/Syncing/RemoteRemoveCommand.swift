// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask remote remove`.
struct RemoteRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Forget a remote; nothing is changed there.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The remote's name.")
    var name: String

    func run() async throws {
        let session = try await FamilySession.open(global)
        try await session.requireRemote(name)
        try await session.replica.setRemote(name, url: nil)
        try? await session.replica.noteLasting("remote remove \(name)")
        try session.output.say("Removed the remote \(name). What is there stays as it is.")
    }
}
