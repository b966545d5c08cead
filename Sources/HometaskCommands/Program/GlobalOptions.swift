// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

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
