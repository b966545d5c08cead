// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskPlatform
import HometaskProcess
import HometaskReplica
import HometaskTerminal

/// Creates the repository that the family's computers sync with, and sends the family there, by the commands that a user
/// would run.
struct HubSetup {
    let session: FamilySession

    private var environment: CommandEnvironment { session.environment }
    private var folderWords: [String] { ["-C", session.replica.folder] }
    /// The name of a repository below a folder that has other files.
    private var repositoryName: String { JoinCommand.folderName(of: session.replica.folder) + ".git" }

    /// Sets up the repository and syncs with it, or prints the steps of a hosting site. A remote that is new goes again
    /// if the family cannot be sent there, so that another place can be given.
    ///
    /// - Parameter place: the place; nil to sync with the remote that there is.
    func callAsFunction(_ place: HubPlace?) async throws {
        switch place {
        case .folder(let path):
            let place = environment.place(path)
            if environment.provider.discover(at: place) != nil {
                try await add(place)
            } else {
                let isFree = FolderRemoval.names(in: place).isEmpty
                let path = isFree ? place : "\(place)/\(repositoryName)"
                try await RemoteCreateCommand.parse([path] + folderWords).run()
            }
        case .machine(let host, let path):
            try await add("\(host.contains(":") ? "[\(host)]" : host):\(try create(path, on: host))")
        case .repository(let url): try await add(url)
        case .site(let site): return try showSteps(site)
        case nil: break
        }
        do {
            try await SyncCommand.parse(folderWords).run()
        } catch {
            if place != nil { try? await session.replica.setRemote("origin", url: nil) }
            throw error
        }
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

    /// Creates an empty repository on another machine, and returns its path there. A bare repository is left as it is;
    /// in a folder that has other files, the repository is created below that.
    private func create(_ path: String, on host: String) throws -> String {
        let inHome = path.hasPrefix("~/") ? String(path.dropFirst(2)) : path
        let script = """
            d=\(ShellQuoting.quoted(inHome)); if [ -n "$(ls -A "$d" 2>/dev/null)" ] && [ ! -e "$d/HEAD" ]; then \
            d=$d/\(ShellQuoting.quoted(repositoryName)); fi; \
            [ -e "$d/HEAD" ] || git init -q --bare -b main "$d" >&2 && printf %s "$d"
            """
        let command = environment.variables["GIT_SSH_COMMAND"] ?? "ssh"
        // The shell reads the command, as git has it. ssh asks on the terminal itself.
        var run = ProgramRun(
            "/bin/sh", ["-c", "\(command) \"$@\"", command, host, script], environment: environment.variables)
        (run.patience, run.leadsSession) = (nil, false)
        let outcome = try? run.run([])
        guard let outcome, outcome.isSuccess, !outcome.output.isEmpty else {
            let reason = outcome.map { $0.complaint ?? "ssh \($0.words)" } ?? "ssh cannot be started"
            throw ReplicaError(
                .unreachable, "no repository could be made at \(host):\(path): \(reason)",
                hint: "Try 'ssh \(ShellQuoting.quoted(host))'; the machine needs git. Then run 'hometask setup' again.")
        }
        return String(decoding: outcome.output, as: UTF8.self)
    }

    private var publicKey: String? {
        guard let home = environment.variables["HOME"],
            let key = try? TextFile.read(home + "/.ssh/id_ed25519.pub")
        else { return nil }
        return String(decoding: key, as: UTF8.self).split(separator: "\n").first.map(String.init)
    }
}
