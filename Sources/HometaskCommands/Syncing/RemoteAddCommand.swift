// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask remote add`: adds a remote under an unused name.
struct RemoteAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a remote.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "Its name, usually origin.")
    var name: String

    @Argument(help: ArgumentHelp("A path, host:path, ssh://… or https://…", valueName: "url"))
    var url: String

    func run() async throws {
        let session = try await FamilySession.open(global)
        try await session.remotes.requireNone(named: name)
        let place = RemotePlace.url(url, session.environment)
        try await session.replica.setRemote(name, url: place)
        try? await session.replica.noteLasting("remote add \(name)")
        if showing.json {
            try await session.remotes.print(name)
        } else {
            try session.output.say("Added the remote ‘\(name)’. \(try await session.remotes.syncAdvice(for: name))")
            session.remotes.remarkMissingFolder(place, of: name)
        }
        try await session.remotes.warnAboutPassword(in: name, isRemark: showing.json)
    }
}

/// Parses the place of a remote.
enum RemotePlace {
    /// Returns the stored URL of a remote. A path is made absolute, because a relative one depends on the current
    /// folder.
    static func url(_ text: String, _ environment: CommandEnvironment) -> String {
        let hasHost = text.split(separator: "/", omittingEmptySubsequences: false).first?.contains(":") ?? false
        guard !text.isEmpty, !text.hasPrefix("-"), !text.contains("://"), !hasHost else { return text }
        let path = environment.place(text)
        if FolderRemoval.exists(path) { return FolderRemoval.real(path) }
        let parts = path.split(separator: "/")
        guard let name = parts.last else { return path }
        let parent = FolderRemoval.real("/" + parts.dropLast().joined(separator: "/"))
        return parent == "/" ? "/\(name)" : "\(parent)/\(name)"
    }
}
