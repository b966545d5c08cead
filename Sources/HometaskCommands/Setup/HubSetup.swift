// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica
import HometaskTerminal

/// Creates the repository that the family's computers sync with, and sends the family there, by the commands that a user
/// would run.
struct HubSetup {
    let session: FamilySession

    private var environment: CommandEnvironment { session.environment }
    private var folderWords: [String] { ["-C", session.replica.folder] }

    /// Sets up the repository; prints the steps of a hosting site.
    func callAsFunction(_ place: HubPlace) async throws {
        switch place {
        case .folder(let path):
            try await RemoteCreateCommand.parse([repositoryPath(path)] + folderWords).run()
        case .machine(let host, let path):
            try create(path, on: host)
            try await add("\(host):\(path)")
        case .repository(let url): try await add(url)
        case .site(let site):
            return try showSteps(site)
        }
        try await SyncCommand.parse(folderWords).run()
    }

    private func showSteps(_ site: HostingSite) throws {
        for line in site.steps(key: publicKey) {
            if line.hasPrefix(" ") {
                try session.output.print([EscapedText.safe(line)])
            } else {
                try session.output.say(line)
            }
        }
    }

    private func add(_ url: String) async throws {
        try await RemoteAddCommand.parse(["origin", url] + folderWords).run()
    }

    /// Returns the path of the repository: below the folder if that has other files, as a stick has.
    private func repositoryPath(_ path: String) -> String {
        let place = environment.place(path)
        let isFree = FolderRemoval.names(in: place).isEmpty || environment.provider.discover(at: place) != nil
        return isFree ? place : "\(place)/\(JoinCommand.folderName(of: session.replica.folder)).git"
    }

    /// Creates an empty repository on another machine; an existing one is left as it is.
    private func create(_ path: String, on host: String) throws {
        let inHome = path.hasPrefix("~/") ? String(path.dropFirst(2)) : path
        let command = "git init -q --bare -b main \(ShellQuoting.quoted(inHome))"
        let ssh = TerminalProgram(
            command: environment.variables["GIT_SSH_COMMAND"] ?? "ssh", variables: environment.variables)
        guard ssh.run([host, command]) == .exited(0) else {
            throw ReplicaError(
                .unreachable, "no repository could be made at \(host):\(path)",
                hint: "Try 'ssh \(ShellQuoting.quoted(host))'; the machine needs git. Then run 'hometask setup' again.")
        }
    }

    private var publicKey: String? {
        guard let home = environment.variables["HOME"],
            let key = try? TextFile.read(home + "/.ssh/id_ed25519.pub")
        else { return nil }
        return String(decoding: key, as: UTF8.self).split(separator: "\n").first.map(String.init)
    }
}
