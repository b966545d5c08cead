// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Options that every command takes; they may stand before the command's name too.
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

/// When output is coloured.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
}

/// Options of commands that show something.
struct ShowingOptions: ParsableArguments {
    @Flag(help: "Print JSON, as described in 'hometask help json'.")
    var json = false
}
