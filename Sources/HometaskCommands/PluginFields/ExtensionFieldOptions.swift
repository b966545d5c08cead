// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskQueries

/// The option that sets fields of plugins, shared by all commands that create or change documents.
struct ExtensionFieldOptions: ParsableArguments {
    @Option(
        name: .customLong("set"),
        help: Self.help)
    var values: [String] = []

    static let help = ArgumentHelp(
        "A field of a plugin, and its value; for a list of texts, several, or +TEXT and -TEXT. May be repeated.",
        valueName: "field=value")

    /// Returns the options together with the fields set among the words.
    func joined(with parsed: ParsedTask) -> ExtensionFieldOptions {
        var options = self
        options.values += parsed.extensions
        return options
    }

    /// The assignments given with `--set`.
    var assignments: ExtensionAssignments { ExtensionAssignments(values) }
}
