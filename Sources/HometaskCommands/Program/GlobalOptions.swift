// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Options that every command takes; they may stand before the command's name too.
struct GlobalOptions: ParsableArguments {
    @Option(
        name: [.customShort("C"), .customLong("directory")],
        help: ArgumentHelp(
            "The family's folder; otherwise HOMETASK_DIR, the nearest one above, or the configured default.",
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
    @Flag(help: "Print JSON, with the fields that the guide documents.")
    var json = false
}
