// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The sort keys for pins on the command line.
enum PinOrder: String, ExpressibleByArgument, CaseIterable {
    case name, age, distance
}
