// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask remote add`.
struct RemoteAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a remote.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "Its name here, origin as a rule.")
    var name: String

    @Argument(help: ArgumentHelp("A path, host:path, ssh://… or https://…", valueName: "url"))
    var url: String

    func run() async throws {
        let session = try await FamilySession.open(global)
        guard try await !session.replica.remotes().contains(where: { $0.name == name }) else {
            throw ReplicaError(
                .alreadyExists, "there is a remote called ‘\(name)’ already",
                hint: "'hometask remote set \(name) URL' gives it another URL.")
        }
        try await session.replica.setRemote(name, url: RemotePlace.url(url, session.environment))
        try session.output.say("Added the remote \(name). 'hometask sync' exchanges changes with it.")
    }
}

/// Where a remote is.
enum RemotePlace {
    /// A remote as it is kept: a path becomes absolute, or it would mean another place from another folder.
    static func url(_ text: String, _ environment: CommandEnvironment) -> String {
        let hasHost = text.split(separator: "/", omittingEmptySubsequences: false).first?.contains(":") ?? false
        guard !text.isEmpty, !text.hasPrefix("-"), !text.contains("://"), !hasHost else { return text }
        let path = environment.place(text)
        if FolderRemoval.exists(path) { return FolderRemoval.real(path) }
        let parts = path.split(separator: "/")
        let parent = "/" + parts.dropLast().joined(separator: "/")
        return parts.last.map { "\(FolderRemoval.real(parent))/\($0)" } ?? path
    }
}
