// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskReplica
import HometaskTerminal

/// `hometask remote`: the repositories through which the family's devices exchange changes.
struct RemoteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remote", _superCommandName: "hometask",
        abstract: "Show, add, change and remove the repositories to sync with.",
        subcommands: [
            RemoteListCommand.self, RemoteAddCommand.self, RemoteCreateCommand.self, RemoteSetCommand.self,
            RemoteRemoveCommand.self,
        ],
        defaultSubcommand: RemoteListCommand.self)
}

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
