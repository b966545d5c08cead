// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The option for commands that hide the family's home in their output.
struct HomeOptions: ParsableArguments {
    @Flag(
        name: .customLong("keep-home"),
        help: "Do not hide places near home, in spite of the family's setting 'home'.")
    var keepsHome = false
}
