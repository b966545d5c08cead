// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskMerging

/// `hometask merge-driver`: called by git to merge a document, as gitattributes(5) describes under "Defining a custom
/// merge driver".
struct MergeDriverCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge-driver", _superCommandName: "hometask",
        abstract: "Merge two versions of a document; git's merge driver.",
        discussion: """
            'init' and 'join' configure it in a clone as: merge.hometask.driver = hometask merge-driver %O %A %B %L \
            %P. The result replaces %A. If a version cannot be read, %A is not changed, and the exit code is 1: a \
            conflict for git.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("%O: the file with the common ancestor's version.", valueName: "base"))
    var base: String

    @Argument(help: ArgumentHelp("%A: the file with our version; the result is written there.", valueName: "ours"))
    var ours: String

    @Argument(help: ArgumentHelp("%B: the file with their version.", valueName: "theirs"))
    var theirs: String

    @Argument(help: ArgumentHelp("%L: the length of conflict markers; ignored.", valueName: "length"))
    var markerLength: String?

    @Argument(help: ArgumentHelp("%P: the document's path in the repository, for messages.", valueName: "path"))
    var path: String?

    func run() throws {
        let name = path ?? ours
        do {
            let joined = try DriverJoin.join(base: read(base), ours: read(ours), theirs: read(theirs))
            try TextFile.writeFile(CommandEnvironment.running.absolute(ours), joined, mode: 0o644, isTemporary: true)
        } catch let refusal as DriverRefusal {
            throw Self.conflict("hometask cannot merge \(name): \(refusal)")
        } catch let error as ReplicaError {
            throw Self.conflict("hometask cannot merge \(name): \(error)")
        }
    }

    private func read(_ file: String) throws -> [UInt8] {
        let place = CommandEnvironment.running.absolute(file)
        guard let bytes = try TextFile.read(place) else {
            throw TextFile.missing(file)
        }
        return bytes
    }

    private static func conflict(_ message: String) -> ExitCode {
        CommandEnvironment.running.output(GlobalOptions.plain).remark(message)
        return ExitCode(ExitStatus.unsatisfied)
    }
}
