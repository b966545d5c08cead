// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// What pins are sorted by on the command line.
enum PinOrder: String, ExpressibleByArgument, CaseIterable {
    case name, age, distance
}
