// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The remotes for `push`, `pull` and `sync`.
///
/// It contains no option group: the parser would check the group's declarations again for every enclosing group.
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
