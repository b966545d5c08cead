// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskPlatform
import HometaskTerminal

/// `hometask demo`: shows how edits to one task on two devices are merged.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", _superCommandName: "hometask",
        abstract: "Show how offline edits of one task on two devices are merged.",
        discussion: "Works in a new folder, which is kept for you to look at.")

    @OptionGroup var global: GlobalOptions

    @Option(
        help: ArgumentHelp("The folder to use and keep, empty or new; a temporary one by default.", valueName: "dir")
    )
    var keep: String?

    func run() async throws {
        let environment = CommandEnvironment.running
        let folder = try makeFolder(environment)
        do {
            try await DemoStory(folder, environment, to: environment.output(global), global: global).runStory()
        } catch {
            try? FolderRemoval.removeContents(of: folder, keepingFolder: false)
            throw error
        }
    }

    private func makeFolder(_ environment: CommandEnvironment) throws -> String {
        if let keep {
            let path = environment.place(keep)
            if mkdir(path, 0o755) == 0 { return path }
            guard errno == EEXIST else { throw Self.failure(path) }
            guard FolderRemoval.isFolder(path), FolderRemoval.names(in: path).isEmpty else {
                throw ReplicaError(
                    .alreadyExists, "\(environment.shown(path)) is not an empty folder",
                    hint: "Name a folder that is empty or does not exist.")
            }
            return path
        }
        let parent = environment.variables["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(parent)/hometask-demo-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Self.failure(parent) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func failure(_ path: String) -> ReplicaError {
        ReplicaError(
            [EACCES, EPERM, EROFS].contains(errno) ? .permission : .inputOutput,
            "cannot make a folder at \(path): \(String(cString: strerror(errno)))",
            hint: "Name a folder that you may write to with --keep DIR.")
    }
}
