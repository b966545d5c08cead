// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
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
        try await session.requireNoRemote(name)
        try await session.replica.setRemote(name, url: RemotePlace.url(url, session.environment))
        try? await session.replica.noteLasting("remote add \(name)")
        if showing.json {
            try await session.printRemote(name)
        } else {
            try session.output.say("Added the remote \(name). 'hometask sync' exchanges changes with it.")
        }
        try await session.sayOfPassword(in: name, isRemark: showing.json)
    }
}

extension FamilySession {
    /// Throws an error if a remote already has the name.
    func requireNoRemote(_ name: String) async throws {
        guard let remote = try await replica.remotes().first(where: { $0.name == name }) else { return }
        throw ReplicaError(
            .alreadyExists, "there is a remote called ‘\(name)’ already: \(remote.url)",
            hint: "'hometask remote set \(name) URL' changes its URL.")
    }

    /// Advises against a password in the URL of a remote, if it has one: the URL is stored as plain text.
    ///
    /// - Parameter isRemark: whether standard output is for a program, so that the advice goes to standard error.
    func sayOfPassword(in name: String, isRemark: Bool = false) async throws {
        guard try await replica.remotes().contains(where: { $0.name == name && $0.holdsPassword }) else { return }
        let advice = """
            Its URL contains a password, which is stored as plain text in the repository's settings; only you can \
            read that file. It is better to let git store it: 'git config --global credential.helper cache', then \
            set the URL without it: 'hometask remote set \(name) URL'.
            """
        if isRemark { output.remark(advice) } else { try output.say(advice) }
    }
}

/// Parses the place of a remote.
enum RemotePlace {
    /// The URL of a remote as it is stored. A path is made absolute, because it would mean another place from another
    /// folder.
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
