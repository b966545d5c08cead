// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica

/// `hometask remote create`: creates an empty repository in a local folder, and adds it as a remote.
struct RemoteCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create an empty repository to sync with, and add it as a remote.",
        discussion: """
            For a folder that all devices can reach: on a portable disk, on a shared one, or on a machine at home \
            that the others reach with ssh. Does the same as 'git init --bare -b main PATH' and 'hometask remote \
            add'. On another machine, log in and run that git command there; its URL is then host:PATH.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: ArgumentHelp("The folder, new or empty.", valueName: "path"))
    var path: String

    @Option(help: ArgumentHelp("The name of the remote.", valueName: "name"))
    var name = "origin"

    func run() async throws {
        let session = try await FamilySession.open(global)
        let place = RemotePlace.url(path, session.environment)
        guard place.hasPrefix("/") else { throw Self.elsewhere(path) }
        let isAdded = try await session.replica.remotes().contains { $0.name == name && $0.url == place }
        try FamilyFolder(place, session.environment).requireFree(nested: nil)
        if !isAdded { try await requireFreeName(in: session) }
        // Added first, so that an invalid name is rejected before the folder is created.
        if !isAdded { try await session.replica.setRemote(name, url: place) }
        do {
            try session.environment.provider.createRemote(at: place)
        } catch {
            if !isAdded { try? await session.replica.setRemote(name, url: nil) }
            throw error
        }
        try? await session.replica.noteLasting("remote create \(name)")
        if showing.json { return try await session.remotes.print(name) }
        try session.output.say(
            """
            Created an empty repository in \(place), the remote ‘\(name)’. \
            '\(try await session.remotes.syncCommand(for: name))' sends the family there; other devices then join it \
            with 'hometask join'.
            """)
    }

    private func requireFreeName(in session: FamilySession) async throws {
        guard let remote = try await session.replica.remotes().first(where: { $0.name == name }) else { return }
        throw ReplicaError(
            .alreadyExists, "a remote called ‘\(name)’ already exists: \(remote.url)",
            hint: """
                Give the new one another name with --name, or create it with 'git init --bare -b main PATH' and then \
                run 'hometask remote set \(name) PATH'.
                """)
    }

    private static func elsewhere(_ address: String) -> ReplicaError {
        ReplicaError(
            .invalidRequest, "‘\(address)’ is on another machine, where hometask cannot create a repository",
            hint: """
                Log in there, run 'git init --bare -b main PATH', and add it here with 'hometask remote add origin URL'.
                """)
    }
}
