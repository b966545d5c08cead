// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// The options that every command accepts, before or after its name.
struct GlobalOptions: ParsableArguments {
    @Option(
        name: [.customShort("C"), .customLong("directory")],
        help: ArgumentHelp(
            "The family's folder; by default HOMETASK_DIR, the nearest one above, or the setting default-family.",
            valueName: "dir"))
    var directory: String?

    @Option(help: ArgumentHelp("When to use colour: auto, always or never.", valueName: "when"))
    var color: ColorChoice = .auto
}

/// Whether output is coloured.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
}

/// The options of commands that print something.
struct ShowingOptions: ParsableArguments {
    @Flag(help: "Print JSON, as described in 'hometask help json'.")
    var json = false
}

extension GlobalOptions {
    /// Returns the same options for a family in a known folder.
    func at(_ folder: String) -> GlobalOptions {
        var options = self
        options.directory = folder
        return options
    }
}

extension GlobalOptions {
    /// Records a change that `undo` cannot revert in the family named by the options, if there is one, so that `undo`
    /// asks before it reverts an earlier command. The change has already been made, so a failure to record it is not an
    /// error.
    ///
    /// - Parameter command: the name of the command for `undo`: `config set color`.
    func noteLasting(_ command: String) async {
        guard let session = try? await FamilySession.open(self) else { return }
        try? await session.replica.noteLasting(command)
    }
}

extension GlobalOptions {
    /// The default values of the options.
    static var plain: GlobalOptions {
        var options = GlobalOptions()
        options.directory = nil
        options.color = .auto
        return options
    }
}
