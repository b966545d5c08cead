// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The option of the commands that hide home in what they write.
struct HomeOptions: ParsableArguments {
    @Flag(
        name: .customLong("keep-home"),
        help: "Write places near home as they are, though the family's setting 'home' hides them.")
    var keepsHome = false
}
