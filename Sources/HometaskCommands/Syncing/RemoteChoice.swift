// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The remotes that `push`, `pull` and `sync` take part with.
///
/// It holds no group of options: the parser checks a group's declarations again with each group around it.
struct RemoteChoice: ParsableArguments {
    @Flag(help: "Use all remotes at once.")
    var all = false

    @Argument(
        help: ArgumentHelp(
            "The name of one or several remotes; the family's usual one by default.", valueName: "remote"))
    var remotes: [String] = []

    func validate() throws {
        if all, !remotes.isEmpty { throw ValidationError("--all cannot be used together with names of remotes") }
    }
}
