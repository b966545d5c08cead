// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily

/// The global options of commands that set a colour. In these commands, `--color` takes that colour, but still accepts
/// auto, always and never, as in every command.
struct PaintOptions: ParsableArguments {
    @Option(
        name: [.customShort("C"), .customLong("directory")],
        help: ArgumentHelp(
            "The family's folder; by default HOMETASK_DIR, the nearest one above, or the setting default-family.",
            valueName: "dir"))
    var directory: String?

    @Option(
        name: .customLong("color"), parsing: .singleValue,
        help: ArgumentHelp(
            "The colour: #rrggbb or a name such as blue; the next unused one by default.", valueName: "color"))
    var colors: [String] = []

    /// The options that every command takes.
    var global: GlobalOptions {
        var options = GlobalOptions()
        options.directory = directory
        options.color = colors.compactMap { ColorChoice(rawValue: $0) }.last ?? .auto
        return options
    }

    /// The code of the given colour; an empty string clears the colour, nil leaves it unchanged.
    var code: String? {
        get throws {
            let color = colors.last { ColorChoice(rawValue: $0) == nil }
            return try color.map { $0.isEmpty ? $0 : try Palette.code(of: $0) }
        }
    }
}
